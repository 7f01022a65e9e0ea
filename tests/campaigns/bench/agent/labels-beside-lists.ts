// A label with nothing beside it, with lists of printers of the agent under way, and with lists that another program asks of the
// print server: what the last one costs is the computer's, and only what the agent's cost beyond it is the agent's. In turns, as
// the computer has other things to do now and then.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { programArgs } from '../../../kit/programs.ts'
import { figuresOf, type BenchRow } from '../measure.ts'
import { benchLabel } from '../print/bench-label.ts'
import type { Sink } from '../print/sink.ts'
import { rawSender } from '../print/way.ts'
import type { AgentBesideCups } from './agent-beside-cups.ts'

/** Lists one after the other, until it is stopped. */
interface Listing {
  /** How long each took, in milliseconds. */
  stop(): Promise<number[]>
}

const LABELS = { warmUp: 50, turns: 5, each: 200 }
/** Those that were measured, and more behind them: as many as a pharmacy prints on a day of much work. */
export const DAY_LABELS = 5_000
const WAYS = ['none', 'agent', 'other'] as const

export async function labelsBesideLists(agent: AgentBesideCups, sink: Sink): Promise<BenchRow[]> {
  const label = labelsTo(agent, sink)
  await timesOf(label, LABELS.warmUp)
  const labels = { none: [], agent: [], other: [] } as Record<(typeof WAYS)[number], number[]>
  const lists = { none: [], agent: [], other: [] } as Record<(typeof WAYS)[number], number[]>
  const starts = { none: nothing, agent: agentLists, other: otherLists }
  for (let turn = 0; turn < LABELS.turns; turn += 1) {
    for (const way of WAYS) {
      const listing = await starts[way](agent)
      labels[way].push(...(await timesOf(label, LABELS.each)))
      lists[way].push(...(await listing.stop()))
    }
  }
  await timesOf(label, DAY_LABELS - LABELS.warmUp - LABELS.turns * LABELS.each * WAYS.length)
  const alone = figuresOf(labels.none)
  const beside = (name: string, times: readonly number[]): BenchRow => {
    const figures = figuresOf(times)
    return { name, ...figures, targetP99Ms: null, ratio: figures.p50Ms / alone.p50Ms }
  }
  return [
    { name: 'a label, no list under way', ...alone, targetP99Ms: null, ratio: null },
    beside(`a label, ${lists.agent.length} lists under way`, labels.agent),
    beside(`a label, ${lists.other.length} lists of another program`, labels.other),
    { name: 'a list of all printers', ...figuresOf(lists.agent), targetP99Ms: null },
    { name: 'a list of another program', ...figuresOf(lists.other), targetP99Ms: null },
  ]
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

async function timesOf(label: () => Promise<number>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) times.push(await label())
  return times
}

async function nothing(): Promise<Listing> {
  return Promise.resolve({ stop: async () => Promise.resolve([]) })
}

async function agentLists({ controlSocket }: AgentBesideCups): Promise<Listing> {
  let isOver = false
  const times: number[] = []
  const list = async (): Promise<void> => {
    const startedAt = performance.now()
    await askAgent(controlSocket, 'printers', null)
    times.push(performance.now() - startedAt)
  }
  await list()
  const running = (async () => {
    while (!isOver) await list()
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return times.slice(1)
    },
  }
}

/** Its start is not part of what it lists. */
async function otherLists({ printServer }: AgentBesideCups): Promise<Listing> {
  const args = programArgs('tests/campaigns/bench/agent/list-program.ts', printServer)
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(program, 'exit')
  const times: number[] = []
  const lines = createInterface(program.stdout).on('line', (line) => void times.push(Number(line)))
  await Promise.race([once(lines, 'line'), exited.then(() => Promise.reject(new Error('no list came')))])
  return {
    stop: async () => {
      program.kill('SIGTERM')
      await exited
      return times.slice(1)
    },
  }
}
