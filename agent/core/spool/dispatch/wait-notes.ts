// Says of labels why they wait, on the disk and so to whoever shows them, here and where they came from.
import { sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { CLOCK_JUMPED } from '../rules/expiry.ts'
import { isPrintedHere, stopOf } from '../rules/route.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'
import type { Queue, WaitingJob } from './queue.ts'

export interface WaitNotesParts extends Pick<DispatcherParts, 'ledger' | 'route' | 'logger'> {
  readonly queue: Queue
  /** Ends it. */
  readonly signal: AbortSignal
}

export class WaitNotes {
  readonly #parts: WaitNotesParts
  #noting: Promise<void> = Promise.resolve()

  constructor(parts: WaitNotesParts) {
    this.#parts = parts
  }

  /** The disk is not asked twice to keep the same. */
  async note(job: WaitingJob, reasons: Reasons): Promise<void> {
    if (job.row.state === 'waiting_for_printer' && sameReasons(job.row.reasons, reasons)) return
    try {
      job.row = await this.#parts.ledger.change(job.row, { state: 'waiting_for_printer', reasons })
    } catch (error) {
      this.#parts.logger.error('spool.reason-not-kept', error, { job: job.row.id })
    }
  }

  /** Every label that waits says why its printer has stopped; one round after the other, so that none says it twice. */
  async noteStop(): Promise<void> {
    const { queue, route, signal } = this.#parts
    this.#noting = this.#noting.then(async () => {
      const now = route()
      const why = stopOf(now)
      if (why.length === 0 || signal.aborted) return
      // All at once: a label that leaves the queue meanwhile does so behind its note.
      const waiting = queue.all().filter(({ row }) => isPrintedHere(now, row))
      await Promise.all(
        waiting.map(async (job) => this.note(job, job.sawJump ? [...why, CLOCK_JUMPED] : why)),
      )
    })
    return this.#noting
  }
}
