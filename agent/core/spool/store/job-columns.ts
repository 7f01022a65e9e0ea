// The columns of a job and of a step of its way in spool.sqlite, each listed once with when it is written; the statements
// follow from it. What stands in them says job-row.ts. Without zod, for the thread that owns the file.
import type { JobColumns, StepColumns } from './job-row.ts'

/**
 * `new`: with the job. `new or null`: the same, null where the new job does not name it. `change`: by each change that names
 * it. `apart`: by a statement of its own, which begins at null or at the default of the column. `never`: it is no column,
 * and found when the job is read.
 */
const JOB_WRITTEN = {
  id: 'new',
  n: 'apart',
  number: 'new or null',
  state: 'new',
  reasons: 'new',
  code: 'change',
  sender: 'new',
  endedBy: 'new',
  language: 'new',
  isComplete: 'new',
  bytes: 'new',
  sha256: 'new',
  copies: 'new',
  destination: 'apart',
  attempts: 'apart',
  evidence: 'change',
  reprintOf: 'new',
  reprintCount: 'new',
  acceptedAtMs: 'new',
  changedAtMs: 'new',
  hasPayload: 'apart',
  origin: 'new or null',
  ttlMs: 'new or null',
  target: 'new or null, change',
  isAnswered: 'apart',
  pendingAnswer: 'change',
  reprintedAs: 'never',
} as const satisfies Record<keyof JobColumns, string>

/** `new`: said when the step is added, null otherwise; `apart`: found then. */
const STEP_WRITTEN = {
  atMs: 'apart',
  state: 'new',
  reasons: 'new',
  tookMs: 'apart',
  bytes: 'new',
  evidence: 'new',
} as const satisfies Record<keyof StepColumns, string>

type Written<Columns, When extends string> = {
  [Name in keyof Columns]: Columns[Name] extends When ? Name : never
}[keyof Columns]

export type NewColumn = Written<typeof JOB_WRITTEN, 'new'>
export type NewOrNullColumn = Written<typeof JOB_WRITTEN, `new or null${string}`>
export type ChangeColumn = Written<typeof JOB_WRITTEN, `${string}change`>
export type NewStepColumn = Written<typeof STEP_WRITTEN, 'new'>

const JOB_ENTRIES: readonly (readonly [string, string])[] = Object.entries(JOB_WRITTEN)
export const JOB_COLUMNS = JOB_ENTRIES.flatMap(([name, when]) => (when === 'never' ? [] : [name]))
export const NEW_COLUMNS = writtenBy<NewColumn | NewOrNullColumn>(JOB_WRITTEN, 'new')
export const CHANGE_COLUMNS = writtenBy<ChangeColumn>(JOB_WRITTEN, 'change')
export const STEP_COLUMNS = Object.keys(STEP_WRITTEN)

function writtenBy<Name extends string>(written: Readonly<Record<string, string>>, when: string): Name[] {
  return Object.keys(written).filter((name) => written[name]?.includes(when)) as Name[]
}
