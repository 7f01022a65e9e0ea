// A step of a job's way as a line in the row of its job, and as it is read: both follow from JobStep (shared/labels/job-trace.ts).
// A line is JSON: [when, state, reasons, took, and the facts in their order]. For the main thread (row-reader.ts).
import { JobStep } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { z } from 'zod'
import { StoredReasons } from './job-row.ts'
import { pickedOrNull } from './picked.ts'

const NO_FACTS = { at: true, state: true, reasons: true, tookMs: true } as const
/** In the order of a line: a new one comes last, where versions before pass it over. */
const FACTS = JobStep.omit(NO_FACTS).keyof().options
/** Those that a change tells under their own names: all but `bytes`. */
const FACTS_OF_CHANGE = JobStep.omit({ ...NO_FACTS, bytes: true }).keyof().options
const LINE = ['atMs', 'state', 'reasons', 'tookMs', ...FACTS] as const

const StepColumns = z.object({
  ...JobStep.omit({ at: true }).shape,
  reasons: StoredReasons,
  atMs: z.int(),
  /** Since the step before, on the monotonic clock of this process; null across a restart. Below 0 when shown as 0. */
  tookMs: z.number().nullable(),
})
export type StepColumns = z.infer<typeof StepColumns>

/** One step of a job's way, for its trace. */
export type TraceStep = Readonly<StepColumns>

/** What a step tells beside what the job became, why and when. */
type StepFacts = Readonly<Partial<Pick<TraceStep, (typeof FACTS)[number]>>>
export type FactsOfChange = Readonly<Partial<Pick<TraceStep, (typeof FACTS_OF_CHANGE)[number]>>>

/** What it does not name is null. */
export interface NewStep extends StepFacts {
  readonly atMs: number
  readonly state: TraceStep['state']
  readonly reasons: Reasons
}

/** The line of a step around the time since the step before, which the file knows. */
export interface StepText {
  readonly head: string
  readonly tail: string
}

export function stepText(step: NewStep): StepText {
  const { atMs, state, reasons } = step
  return {
    head: `[${atMs},"${state}",${reasons.length === 0 ? '[]' : JSON.stringify(reasons)},`,
    tail: `,${FACTS.map((name) => JSON.stringify(step[name] ?? null)).join()}]`,
  }
}

/** `tookMs`: null for the first. */
export function stepLine({ head, tail }: StepText, tookMs: number | null): string {
  return `${head}${tookMs ?? 'null'}${tail}`
}

/** What a change tells of its step; what it does not tell is null. */
export function factsOfChange(told: FactsOfChange): FactsOfChange {
  return pickedOrNull(told, FACTS_OF_CHANGE)
}

/** A step as it stands in its line. What a later version says behind that is passed over. */
export const StepInRow = z
  .array(z.unknown())
  .transform((values) => Object.fromEntries(LINE.map((name, at) => [name, values[at]])))
  .pipe(z.object({ ...StepColumns.shape, reasons: Reasons }))

/** A step as it is read from the line that is written of it. */
export function stepAsRead(step: NewStep, tookMs: number | null): TraceStep {
  const { atMs, state, reasons } = step
  return { atMs, state, reasons: [...reasons], tookMs, ...pickedOrNull(step, FACTS) }
}

/** Those of a version before stand in a table of their own, and came first. */
export const StoredSteps = z
  .object({ before: z.array(StepColumns), way: z.array(StepInRow) })
  .transform(({ before, way }): TraceStep[] => [...before, ...way])
