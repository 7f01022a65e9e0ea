// Which states are no end, and which list a label stands in, as SQL needs it; job-states.ts and shared/labels/job-lists.ts say the
// same to the program.
import {
  JOB_LISTS,
  SAYS_ANSWER_WAITS,
  SAYS_PRINTED_AGAIN,
  type JobListName,
} from '@pharmacy-relay/shared/labels/job-lists.ts'

/** The partial indexes of the schema are used only when a statement repeats their condition. */
export const IS_WAITING = `state IN ('accepted', 'waiting_for_printer', 'sending')`
export const IS_UNSETTLED = `target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown')`
export const IS_PENDING = `pending_answer IS NOT NULL`
export const IS_OVER = `state NOT IN ('accepted', 'waiting_for_printer', 'sending')`
export const NEEDS_A_PERSON = `state IN ('held', 'unknown', 'failed', 'expired')`

/** The newest label that was printed in place of this one. */
export const REPRINTED_AS = `iif(state IN ('failed', 'expired', 'unknown'),
  (SELECT coalesce(later.number, CAST(later.n AS TEXT)) FROM job AS later WHERE later.reprint_of = coalesce(job.reprint_of, job.id)
     AND later.reprint_count > coalesce(job.reprint_count, 0) ORDER BY later.reprint_count DESC LIMIT 1), NULL)`

/** The code stands in no text of the JSON, where quotes are escaped. */
const says = (code: string): string => `instr(reasons, '"code":"${code}"') > 0`
const IS_SAID = SAYS_PRINTED_AGAIN.map(says).join(' OR ')
const IS_PRINTED_AGAIN = `(state IN ('failed', 'expired', 'unknown') AND (${IS_SAID} OR ${REPRINTED_AS} IS NOT NULL))`

/** Of each list the parts that one index serves each; together they are the list, and no label is in two. */
export const LIST_PARTS: Readonly<Record<JobListName, readonly string[]>> = {
  'not-out': [partFor('not-out')],
  // What was forwarded has a computer, and nobody answers for it.
  waits: [
    IS_WAITING,
    `${IS_UNSETTLED} AND state = 'forwarded'`,
    `${partFor('asks')} AND ${says(SAYS_ANSWER_WAITS)}`,
  ],
  asks: [`${partFor('asks')} AND NOT ${says(SAYS_ANSWER_WAITS)}`],
}

function partFor(list: JobListName): string {
  const states = JOB_LISTS[list].map((state) => `'${state}'`).join()
  return `${NEEDS_A_PERSON} AND state IN (${states}) AND NOT ${IS_PRINTED_AGAIN}`
}
