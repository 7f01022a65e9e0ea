// What processes take while labels flow, as Linux counts it: the processor time of each thread, reads and writes, bytes for the disk.
import { readdirSync, readFileSync } from 'node:fs'

/** A process of a way, by the name of the computer that it stands for. */
export interface WayProcess {
  readonly name: string
  readonly pid: number
}

/** Since the process began. */
export interface ProcessCosts {
  readonly mainMs: number
  readonly spoolMs: number
  /** Of all its other threads: V8's collector, and the pool of Node. */
  readonly othersMs: number
  /** System calls that read or wrote, on sockets too. */
  readonly readsAndWrites: number
  /** Handed to the disk, in units of 1,024 bytes. */
  readonly writtenKilobytes: number
}

const NS_PER_MS = 1e6

/** Throws where the process has ended, or the system is not Linux. */
export function costsOf(pid: number): ProcessCosts {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => ({ id, ms: threadMs(pid, id) }))
  const main = threads.find(({ id }) => id === String(pid))?.ms ?? 0
  const spool = threads.find(({ id }) => isSpool(pid, id))?.ms ?? 0
  const all = threads.reduce((sum, { ms }) => sum + ms, 0)
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  return {
    mainMs: main,
    spoolMs: spool,
    othersMs: all - main - spool,
    readsAndWrites: counted(io, 'syscr') + counted(io, 'syscw'),
    writtenKilobytes: counted(io, 'write_bytes') / 1_024,
  }
}

/** What was taken between two looks, by each of `labels`. */
export function costsPerLabel(before: ProcessCosts, after: ProcessCosts, labels: number): ProcessCosts {
  const each = (name: keyof ProcessCosts): number => (after[name] - before[name]) / labels
  return {
    mainMs: each('mainMs'),
    spoolMs: each('spoolMs'),
    othersMs: each('othersMs'),
    readsAndWrites: each('readsAndWrites'),
    writtenKilobytes: each('writtenKilobytes'),
  }
}

/** On a processor, to the nanosecond; a thread that has just ended took nothing worth counting. */
function threadMs(pid: number, id: string): number {
  try {
    const [ran] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')
    return Number(ran) / NS_PER_MS
  } catch {
    return 0
  }
}

/** Node gives a thread the name that its Worker was made with. */
function isSpool(pid: number, id: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').includes('spool')
  } catch {
    return false
  }
}

function counted(io: string, name: string): number {
  return Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? 0)
}
