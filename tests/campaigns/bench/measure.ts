// Measuring: many runs of one thing, its percentiles, and what stands beside them so that they can be compared.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Figures {
  readonly runs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface BenchRow extends Figures {
  readonly name: string
  /** What the p99 must reach, in ms; null where nothing is set. */
  readonly targetP99Ms: number | null
  /** What the p50 must reach, in ms; left out where nothing is set. */
  readonly targetP50Ms?: number
  /** What `perSecond` must reach; left out where nothing is set. */
  readonly leastPerSecond?: number
  /** What every single run must reach, in ms, instead of the p99. */
  readonly targetMaxMs?: number
  /** p50 as a multiple of the reference's p50 in the same run; null for the reference itself; left out without one. */
  readonly ratio?: number | null
  /** What gets through in a second, several at a time; left out where nobody waits for it. */
  readonly perSecond?: number
}

/** Runs `work` one after the other, after `warmUp` runs that do not count. */
export async function measure(
  work: () => Promise<unknown>,
  counts: { readonly warmUp: number; readonly runs: number },
): Promise<Figures> {
  for (let i = 0; i < counts.warmUp; i += 1) await work()
  const times: number[] = []
  for (let i = 0; i < counts.runs; i += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return figuresOf(times)
}

export function figuresOf(times: readonly number[]): Figures {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    runs: sorted.length,
    p50Ms: percentile(sorted, 50),
    p99Ms: percentile(sorted, 99),
    maxMs: round(sorted.at(-1) ?? 0),
  }
}

/** Nearest rank. */
function percentile(sorted: readonly number[], percent: number): number {
  return round(sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0)
}

const round = (ms: number): number => Math.round(ms * 100) / 100

/** What one flush of 4 KiB costs on this disk: every durable figure stands on it. */
export function measureFlush(): Figures {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const file = openSync(path.join(folder, 'flush'), 'w')
  const times = Array.from({ length: 100 }, () => {
    const startedAt = performance.now()
    writeSync(file, Buffer.alloc(4_096))
    fdatasyncSync(file)
    return performance.now() - startedAt
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return figuresOf(times)
}
