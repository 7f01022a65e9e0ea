// What the spool keeps on the disk. Every promise that writes resolves after its commit was flushed, and not before.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'

/**
 * What is known about a label on paper (security-and-reliability 4.2): L0 the bytes left this process; L1 the printer
 * closed after the last byte; L2 its buffer ran empty without an error; L3 its odometer advanced; L4 it named the job.
 */
export type Evidence = 'L0' | 'L1' | 'L2' | 'L3' | 'L4'

/** A job as it stands; its payload is kept apart, sealed. */
export interface JobRow {
  readonly id: string
  /** Counts the jobs of one computer from 1, for ever. */
  readonly n: number
  readonly state: JobState
  /** Why it is in this state; empty when the state says all. */
  readonly reasons: Reasons
  /** Of the last failure; null when there was none. */
  readonly code: string | null
  readonly sender: string
  readonly endedBy: 'fin' | 'idle' | 'reset' | 'asked'
  readonly language: PrintJob['language']
  /** Null: not checked. */
  readonly isComplete: boolean | null
  readonly bytes: number
  /** Of the payload, 64 hexadecimal digits. */
  readonly sha256: string
  /** Labels it makes, where the language says so; 1 otherwise. */
  readonly copies: number
  readonly destination: string | null
  readonly attempts: number
  readonly evidence: Evidence | null
  /** Which reprint of which job this is; null for a first print. */
  readonly reprint: { readonly of: string; readonly count: number } | null
  /** Wall clock, ms since 1970. */
  readonly acceptedAtMs: number
  readonly changedAtMs: number
  /** The payload is still there. */
  readonly hasPayload: boolean
  /** Device key of the computer that it came from by the job link; null when it came otherwise. */
  readonly origin: string | null
  /** Life that its sender left it, in ms; null for the usual. Ends with a release: a person wants it then. */
  readonly ttlMs: number | null
  /** Computer that it was handed to last, or may be at any moment; null when it is for a printer of this computer. */
  readonly target: string | null
  /** A person said what became of it; no news changes that. */
  readonly isAnswered: boolean
}

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
  /** Null when absent. */
  Partial<Pick<JobRow, 'origin' | 'ttlMs' | 'target'>>

/** One step of a job's way, for its trace. */
export interface TraceStep {
  readonly atMs: number
  readonly state: JobState
  readonly reasons: Reasons
  /** Since the step before, on the monotonic clock of this process; null across a restart. */
  readonly tookMs: number | null
  readonly bytes: number | null
  readonly evidence: Evidence | null
}

export interface JobChange {
  readonly state: JobState
  readonly reasons: Reasons
  readonly code?: string | null
  readonly evidence?: Evidence | null
  /** Bytes that left in the attempt that ends with this change. */
  readonly bytesSent?: number
  /** The payload will not be needed again. */
  readonly dropPayload?: boolean
  /** The computer it may be handed to from now on; null: it is at none. */
  readonly target?: string | null
  /** A person said so. */
  readonly isAnswer?: boolean
  /** The computer that has it said so, and counts it among its own. */
  readonly isNews?: boolean
}

/** What must be known after a crash to judge whether the label came out. */
export interface AttemptStart {
  readonly kind: 'printer' | 'computer'
  /** Printer id, or name of the computer. */
  readonly destination: string
  /** The printer's label counter, last read while it was idle or after the job before; null when never read. */
  readonly odometer: number | null
}

export interface OpenAttempt extends AttemptStart {
  readonly jobId: string
  readonly attempt: number
  readonly startedAtMs: number
}

export interface SpoolStore {
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
  /** Newest first. */
  list(limit: number): Promise<JobRow[]>
  find(idOrNumber: string): Promise<JobRow | null>
  trace(jobId: string): Promise<TraceStep[]>
  /** Waits for what is under way. */
  close(): Promise<void>
}
