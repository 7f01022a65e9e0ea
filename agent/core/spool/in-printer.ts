// Keeps it said of an unknown label whether its printer has stopped: it may hold the label, and print it when it goes on.
//
// Said in the job's own reasons, so that the computer from which the label came hears it too.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { hasReason, sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { JudgingParts } from './dispatch/judging.ts'
import { mayHold } from './rules/route.ts'

type InPrinterParts = Pick<JudgingParts, 'store' | 'ledger' | 'route' | 'exclusively' | 'logger'>

const MAY_STILL_COME = reason('may_still_come', {})
/** As many as the link tells of a label: why it is in doubt, and what its printer said when it was asked. */
const KEPT = 2

export class InPrinter {
  readonly #parts: () => InPrinterParts

  /** `parts`: asked each time, as it hears of jobs before all of them are there. */
  constructor(parts: () => InPrinterParts) {
    this.#parts = parts
  }

  /** A job was changed or is shown again. */
  jobChanged(job: Pick<PrintJob, 'id' | 'state' | 'reasons' | 'destination'>): void {
    if (job.state !== 'unknown' || sameReasons(this.#wanted(job), job.reasons)) return
    const { exclusively, logger } = this.#parts()
    exclusively(async () => this.#correct(job.id)).catch((error: unknown) =>
      logger.error('spool.reason-not-kept', error, { job: job.id }),
    )
  }

  /** The printer of this computer says another thing of itself; `jobs`: all that wait for somebody. */
  printerChanged(jobs: readonly PrintJob[]): void {
    for (const job of jobs) this.jobChanged(job)
  }

  /** Of one of these at least. */
  isSaid(jobs: readonly PrintJob[]): boolean {
    return jobs.some(({ state, reasons }) => state === 'unknown' && hasReason(reasons, 'may_still_come'))
  }

  async #correct(id: string): Promise<void> {
    const { store, ledger } = this.#parts()
    const row = await store.find(id)
    // What another computer has, it tells itself.
    if (row === null || row.state !== 'unknown' || row.target !== null) return
    const reasons = this.#wanted(row)
    if (!sameReasons(reasons, row.reasons)) await ledger.change(row, { state: 'unknown', reasons })
  }

  #wanted({ reasons, destination }: Pick<PrintJob, 'destination'> & { readonly reasons: Reasons }): Reasons {
    const stop = mayHold(this.#parts().route(), destination)
    const said = reasons.findIndex(({ code }) => code === MAY_STILL_COME.code)
    const own = said < 0 ? reasons : reasons.slice(0, said)
    return stop.length === 0 ? own : [...own.slice(0, KEPT), MAY_STILL_COME, ...stop.slice(0, 1)]
  }
}
