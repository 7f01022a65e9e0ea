// The columns of a job in spool.sqlite, each listed once with when it is written; the statements follow from it. What stands in
// them says job-row.ts. Without zod, for the thread that owns the file.
import type { JobColumns } from './job-row.ts'

/**
 * `new`: with the job, and never again. `each`: with the job and with each change, as it then stands. `apart`: by a statement of
 * its own, which begins at null or at the default of the column. `never`: it is no column, and found when the job is read.
 */
const JOB_WRITTEN = {
  id: 'new',
  n: 'apart',
  number: 'new',
  state: 'each',
  reasons: 'each',
  code: 'each',
  sender: 'new',
  endedBy: 'new',
  language: 'new',
  isComplete: 'new',
  bytes: 'new',
  sha256: 'new',
  copies: 'new',
  destination: 'each',
  attempts: 'each',
  evidence: 'each',
  reprintOf: 'new',
  reprintCount: 'new',
  acceptedAtMs: 'new',
  changedAtMs: 'each',
  hasPayload: 'apart',
  origin: 'new',
  ttlMs: 'each',
  target: 'each',
  isAnswered: 'each',
  pendingAnswer: 'each',
  reprintedAs: 'never',
} as const satisfies Record<keyof JobColumns, 'new' | 'each' | 'apart' | 'never'>

type Written<When extends string> = {
  [Name in keyof JobColumns]: (typeof JOB_WRITTEN)[Name] extends When ? Name : never
}[keyof JobColumns]

export type NewColumn = Written<'new'>
export type EachColumn = Written<'each'>

const JOB_ENTRIES: readonly (readonly [string, string])[] = Object.entries(JOB_WRITTEN)
export const JOB_COLUMNS = JOB_ENTRIES.flatMap(([name, when]) => (when === 'never' ? [] : [name]))
export const NEW_COLUMNS = writtenWhen<NewColumn>('new')
export const EACH_COLUMNS = writtenWhen<EachColumn>('each')

function writtenWhen<Name extends string>(when: string): Name[] {
  return JOB_ENTRIES.flatMap(([name, its]) => (its === when ? [name as Name] : []))
}
