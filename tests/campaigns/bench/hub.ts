// Benchmark of the relay hub: memory, a push, an end of access, and agents that come back, beside bare servers and brokers.
import { readSettings, wholeNumberText } from '@pharmacy-relay/shared/env.ts'
import { STABLE_MS } from '../../../agent/core/relay/reconnect-delay.ts'
import { mosquittoCrowd, natsCrowd } from './hub/brokers.ts'
import { comebackFigures, plainComebackFigures } from './hub/comeback.ts'
import { memoryFigures, pushFigures, revocationFigures } from './hub/crowd-figures.ts'
import type { CrowdCounts, Memory } from './hub/crowd-figures.ts'
import { hubCrowd, socketIoCrowd, wsCrowd, type Crowd, type Say } from './hub/crowd.ts'
import { platformRows, type PlatformCounts } from './hub/platform-rows.ts'
import { backRows, failureText, rowsOrWhy } from './hub/rows.ts'
import { checkOpenFiles } from './hub/server-process.ts'
import type { Figures } from './measure.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const SETTINGS = {
  Bench__HubDevices: {
    schema: wholeNumberText(100, 18_000),
    help: 'idle devices at the hub, and among how many one is pushed to',
    fallback: '10000',
  },
  Bench__HubAgents: {
    schema: wholeNumberText(10, 18_000),
    help: 'agents that come back after the hub was killed',
    fallback: '5000',
  },
} as const

const WARM_UP = 200
const BEHIND_ONE_ADDRESS = 300
/** The first heartbeat comes within 3 s. */
const SETTLE_MS = 4_000
/** Agents whose connection was not stable yet come back more slowly, as after a loss that went on. */
const REST_MS = STABLE_MS + SETTLE_MS
const TARGETS = { memoryKb: 20, pushMs: 50, revocationMs: 2_000 } as const
const BACK_AIM = { targetP99Ms: null, targetMaxMs: 20_000 } as const

export async function hubBench(say: Say): Promise<BenchReport> {
  const { Bench__HubDevices: devices, Bench__HubAgents: agents } = readSettings(SETTINGS, process.env)
  checkOpenFiles(WARM_UP + Math.max(devices, agents))
  const counts = { warmUp: WARM_UP, devices, settleMs: SETTLE_MS, pushes: 300, revocations: 300 }
  const crowds = await crowdRows(counts, say)
  const comebacks = await comebackRows(agents, say)
  const aims = { back: BACK_AIM, clickMs: TARGETS.pushMs }
  const platform = await platformRows(platformCounts(devices, agents), aims, say)
  return { name: 'hub', conditions: conditions(counts), rows: [...crowds, ...comebacks, ...platform] }
}

function conditions({ warmUp, devices, pushes }: CrowdCounts): string {
  return [
    `Each server is one process; ${devices} clients beyond the first ${warmUp}, each with an address of its own, all in this`,
    "process. Ours are the agent's own connection code with P-256 proofs, five a pharmacy; a registry in memory, no TLS. Memory is",
    'what the resident memory grows by for each of them, with garbage and the room for it given back before and after; the whole',
    'process is all of it, before anything is given back. A push is one document to one of them,',
    `${pushes} in turn, from the order to the client that has it (ours: applied). An end of access counts until the hub's socket is`,
    'closed. Agents come back to a new hub on the same port; from the end of the old one, when all were online for more than a',
    'minute, to each of them registered; who is not back counts with 180 s. Rows with a portal, a click or a request are of the whole platform: gateway, APIs, PostgreSQL and',
    'portal as programs, where the same agents are paired. A click is the POST of the form of a signed-in Admin, until that agent',
    'has applied it, and until the store has it as applied, which is what a page shows. What was shown is from the rows that the',
    'store keeps of every change, for 45 s from the kill on.',
  ].join(' ')
}

interface PlannedCrowd {
  readonly name: string
  /** A text says why there is none. */
  readonly start: (clients: number) => Promise<Crowd | string>
  /** Only for ours there are aims. */
  readonly isOurs?: true
}

/** The first one is what the others are compared with. */
const CROWDS: readonly PlannedCrowd[] = [
  { name: 'ws, bare', start: wsCrowd },
  { name: 'socket.io, plain', start: socketIoCrowd },
  { name: 'mosquitto', start: mosquittoCrowd },
  { name: 'nats-server', start: natsCrowd },
  { name: 'our hub', start: hubCrowd, isOurs: true },
]

interface CrowdFigures {
  readonly memory: Memory | null
  readonly push: Figures
  readonly revocation: Figures | null
}

