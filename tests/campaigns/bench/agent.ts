// Benchmark of one agent beside a print server with thousands of queues: from its start to labels, a label with and without a
// list of printers under way, from a plug to the list, and what it takes at rest.
import { readSettings, wholeNumberText, type SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { agentBesideCups, type AgentBesideCups } from './agent/agent-beside-cups.ts'
import { restOf } from './agent/at-rest.ts'
import { plugInFigures } from './agent/plug-in.ts'
import { figuresOf, type Figures } from './measure.ts'
import { benchLabel } from './print/bench-label.ts'
import { Sink } from './print/sink.ts'
import { rawSender } from './print/way.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const QUEUES = 2_000
const STARTS = 5
const LABELS = { warmUp: 50, runs: 400 }
const SETTINGS = {
  Bench__RestSeconds: {
    schema: wholeNumberText(1, 86_400),
    help: 'How long the agent is looked at while nobody asks anything of it',
    fallback: '600',
  },
} as const satisfies SettingsTable
const NOTICED_MS = 2_000
const REST_KILOBYTES = 70 * 1_024

const conditions = (restSeconds: number): string =>
  [
    `one bundled agent that has the printer (a sink in this process), assigned by a hub, beside a private cupsd with ${QUEUES} queues;`,
    'a label is 2.5 KB, from connecting at its port to the last byte at the sink, on its disk on the way. Lists: one after the other,',
    'by its control socket, with all back ends asked each time. Plugged in and out: the back end in this process, at folders that',
    `look like /sys. At rest for ${restSeconds} s, online (Bench__RestSeconds).`,
  ].join(' ')

export async function agentBench(say: (text: string) => void): Promise<BenchReport> {
  const { Bench__RestSeconds: restSeconds } = readSettings(SETTINGS, process.env)
  const rows: BenchReportRow[] = []
  const sink = new Sink()
  await sink.start()
  try {
    rows.push(...(await rowsBesideCups({ sink, say, restSeconds })))
  } finally {
    sink.stop()
  }
  say('bench agent: plugged in and out')
  const plugged = await plugInFigures(QUEUES)
  const name = `plugged in or out, to the list, ${QUEUES} queues`
  rows.push(
    typeof plugged === 'string'
      ? { name, absent: plugged }
      : { name, ...plugged, targetP99Ms: NOTICED_MS, targetMaxMs: NOTICED_MS },
  )
  return { name: 'agent', conditions: conditions(restSeconds), rows }
}

async function rowsBesideCups(parts: RunParts): Promise<BenchReportRow[]> {
  const agent = await agentBesideCups(parts.sink.port, QUEUES)
  if (typeof agent === 'string') return [{ name: 'the agent', absent: agent }]
  try {
    return await rowsOfAgent(agent, parts)
  } finally {
    await agent.stop()
  }
}

interface RunParts {
  readonly sink: Sink
  readonly say: (text: string) => void
  readonly restSeconds: number
}

async function rowsOfAgent(
  agent: AgentBesideCups,
  { sink, say, restSeconds }: RunParts,
): Promise<BenchReportRow[]> {
  say('bench agent: starts')
  const starts: number[] = []
  for (let n = 0; n < STARTS; n += 1) starts.push(await agent.restart())
  say('bench agent: labels')
  const label = labelsTo(agent, sink)
  for (let n = 0; n < LABELS.warmUp; n += 1) await label()
  const alone = await timesOf(label)
  const lists = listing(agent)
  const beside = await timesOf(label)
  const listed = await lists.stop()
  const again = await timesOf(label)
  say(`bench agent: at rest for ${restSeconds} s`)
  const rest = await restOf(agent.pid(), restSeconds)
  const ratio = (figures: Figures): number => figures.p50Ms / figuresOf(alone).p50Ms
  return [
    { name: 'from the start to labels', ...figuresOf(starts), targetP99Ms: null, targetMaxMs: 500 },
    {
      name: 'a label, no list under way',
      ...figuresOf([...alone, ...again]),
      targetP99Ms: null,
      ratio: null,
    },
    {
      name: `a label, ${listed.length} lists under way`,
      ...figuresOf(beside),
      targetP99Ms: null,
      ratio: ratio(figuresOf(beside)),
    },
    { name: 'a list of all printers', ...figuresOf(listed), targetP99Ms: null },
    size('memory at rest, at the beginning', rest.beginKilobytes),
    size('memory at rest, at the end', rest.endKilobytes),
    size('memory at rest, the most', rest.peakKilobytes),
    {
      name: 'ms of processor at rest',
      count: rest.processorMs,
      of: restSeconds * 1_000,
      targetCount: null,
    },
  ]
}

function size(name: string, kilobytes: number): BenchReportRow {
  return { name, kilobytes, targetKilobytes: REST_KILOBYTES, ratio: null }
}

function labelsTo({ address, port }: AgentBesideCups, sink: Sink): () => Promise<number> {
  const send = rawSender(address, port)
  let serial = 0
  return async () => {
    serial += 1
    const arrival = sink.arrival(serial)
    const startedAt = performance.now()
    const [arrivedAt] = await Promise.all([arrival, send(benchLabel(serial))])
    return arrivedAt - startedAt
  }
}

async function timesOf(label: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < LABELS.runs; n += 1) times.push(await label())
  return times
}

/** List after list, until it is stopped; how long each took. */
function listing({ controlSocket }: AgentBesideCups): { stop(): Promise<number[]> } {
  let isOver = false
  const times: number[] = []
  const running = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await askAgent(controlSocket, 'printers', null)
      times.push(performance.now() - startedAt)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return times
    },
  }
}
