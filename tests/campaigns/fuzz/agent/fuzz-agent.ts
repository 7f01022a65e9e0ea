// Has a hostile hub speak to the real agent; after each round a good one sets it right, and it prints a label.
import net from 'node:net'
import { once } from 'node:events'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { LINES_PER_SECOND, MAX_LINE_BYTES } from '../../../../agent/core/logging/log-budget.ts'
import { MARK, PEER_KEY, agentInput, challengeText } from './agent-inputs.ts'
import { watchAgentKeeps, type AgentKeeps } from './agent-keeps.ts'
import { startAgentUnderFuzz, type AgentUnderFuzz } from './agent-under-fuzz.ts'
import { documentOf, NO_PART } from '../../../kit/programs.ts'
import { eventText, type ClientInput } from './client-inputs.ts'
import { spokenToClient } from './client-speech.ts'
import { runFuzz, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { HostileHub, type HubCall, type HubLine } from './hostile-hub.ts'

const PER_ROUND = 100
const LIMIT_MS = 120_000
const SETTLED_MS = 40_000
/** From a good hub's first word to the label on paper; labels of the round may wait before it. */
const SLOWEST_MS = 15_000
const OWN = { pharmacyId: 7, pharmacyName: 'Fuzzed Pharmacy' }
const DEVICE_KEY = '3f'.repeat(32)

interface Rig {
  readonly hub: HostileHub
  readonly agent: AgentUnderFuzz
  readonly keeps: AgentKeeps
  /** What the agent said of the assignment with that hash last. */
  readonly reported: Map<string, string>
  version: number
}

export async function fuzzAgent(run: FuzzRun): Promise<FuzzResult> {
  return runFuzz(run, async () => {
    const rig = await startRig()
    return {
      perRound: PER_ROUND,
      slowestMs: SLOWEST_MS,
      round: async (numbers) => {
        const spoken: Spoken[] = []
        const startedMs = performance.now()
        for (const number of numbers) spoken.push(await spokenTo(rig, number, agentInput(run.seed, number)))
        const log = logFaults(rig.agent.logged(), performance.now() - startedMs)
        const printed = await printsLabel(rig).catch(String)
        const tookMs = typeof printed === 'string' ? Number.POSITIVE_INFINITY : printed
        return {
          spoken,
          count: 1,
          tookMs,
          faults: [...log, ...(typeof printed === 'string' ? [printed] : [])],
        }
      },
      leftBehind: async () => [],
      stop: async () => {
        rig.keeps.close()
        await rig.agent.stop()
        rig.hub.stop()
      },
    }
  })
}

async function startRig(): Promise<Rig> {
  const hub = new HostileHub({
    first: challengeText,
    replies: {
      PairDeviceAsync: { state: 'paired', ...OWN },
      RegisterDeviceAsync: {
        deviceKey: DEVICE_KEY,
        connectionId: 'hostile',
        publicIpAddress: '203.0.113.5',
      },
    },
    registers: 'RegisterDeviceAsync',
  })
  const agent = await startAgentUnderFuzz(await hub.start())
  await agent.pair()
  const keeps = watchAgentKeeps(agent.dataFolder, () => agent.status().keys.fingerprint)
  const rig: Rig = { hub, agent, keeps, reported: new Map(), version: 0 }
  hub.onCall = ({ event, args }: HubCall) => {
    const [report] = args
    if (event !== 'ReportConfigAsync' || typeof report !== 'object' || report === null) return
    if ('hash' in report && 'state' in report) rig.reported.set(String(report.hash), String(report.state))
  }
  await printsLabel(rig)
  return rig
}

async function spokenTo(rig: Rig, number: number, input: ClientInput): Promise<Spoken> {
  const { keeps } = rig
  return spokenToClient(
    {
      number,
      input,
      limitMs: LIMIT_MS,
      before: () => keeps.said(input.texts),
      after: async () => {
        const wrong = keeps.wrongly()
        // Its next connections are those of a computer that is new, and not of this one.
        if (keeps.isAnother) await settle(rig)
        return wrong
      },
    },
    async (stage) => lineAt(rig, stage),
  )
}

async function lineAt({ hub, agent }: Rig, stage: ClientInput['stage']): Promise<HubLine> {
  return hub.lineAt(stage, { limitMs: LIMIT_MS, hasten: agent.hasten })
}

/** A good hub has its say: the pharmacy and the assignment that this computer had before the first input. */
async function settle(rig: Rig): Promise<void> {
  const { agent, keeps } = rig
  rig.version += 1
  const { printerName, port: tcpPort } = agent
  // The name makes its hash one that was not reported before.
  const client = { deviceKey: PEER_KEY, computerName: `PEER-${rig.version}`, certificateFingerprints: [] }
  const body: AssignmentBody = { ...NO_PART, role: 'Server', printerName, tcpPort, clients: [client] }
  const assignment = documentOf(body, rig.version)
  const { hash } = assignment
  const isOurs = (): boolean => {
    const { pharmacyId, pharmacyName } = agent.status()
    return pharmacyId === OWN.pharmacyId && pharmacyName === OWN.pharmacyName && !keeps.isBecomingAnother
  }
  const endMs = performance.now() + SETTLED_MS
  for (let turns = 0; !(isOurs() && rig.reported.get(hash) === 'applied'); turns += 1) {
    if (performance.now() > endMs)
      throw new Error(`it did not settle: ${JSON.stringify([agent.status().hub, rig.reported.get(hash)])}`)
    const line = await lineAt(rig, 'registered')
    const isMoved = !isOurs() && !keeps.isBecomingAnother
    line.text(
      isMoved
        ? eventText('PharmacyChangedAsync', [OWN])
        : eventText('PrinterConfigChangedAsync', [assignment]),
    )
    await new Promise((resolve) => setTimeout(resolve, 60))
    // A code that did not get through is brought again after a while.
    if (turns % 50 === 49) agent.hasten()
  }
  rig.reported.clear()
  keeps.settled()
}

/** How long a label took from a program to the paper, in ms, with all that it takes before. */
async function printsLabel(rig: Rig, startedMs = performance.now()): Promise<number> {
  if (performance.now() > startedMs + LIMIT_MS) throw new Error('its port stays closed')
  await settle(rig)
  const text = `^XA^FO20,20^FDlabel ${rig.version}^FS^XZ`
  const socket = net.connect({ host: rig.agent.address, port: rig.agent.port })
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  // A move that was under way before has ended this assignment: the hub says it again.
  if (!isOpen) return printsLabel(rig, startedMs)
  socket.end(text)
  socket.resume()
  let paper = ''
  while (!paper.includes(text)) {
    if (performance.now() > startedMs + LIMIT_MS) throw new Error('no label came out')
    await new Promise((resolve) => setTimeout(resolve, 10))
    paper += rig.agent.printed()
  }
  socket.destroy()
  return performance.now() - startedMs
}

/** Of what a round made the agent log. */
function logFaults(log: string, tookMs: number): string[] {
  const levels = 4
  const most = levels * LINES_PER_SECOND * MAX_LINE_BYTES * (1 + tookMs / 1_000)
  return [
    ...(log.includes(MARK) ? ['was logged with bytes of a message'] : []),
    ...(/BCDF-?GHJK/.test(log) ? ['was logged with a pairing code'] : []),
    ...(log.includes('^XA') ? ['was logged with a label'] : []),
    ...(log.length > most ? [`made a log of ${log.length} bytes`] : []),
    ...[...log.matchAll(/"event":"hub\.handler-failed".{0,600}/g)].map(([line]) => `failed inside: ${line}`),
  ]
}