/** Ours and the others, in one run. */
async function crowdRows(counts: CrowdCounts, say: Say): Promise<BenchReportRow[]> {
  const memory: BenchReportRow[] = []
  const whole: BenchReportRow[] = []
  const pushes: BenchReportRow[] = []
  const revocations: BenchReportRow[] = []
  let reference: CrowdFigures | null = null
  for (const planned of CROWDS) {
    const { name, isOurs } = planned
    say(`bench hub: ${name}`)
    const figures = await crowdFigures(planned, counts, say)
    if (typeof figures === 'string') {
      memory.push({ name: `memory: ${name}`, absent: figures })
      pushes.push({ name: `push: ${name}`, absent: figures })
      continue
    }
    memory.push(memoryRow(planned, figures, reference))
    whole.push(...wholeRows(planned, figures, reference))
    const ratio: number | null = reference === null ? null : figures.push.p50Ms / reference.push.p50Ms
    const targetP99Ms = isOurs === true ? TARGETS.pushMs : null
    pushes.push({ name: `push: ${name}`, ...figures.push, targetP99Ms, ratio })
    if (figures.revocation !== null)
      revocations.push({ name: 'end of access', ...figures.revocation, targetP99Ms: TARGETS.revocationMs })
    if (planned === CROWDS[0]) reference = figures
  }
  return [...memory, ...whole, ...pushes, ...revocations]
}

async function crowdFigures(
  { start }: PlannedCrowd,
  counts: CrowdCounts,
  say: Say,
): Promise<CrowdFigures | string> {
  try {
    const crowd = await start(counts.warmUp + counts.devices)
    if (typeof crowd === 'string') return crowd
    try {
      const memory = await memoryFigures(crowd, counts, say)
      const push = await pushFigures(crowd, counts)
      const { revoke } = crowd
      return { memory, push, revocation: revoke && (await revocationFigures(revoke, counts)) }
    } finally {
      await crowd.stop()
    }
  } catch (error) {
    // The others are measured all the same.
    return failureText(error)
  }
}

function memoryRow(
  { name, isOurs }: PlannedCrowd,
  { memory }: CrowdFigures,
  reference: CrowdFigures | null,
): BenchReportRow {
  if (memory === null) return { name: `memory: ${name}`, absent: 'can be read on Linux only' }
  const target = isOurs === true ? TARGETS.memoryKb : null
  const ofReference = reference?.memory?.eachKb ?? null
  return sizeRow(`memory: ${name}`, { kilobytes: memory.eachKb, target, ofReference })
}

function wholeRows(
  { name }: PlannedCrowd,
  { memory }: CrowdFigures,
  reference: CrowdFigures | null,
): BenchReportRow[] {
  if (memory === null) return []
  const ofReference = reference?.memory?.wholeKb ?? null
  return [sizeRow(`whole process: ${name}`, { kilobytes: memory.wholeKb, target: null, ofReference })]
}

interface Size {
  readonly kilobytes: number
  readonly target: number | null
  readonly ofReference: number | null
}

function sizeRow(name: string, { kilobytes, target, ofReference }: Size): BenchReportRow {
  return {
    name,
    kilobytes: Math.round(kilobytes * 10) / 10,
    targetKilobytes: target,
    ratio: ofReference === null ? null : kilobytes / ofReference,
  }
}

async function comebackRows(agents: number, say: Say): Promise<BenchReportRow[]> {
  const each = { count: agents, quietMs: REST_MS, random: Math.random }
  say(`bench hub: ${agents} of socket.io's clients, their server killed`)
  const plain = { name: `${agents} back, socket.io killed`, end: 'socket.io killed' }
  const plainRows = await rowsOrWhy(plain.name, async () =>
    backRows(plain, await plainComebackFigures({ count: agents, quietMs: SETTLE_MS }), { targetP99Ms: null }),
  )
  say(`bench hub: ${agents} agents, hub killed`)
  const ours = { name: `${agents} back, our hub killed`, end: 'our hub killed' }
  const ourRows = await rowsOrWhy(ours.name, async () =>
    backRows(ours, await comebackFigures(each, say), BACK_AIM),
  )
  return [...plainRows, ...ourRows]
}

function platformCounts(devices: number, agents: number): PlatformCounts {
  return {
    office: { agents: BEHIND_ONE_ADDRESS, panels: 5, quietMs: REST_MS, watchMs: 12_000, random: Math.random },
    kill: { agents, quietMs: REST_MS, watchMs: 45_000 },
    clicks: { devices, warmUp: 10, runs: Math.min(300, Math.floor(devices / 2) - 10) },
    random: Math.random,
  }
}
