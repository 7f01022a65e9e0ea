// How people are told of the facts of a step, a row for each: command line, window and whoever else shows a label's way say them from
// here. Without zod, for pages: see problem-error.ts.
import type { Texts } from '../texts/index.ts'
import type { JobStep } from './job-trace.ts'

/** What a step tells beside when, what the label became and why. */
type StepFact = Exclude<keyof JobStep, 'at' | 'state' | 'reasons'>
type Value<Fact extends StepFact> = NonNullable<JobStep[Fact]>
type PageTexts = Pick<Texts, 'labels' | 'locale'>

interface FactRow<T> {
  /** At the command line, which says everything, in English. */
  readonly inLine: (value: T) => string
  /** On a page; null: pages leave it out. */
  readonly onPage: ((value: T, t: PageTexts) => string) | null
}

const ROWS: { readonly [Fact in StepFact]: FactRow<Value<Fact>> } = {
  tookMs: {
    inLine: (ms) => `${ms} ms`,
    onPage: (ms, t) => t.labels.took(tookText(ms, t.locale)),
  },
  bytes: { inLine: (n) => `${n} bytes`, onPage: null },
  evidence: { inLine: (level) => level, onPage: null },
}

/** In the order in which they are said. */
export const stepFacts = Object.keys(ROWS) as StepFact[]

/** What the command line says of a step; nothing of what is not known. */
export function factsInLine(step: JobStep): string[] {
  return stepFacts.flatMap((fact) => said(fact, step, (row, value) => row.inLine(value)) ?? [])
}

/** What a page says of a step. The first has no time before it. */
export function factsOnPage(step: JobStep, t: PageTexts, isFirst: boolean): string[] {
  return stepFacts
    .filter((fact) => !isFirst || fact !== 'tookMs')
    .flatMap((fact) => said(fact, step, ({ onPage }, value) => onPage?.(value, t) ?? null) ?? [])
}

function said<Fact extends StepFact>(
  fact: Fact,
  step: JobStep,
  say: (row: FactRow<Value<Fact>>, value: Value<Fact>) => string | null,
): string | null {
  const value = step[fact] ?? null
  return value === null ? null : say(ROWS[fact], value)
}

/** `4 ms`, `2.1 s`, `3 min`. */
function tookText(ms: number, locale: string): string {
  const [value, unit] =
    ms < 1_000 ? [Math.round(ms), 'ms'] : ms < 120_000 ? [ms / 1_000, 's'] : [ms / 60_000, 'min']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
