// Tells the disk of tries at a printer before their turn, so that several labels share a flush where the disk is slower than the printer.
//
// Until its turn comes such a label is shown as accepted, and any change of it ends the try (Ledger). After a crash the notes say that
// it had not begun (store/progress.ts).
import type { AcceptedJob } from '../arrivals.ts'
import type { PrinterRoute } from '../rules/route.ts'
import type { AttemptStart, JobRow } from '../store/spool-store.ts'
import { MOST_AHEAD } from './pace.ts'
import type { Queue } from './queue.ts'
import { startAt, type PrinterTryParts } from './to-printer.ts'

export type AheadParts = Pick<PrinterTryParts, 'ledger' | 'store' | 'pace' | 'clock'>

export class Ahead {
  readonly #parts: AheadParts

  constructor(parts: AheadParts) {
    this.#parts = parts
  }

  /** Whether there is room for one more, with so many labels on their way to the disk. */
  isWanted(arriving: number): boolean {
    const { ledger, store, pace } = this.#parts
    return store.progress.run !== null && ledger.ahead + arriving < MOST_AHEAD && pace.isDiskSlower()
  }

  /** A label that comes behind others, with its try. Throws what the store's accept throws. */
  async accept(label: AcceptedJob, payload: Uint8Array, to: PrinterRoute): Promise<JobRow> {
    const { ledger, pace, clock } = this.#parts
    const beganMs = clock.monotonicMs()
    const row = await ledger.acceptAhead(label, payload, this.#start(to))
    pace.committed(clock.monotonicMs() - beganMs)
    return row
  }

  /** Those behind a label that begins now: so many share the flush of its try, and then the next so many. */
  startBehind(to: PrinterRoute, queue: Queue): void {
    const { ledger } = this.#parts
    if (ledger.ahead > 0) return
    const next = queue.all().filter((one) => one.at === null && one.noting === null)
    for (const { row } of next.slice(0, MOST_AHEAD)) ledger.startAhead(row, this.#start(to))
  }

  #start(to: PrinterRoute): AttemptStart {
    return { ...startAt(to, this.#parts.store.progress, null), isAhead: true }
  }
}
