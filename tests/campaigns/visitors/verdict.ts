// What visitors saw, as a judgement: pages in time, no failure, and memory that stays where it was.
import { figuresOf, type Figures } from '../bench/measure.ts'

/** Of one program, in MB, each 10 s. */
export interface MemoryOf {
  readonly name: string
  readonly megabytes: readonly number[]
}

export interface Verdict {
  readonly pages: Figures
  readonly failures: number
  /** How much more the last third holds on average than the one before, in MB. */
  readonly growth: readonly {
    readonly name: string
    readonly megabytes: number
    readonly lastMegabytes: number
  }[]
  readonly isGood: boolean
}

export const PAGE_P99_MS = 200
/** More is growth and no noise, in MB of a third of the time. */
export const LEVEL_MB = 20

export function verdictOf(
  pagesMs: readonly number[],
  failures: readonly string[],
  memory: readonly MemoryOf[],
): Verdict {
  const pages = figuresOf([...pagesMs])
  const growth = memory.map(({ name, megabytes }) => ({
    name,
    megabytes: Math.round(meanOf(third(megabytes, 2)) - meanOf(third(megabytes, 1))),
    lastMegabytes: Math.round(megabytes.at(-1) ?? 0),
  }))
  const isLevel = growth.every(({ megabytes }) => megabytes <= LEVEL_MB)
  const isGood = pages.runs > 0 && pages.p99Ms <= PAGE_P99_MS && failures.length === 0 && isLevel
  return { pages, failures: failures.length, growth, isGood }
}

/** The first, second or last (0, 1, 2) part of three. */
function third(values: readonly number[], which: number): readonly number[] {
  const length = Math.max(1, Math.floor(values.length / 3))
  return which === 2 ? values.slice(-length) : values.slice(which * length, (which + 1) * length)
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
