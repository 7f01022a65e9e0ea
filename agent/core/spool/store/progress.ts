// What was begun at a printer and how it ended, noted beside the spool where the process may die but not the computer: of a label the disk
// may then say `sending` before its turn, and its outcome a moment later.
import type { JobRow } from './job-row.ts'

/** A try at a printer of this computer. */
export interface NotedTry {
  readonly jobId: string
  readonly attempt: number
  /** The printer's label counter before it; null when it is not known. */
  readonly odometer: number | null
}

/** One that the process before left open, as the disk has it. */
export interface OpenTry extends Pick<NotedTry, 'jobId' | 'attempt'> {
  /** By `notedAs`; null: nobody noted it. */
  readonly noted: string | null
}

/** What a printer did with a label, as far as it is noted. */
export type NotedOutcome = Pick<JobRow, 'state' | 'reasons'> &
  Partial<Pick<JobRow, 'code' | 'evidence'>> & { readonly bytesSent?: number }

/** Of a try that the process before left open. */
export type LeftTry =
  /** Its process noted nothing that is still true: any byte may have left. */
  | { readonly kind: 'not_known' }
  | { readonly kind: 'not_begun' }
  | { readonly kind: 'begun'; readonly odometer: number | null }
  | { readonly kind: 'ended'; readonly outcome: NotedOutcome }

export interface Progress {
  /**
   * Names this process and is kept with each try that is noted. Null: nothing can be noted, and the disk has each outcome
   * before the next label begins.
   */
  readonly run: string | null
  /**
   * The disk has to have every outcome so far before the next label begins: there is no room for another one, or what was begun last
   * is in doubt, and its printer's counter must speak of it alone.
   */
  readonly awaitsDisk: boolean
  /** What the process before left is taken up, and on the disk. A try without a note was never begun from now on. */
  start(): void
  /** Before the first byte. `isAnew`: the disk has every outcome so far. Throws when it cannot be noted: then no byte may leave. */
  begin(one: NotedTry, isAnew: boolean): void
  /** Null: nothing of it left. Not called of what is in doubt. Never throws: what is not noted is in doubt after a crash. */
  end(one: Pick<NotedTry, 'jobId' | 'attempt'>, outcome: NotedOutcome | null): void
  left(one: OpenTry): LeftTry
}

export const NO_PROGRESS: Progress = {
  run: null,
  awaitsDisk: true,
  start: () => undefined,
  begin: () => undefined,
  end: () => undefined,
  left: () => ({ kind: 'not_known' }),
}

/** What the disk keeps of a try that is noted: a version before writes none, also of the next try of the same job. */
export function notedAs(run: string, attempt: number): string {
  return `${run}:${attempt}`
}

/** Of the process before: what it noted, in its order. */
export interface Notes {
  readonly run: string
  readonly begun: readonly NotedTry[]
  readonly ended: readonly (Pick<NotedTry, 'jobId' | 'attempt'> & { readonly outcome: NotedOutcome | null })[]
}

/** `notes`: null where there are none, or the computer was started anew since. */
export function leftOf(notes: Notes | null, { jobId, attempt, noted }: OpenTry): LeftTry {
  if (notes === null || noted !== notedAs(notes.run, attempt)) return { kind: 'not_known' }
  const isIt = (one: Pick<NotedTry, 'jobId' | 'attempt'>): boolean =>
    one.jobId === jobId && one.attempt === attempt
  const begun = notes.begun.find(isIt)
  if (begun === undefined) return { kind: 'not_begun' }
  const ended = notes.ended.find(isIt)
  if (ended === undefined) return { kind: 'begun', odometer: begun.odometer }
  return ended.outcome === null ? { kind: 'not_begun' } : { kind: 'ended', outcome: ended.outcome }
}
