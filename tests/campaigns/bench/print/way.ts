// A way for labels to the sink, and how it is measured: one label at a time, then several under way.
import net from 'node:net'
import { figuresOf, type BenchRow } from '../measure.ts'
import { benchLabel } from './bench-label.ts'
import type { Sink } from './sink.ts'
import { costsOf, costsPerLabel, type ProcessCosts, type WayProcess } from './thread-costs.ts'

export interface Way {
  /** Hands a label over; resolves when the way is ready for the next one. */
  readonly send: (label: Buffer) => Promise<void>
  /** What it takes is looked at; left out, nobody looks. */
  readonly processes?: readonly WayProcess[]
  readonly stop: () => Promise<void>
}

export interface WayCounts {
  /** Sent first, and not measured. */
  readonly warmUp: number
  /** Labels sent one at a time. */
  readonly alone: number
  /** Labels sent with IN_FLIGHT under way. */
  readonly together: number
}

/** As many as two programs on two computers may have open at an agent. */
export const IN_FLIGHT = 8
/** Where they send from. */
const PROGRAMS = ['127.0.0.1', '127.0.0.2']
/**
 * Below those that Linux gives out (32,768 on), of which it searches a free one at each bind: 1 ms of processor in this process behind
 * some 10,000 labels, whose closed connections hold theirs for a minute.
 */
const LOCAL_PORTS = { first: 10_000, count: 22_000 } as const

/** Serials are never used twice in a run. */
export type NextSerial = () => number

export interface WayFigures extends Omit<BenchRow, 'name' | 'targetP99Ms' | 'ratio'> {
  /** Of each label while several are under way, by process. */
  readonly costs: readonly WayCosts[]
}

export interface WayCosts extends ProcessCosts {
  readonly name: string
}

export async function measureWay(
  way: Way,
  counts: WayCounts,
  { sink, next }: { readonly sink: Sink; readonly next: NextSerial },
): Promise<WayFigures> {
  const one = async (): Promise<number> => {
    const serial = next()
    const arrival = sink.arrival(serial)
    const startedAt = performance.now()
    const sent = way.send(benchLabel(serial))
    const [arrivedAt] = await Promise.all([arrival, sent])
    return arrivedAt - startedAt
  }
  await perSecond(one, counts.warmUp)
  const times: number[] = []
  for (let i = 0; i < counts.alone; i += 1) times.push(await one())
  const { processes = [] } = way
  const before = processes.map(({ pid }) => costsOf(pid))
  const rate = await perSecond(one, counts.together)
  const costs = processes.map(({ name, pid }, index) => {
    const now = costsOf(pid)
    return { name, ...costsPerLabel(before[index] ?? now, now, counts.together) }
  })
  return { ...figuresOf(times), perSecond: rate, costs }
}

/** From the first label handed over to the last one at the sink. */
async function perSecond(one: () => Promise<number>, labels: number): Promise<number> {
  let left = labels
  const startedAt = performance.now()
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return Math.round(labels / ((performance.now() - startedAt) / 1_000))
}

/** As label programs do: connect, write, half-close, wait for the close. Rejects when it is broken off. */
export function rawSender(host: string, port: number): Way['send'] {
  let turn = 0
  return async (label) =>
    new Promise((resolve, reject) => {
      turn += 1
      const local = {
        localAddress: PROGRAMS[turn % PROGRAMS.length],
        localPort: LOCAL_PORTS.first + (Math.floor(turn / PROGRAMS.length) % LOCAL_PORTS.count),
      }
      const socket = net.connect({ host, port, ...local, noDelay: true, allowHalfOpen: true })
      socket.once('error', reject)
      socket.once('close', () => resolve())
      socket.resume().once('end', () => socket.destroySoon())
      socket.end(label)
    })
}
