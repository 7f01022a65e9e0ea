// What the spool keeps on the disk. Every promise that writes resolves after its commit was flushed, and not before.
import type { JobListCounts, JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { JobRow } from './job-row.ts'
import type { Progress } from './progress.ts'
import type { FactsOfChange, TraceStep } from './step-row.ts'

export type { JobRow } from './job-row.ts'
export type { TraceStep } from './step-row.ts'

/** The store finds the rest of its columns by itself. */
export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'state'
  | 'reasons'
  | 'sender'
  | 'endedBy'
  | 'language'
  | 'isComplete'
  | 'copies'
  | 'reprint'
  | 'acceptedAtMs'
> &
  Partial<Pick<JobRow, 'origin' | 'ttlMs' | 'target'>> & {
    /** Left out, the store gives it one of this computer. */
    readonly number?: string | undefined
    /** Its commit may wait a moment for another one, and share its flush: see patience.ts. */
    readonly hasPatience?: boolean
    /** As of ArrivingLabel. */
    readonly goesFirst?: boolean
  }

/** What a change does not name stays as it is; what its step tells of it beside that is null then. */
export type JobChange = Partial<Pick<JobRow, 'code' | 'evidence' | 'target' | 'pendingAnswer'>> &
  FactsOfChange & {
    readonly state: JobRow['state']
    readonly reasons: JobRow['reasons']
    /** Bytes that left in the attempt that ends with this change. */
    readonly bytesSent?: number
    /** The payload will not be needed again. */
    readonly dropPayload?: boolean
    /** A person said so. */
    readonly isAnswer?: boolean
    /** The computer that has it said so, and counts it among its own. */
    readonly isNews?: boolean
    /** It is noted elsewhere, and another commit follows: it may wait a moment and share its flush (patience.ts). */
    readonly hasPatience?: boolean
  }

/** What must be known after a crash to judge whether the label came out. */
export interface AttemptStart {
  readonly kind: 'printer' | 'computer'
  /** Printer id, or name of the computer. */
  readonly destination: string
  /** The printer's label counter, last read while it was idle or after the job before; null when never read. */
  readonly odometer: number | null
  /** Of the process that notes when it begins and how it ends (progress.ts); null or left out: nobody does. */
  readonly run?: string | null
  /** Its turn comes later; until then a change of the job ends it. */
  readonly isAhead?: boolean
}

export interface OpenAttempt extends Omit<AttemptStart, 'run' | 'isAhead'> {
  readonly jobId: string
  readonly attempt: number
  readonly startedAtMs: number
  /** By `notedAs`; null: nobody noted it. */
  readonly noted: string | null
}

export interface SpoolStore {
  /** What was begun at a printer, before the disk has how it ended. */
  readonly progress: Progress
  /**
   * The payload is read before this returns its promise; the caller may overwrite it then. Throws ProblemError
   * unavailable when the spool or the disk is full or the disk failed, invalid when the payload is empty, and
   * state_conflict when a job of that id has been accepted. What was refused is not in the store.
   *
   * With `start` its first try is in the same commit, and the row comes back as `sending`: both or neither.
   */
  accept(job: NewJob, payload: Uint8Array, start?: AttemptStart | null): Promise<JobRow>
  /**
   * Commits `sending` before the first byte leaves. Like `change`, throws ProblemError not_found, and unavailable when
   * the disk failed: whether it was kept is then unknown until it is read or asked for again.
   */
  startAttempt(jobId: string, start: AttemptStart): Promise<JobRow>
  change(jobId: string, change: JobChange): Promise<JobRow>
  /**
   * The payload as it came, to be overwritten after use; null once it was dropped. Throws ProblemError internal when it
   * cannot be opened.
   */
  payload(jobId: string): Promise<Uint8Array | null>
  /** Jobs that have not reached their end, oldest first. */
  unfinished(): Promise<JobRow[]>
  /** Attempts that were under way when the last process ended. */
  openAttempts(): Promise<OpenAttempt[]>
  /** Jobs that this other computer has, or may have, without an end that lasts; newest first. */
  unsettled(target: string, limit: number): Promise<JobRow[]>
  /** Jobs of which a person said something that the computer with the label has not heard yet, oldest first. */
  pendingAnswers(limit: number): Promise<JobRow[]>
  /** Newest first, at most `limit`; without a page the newest of all. */
  list(limit: number, page?: JobPage): Promise<JobRow[]>
  /** How many jobs stand in each list. */
  listCounts(): Promise<JobListCounts>
  /** By id, or by number as a person writes it: without a letter that of this computer is meant. */
  find(idOrNumber: string): Promise<JobRow | null>
  trace(jobId: string): Promise<TraceStep[]>
  /** Waits for what is under way. */
  close(): Promise<void>
}
