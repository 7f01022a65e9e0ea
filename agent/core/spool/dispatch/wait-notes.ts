// Says of labels why they wait, on the disk and so to whoever shows them, here and where they came from.
import { sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { CLOCK_JUMPED, jumpMs, type ClockPair } from '../rules/expiry.ts'
import type { JobChange } from '../store/spool-store.ts'
import type { WaitingJob } from './queue.ts'
import type { ForwardTry, TryParts } from './try.ts'

type Parts = Pick<TryParts, 'ledger' | 'clock' | 'logger'>

const both = async (one: Promise<void> | null, other: Promise<void>): Promise<void> =>
  Promise.all([one, other]).then(() => undefined)

export class WaitNotes {
  readonly #parts: Parts
  #last: Promise<void> | null = null
  #clocks: ClockPair

  constructor(parts: Parts) {
    this.#parts = parts
    this.#clocks = this.#now()
  }

  /** Each label; the disk is not asked twice to keep the same. */
  waiting(jobs: readonly WaitingJob[], why: Reasons): void {
    for (const job of jobs) {
      const reasons = job.sawJump ? [...why, CLOCK_JUMPED] : why
      const said = job.said ?? (job.row.state === 'waiting_for_printer' ? job.row.reasons : null)
      if (said === null || !sameReasons(said, reasons))
        this.#note(job, { state: 'waiting_for_printer', reasons })
    }
  }

  /**
   * Labels that lived through a jump of the clock do not expire by themselves any more; the step that each gets keeps it so across
   * a restart. Of a try that has begun the disk may not know yet, and it must not be ended by this; one that has ended is not in `tries`,
   * as this would come behind its outcome.
   */
  seeJump(waiting: readonly WaitingJob[], tries: readonly Pick<ForwardTry, 'job' | 'isLeaving'>[]): void {
    const before = this.#clocks
    this.#clocks = this.#now()
    const movedMs = jumpMs(before, this.#clocks)
    if (movedMs === 0) return
    this.#parts.logger.warn('spool.clock-jumped', { movedMs, labels: waiting.length + tries.length })
    const all = [...waiting.map((job) => ({ job, isLeaving: job.at !== null })), ...tries]
    for (const { job, isLeaving } of all) {
      job.sawJump = true
      this.#note(job, { state: isLeaving ? 'sending' : job.row.state, reasons: [CLOCK_JUMPED] })
    }
  }

  /** Resolves once the disk was told all so far. */
  async kept(): Promise<void> {
    await this.#last
  }

  #note(job: WaitingJob, change: JobChange): void {
    job.said = change.reasons
    job.noting = both(job.noting, this.#keep(job, change))
    this.#last = both(this.#last, job.noting)
  }

  async #keep(job: WaitingJob, change: JobChange): Promise<void> {
    const { row } = job
    try {
      const changed = await this.#parts.ledger.change(row, change)
      if (job.row.state === changed.state || change.state === 'waiting_for_printer') job.row = changed
    } catch (error) {
      // Said when the queue is looked at next.
      job.said = null
      this.#parts.logger.error('spool.reason-not-kept', error, { job: row.id })
    }
  }

  #now(): ClockPair {
    const { clock } = this.#parts
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
  }
}
