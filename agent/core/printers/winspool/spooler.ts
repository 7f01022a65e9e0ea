// Windows' spooler as the back end asks it: each question with its bound and the shape of its answer.
import { z } from 'zod'
import {
  HandOver,
  ListedPrinter,
  QueueFacts,
  SpoolJob,
  TakenBack,
  TcpPort,
  type Answer,
} from './spooler-facts.ts'
import type { SpoolerThread } from './spooler-thread.ts'

export interface Spooler {
  /** Within 60 s: a print server that is away makes Windows wait for it. */
  printers(): Promise<Answer<readonly ListedPrinter[]>>
  /** Within 8 s, as all that have no time of their own. */
  queue(name: string): Promise<Answer<QueueFacts>>
  /** Jobs of everybody, at most 1,000. */
  jobs(name: string): Promise<Answer<readonly SpoolJob[]>>
  /** Null when the queue has it no more. */
  job(name: string, job: number): Promise<Answer<SpoolJob | null>>
  takeBack(name: string, job: number): Promise<Answer<TakenBack>>
  /** The raw TCP port that the queue prints on; null for every other port. */
  address(name: string): Promise<Answer<z.infer<typeof TcpPort> | null>>
  handOver(label: LabelToHandOver): Promise<Answer<HandOver>>
}

export interface LabelToHandOver {
  readonly name: string
  readonly title: string
  readonly payload: Uint8Array
  /** write-gate.ts: asked again when there was no answer. */
  readonly gate: SharedArrayBuffer
  /** A queue that prints directly takes the bytes as slowly as the printer does. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

const LIST_MS = 60_000
const ASK_MS = 8_000

export function spoolerOn(thread: Pick<SpoolerThread, 'ask'>): Spooler {
  const bound = { limitMs: ASK_MS }
  return {
    printers: async () => thread.ask({ call: 'printers' }, z.array(ListedPrinter), { limitMs: LIST_MS }),
    queue: async (name) => thread.ask({ call: 'queue', name }, QueueFacts, bound),
    jobs: async (name) => thread.ask({ call: 'jobs', name }, z.array(SpoolJob), bound),
    job: async (name, job) => thread.ask({ call: 'job', name, job }, SpoolJob.nullable(), bound),
    takeBack: async (name, job) => thread.ask({ call: 'takeBack', name, job }, TakenBack, bound),
    address: async (name) => thread.ask({ call: 'address', name }, TcpPort.nullable(), bound),
    handOver: async ({ limitMs, signal, ...label }) =>
      thread.ask({ call: 'handOver', ...label }, HandOver, { limitMs, signal }),
  }
}
