// How much the spool keeps, and for how long.

const MIB = 1_048_576

export interface SpoolLimits {
  /** Labels that have not reached their end, by number and by bytes; held ones wait for a person and do not count. */
  readonly waiting: number
  readonly waitingBytes: number
  /** Of the file without what is free in it. Beyond it the oldest payloads that are over go, then labels are refused. */
  readonly fileBytes: number
  /** A file that is given up when the disk is full, so that what was accepted can still be finished; 0 for none. */
  readonly reserveBytes: number
  /** Payloads of labels that are over, so that a person can print them again after a long weekend. */
  readonly payloadDays: number
  /** Jobs with their traces. */
  readonly jobDays: number
  /**
   * Of jobs so many stay however old they are: a clock that jumped ahead must not make this computer forget which labels it
   * has taken, or one that is sent again would come out again.
   */
  readonly newestJobs: number
  /** Counts per hour. */
  readonly countDays: number
}

export const SPOOL_LIMITS: SpoolLimits = {
  waiting: 1_000,
  waitingBytes: 64 * MIB,
  fileBytes: 256 * MIB,
  reserveBytes: 16 * MIB,
  payloadDays: 7,
  jobDays: 30,
  newestJobs: 1_000,
  countDays: 90,
}

/** Of one job: the first step and the newest ones stay. */
export const MAX_STEPS = 100
/** What one run of the clean-up removes at most, so that no label waits for it longer than for a few flushes. */
export const CLEAN_UP_RUN = { payloads: 100, payloadBytes: 8 * MIB, jobs: 100, pages: 500 }
/** What a label that needs room may remove at most. */
export const MAKE_ROOM = { payloads: 5_000 }
