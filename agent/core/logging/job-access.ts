// Who looked at labels or did something with them: one line of the log for each time (security 2.6, O03).
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'

/** What somebody did: the command's own name; `list` and `read` change nothing. */
export type JobAct =
  | 'list'
  | 'read'
  | 'print'
  | 'test'
  | 'answer'
  | 'release'
  | 'cancel'
  | 'reprint'
  | 'picture'

/** Whoever asks through the hub; the portal's staff log has the person. */
export const STAFF = 'staff, in the panel'

/** `who`: the user of this computer at the control socket, or STAFF. */
export type JobAccess = (who: string, act: JobAct, jobs: readonly PrintJob[]) => void

/** The log adds when. Of a list the numbers, of one label its id too. */
export function jobAccess(logger: Logger): JobAccess {
  return (who, act, jobs) => {
    const numbers = jobs.map(labelNumber).join(' ')
    const [only] = jobs
    const id = jobs.length === 1 && only !== undefined ? { job: only.id } : {}
    logger.info('job.access', { who, act, labels: numbers, ...id })
  }
}
