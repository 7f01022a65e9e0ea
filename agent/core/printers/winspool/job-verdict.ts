// What the state of a job in Windows' queue means for its label. Pure.
import { JOB_STATUS } from './constants.ts'
import type { SpoolJob, TakenBack } from './spooler-facts.ts'

/** `finished`: handed to the device. `cancelled`: somebody deletes it. `begun`: bytes may have left. `waiting`: none has. */
export type JobVerdict = 'finished' | 'cancelled' | 'begun' | 'waiting'

type JobProgress = Pick<SpoolJob, 'status' | 'printingMs' | 'pages'>

/** COMPLETE: sent to the printer. RETAINED: kept after it was printed. */
const FINISHED = JOB_STATUS.printed | JOB_STATUS.complete | JOB_STATUS.retained
const CANCELLED = JOB_STATUS.deleting | JOB_STATUS.deleted
/** A port says error, paper or intervention only of a job that it was given. RESTART: of one that was printed before. */
const BEGUN =
  JOB_STATUS.printing |
  JOB_STATUS.error |
  JOB_STATUS.paperOut |
  JOB_STATUS.userIntervention |
  JOB_STATUS.restart |
  FINISHED
/** Such a job does not print, so one that is gone from there was taken away by somebody. */
const CANNOT_PRINT = JOB_STATUS.paused | JOB_STATUS.offline | JOB_STATUS.blocked

export function verdictOn(job: JobProgress): JobVerdict {
  // A job that is done passes through PRINTED and DELETING on its way out.
  if (has(job, FINISHED) && !has(job, JOB_STATUS.restart)) return 'finished'
  if (has(job, CANCELLED)) return 'cancelled'
  return hasBegun(job) ? 'begun' : 'waiting'
}

export function hasBegun(job: JobProgress): boolean {
  return has(job, BEGUN) || job.printingMs > 0 || job.pages > 0
}

/** Its port says so of this very job. */
export function isPaperOut(job: JobProgress): boolean {
  return has(job, JOB_STATUS.paperOut)
}

/**
 * Of a job that is not in the queue any more. With "Keep printed documents" off, a queue forgets each job that it has handed
 * to the device. `last`: as it was seen last; null when it was never seen there, which is usual for a label.
 */
export function verdictOnGone(last: JobProgress | null): 'finished' | 'cancelled' {
  if (last === null) return 'finished'
  const isTakenAway = has(last, CANCELLED) || (has(last, CANNOT_PRINT) && !hasBegun(last))
  return isTakenAway ? 'cancelled' : 'finished'
}

/** Whether it is certain that no byte has left and none will: it was paused, had not begun, and is gone or going. */
export function isTakenBackWhole({ wasPaused, before, after }: TakenBack): boolean {
  if (!wasPaused || before === null || hasBegun(before)) return false
  return after === null || (has(after, CANCELLED) && !hasBegun(after))
}

function has({ status }: JobProgress, bits: number): boolean {
  return (status & bits) !== 0
}

/** How the spool names labels in queues (spool/rules/route.ts). */
const OUR_TITLE = /^label [0-9a-f-]{36}$/
/** Windows' own short names of computers are cut after 15 characters. */
const SHORT_NAME = 15

/** Handed over by this computer; a queue of a print server has labels of others. */
export function isOurs(
  { title, computer }: Pick<SpoolJob, 'title' | 'computer'>,
  thisComputer: string,
): boolean {
  const short = (name: string): string => name.slice(0, SHORT_NAME).toUpperCase()
  return OUR_TITLE.test(title) && short(computer) === short(thisComputer)
}
