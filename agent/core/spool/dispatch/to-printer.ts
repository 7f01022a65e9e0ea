// A try at a printer of this computer: `sending` on the disk, then the bytes, then what became of them.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { MAX_REASONS, sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { BEING_ASKED, type Doubt } from '../rules/doubt-rule.ts'
import type { Odometers } from './odometers.ts'
import type { Pace } from './pace.ts'
import { writeFailure, type WriteFailure } from '../../printers/write-outcome.ts'
import { afterFailure } from '../rules/retry-rule.ts'
import type { AcceptedJob } from '../arrivals.ts'
import { titleOf, type Delivery, type PrinterRoute } from '../rules/route.ts'
import type { AttemptStart, JobChange, JobRow } from '../store/spool-store.ts'
import type { Progress } from '../store/progress.ts'
import type { WaitingJob } from './queue.ts'
import type { Outcome, Try, TryParts } from './try.ts'

export interface PrinterTryParts extends TryParts {
  readonly odometers: Odometers
  readonly pace: Pick<Pace, 'committed' | 'printed' | 'isDiskSlower'>
  readonly random: () => number
  /** Whether its printer can be asked about a label in doubt. */
  readonly canJudge: (doubt: Doubt) => boolean
  /** A label is about to be sent. */
  readonly onBusy: () => void
}

/** A label that is committed with its first try: one flush stands before the first byte, in place of two. */
export interface FirstTry {
  readonly label: AcceptedJob
  /** Its sender's, which is overwritten as soon as the label is accepted. */
  readonly payload: Uint8Array
  /** In its place of the order, as the commit left it. */
  readonly placed: (sending: JobRow) => WaitingJob
  readonly accepted: (row: JobRow) => void
  readonly refused: (error: unknown) => void
}

interface PrinterTryOf {
  readonly to: PrinterRoute
  readonly label: WaitingJob | FirstTry
  /** Tries that failed in a row there. */
  readonly failures: number
}

const DISK_AGAIN_MS = 2_000

export class PrinterTry implements Try {
  job: WaitingJob | null = null
  readonly to: PrinterRoute
  readonly #of: PrinterTryOf
  /** The printer's counter before the label; null when it is not known. */
  readonly #odometer: number | null
  readonly #parts: PrinterTryParts
  /** Why its printer has stopped, as the disk was told. */
  #told: Reasons = []

  constructor(of: PrinterTryOf, parts: PrinterTryParts) {
    this.#of = of
    this.to = of.to
    this.#parts = parts
    parts.onBusy()
    this.#odometer = parts.odometers.take(of.to.destination)
    if ('row' in of.label) this.job = of.label
  }

  async run(): Promise<Outcome> {
    const { label } = this.#of
    const start = startAt(this.to, this.#parts.store.progress, this.#odometer)
    return 'row' in label ? this.#start(label.row, start) : this.#accept(label, start)
  }

  async #accept(
    { label, payload, placed, accepted, refused }: FirstTry,
    start: AttemptStart,
  ): Promise<Outcome> {
    const { ledger, odometers, pace, clock } = this.#parts
    const kept = new Uint8Array(payload)
    const beganMs = clock.monotonicMs()
    const both = await ledger.acceptAndStart(label, payload, start).catch(refused)
    pace.committed(clock.monotonicMs() - beganMs)
    if (both === undefined) {
      kept.fill(0)
      odometers.keep(start.destination, start.odometer)
      return { kind: 'refused', pauseMs: 0 }
    }
    this.job = placed(both.sending)
    accepted(both.accepted)
    return this.#handOver(both.sending, kept)
  }

  async #start(row: JobRow, start: AttemptStart): Promise<Outcome> {
    const { ledger, store, logger } = this.#parts
    // Both at once: the payload is there when the commit is.
    const [started, read] = await Promise.allSettled([ledger.startAttempt(row, start), store.payload(row.id)])
    const payload = read.status === 'fulfilled' ? read.value : null
    if (started.status === 'rejected') {
      logger.error('spool.attempt-not-kept', started.reason, { job: row.id })
      payload?.fill(0)
      return again(row, null, DISK_AGAIN_MS)
    }
    if (payload !== null) return this.#handOver(started.value, payload)
    return over(started.value, unreadable(read.status === 'fulfilled' ? 'content_gone' : 'content_locked'))
  }

  async #handOver(sending: JobRow, payload: Uint8Array): Promise<Outcome> {
    const { ledger, signal, odometers, store } = this.#parts
    const { progress } = store
    // Both commits may share a flush, but no byte leaves before the outcome of the label before is on the disk or noted: after a
    // crash the counter of the printer speaks of the one label that was open.
    if (progress.awaitsDisk) await ledger.settled()
    const isNoted = signal.aborted || this.#noteBegin(sending)
    if (!isNoted) {
      payload.fill(0)
      odometers.keep(this.to.destination, this.#odometer)
      return again(sending, NOT_NOTED, DISK_AGAIN_MS)
    }
    const delivery: Delivery | null = signal.aborted
      ? writeFailure('stopped', false)
      : await this.#write(sending, payload)
    payload.fill(0)
    odometers.keep(this.to.destination, delivery?.odometer ?? null)
    const outcome = this.#outcomeOf(sending, delivery)
    this.#noteEnd(sending, outcome)
    return outcome
  }

  #outcomeOf(sending: JobRow, delivery: Delivery | null): Outcome {
    if (delivery === null) return over(sending, DEFECT)
    return delivery.ok ? over(sending, sentBy(delivery)) : this.#failed(sending, delivery)
  }

  /** False: it cannot be, and the label waits. */
  #noteBegin({ id, attempts }: JobRow): boolean {
    const { ledger, store, logger } = this.#parts
    try {
      store.progress.begin({ jobId: id, attempt: attempts, odometer: this.#odometer }, ledger.isSettled)
      return true
    } catch (error) {
      logger.error('spool.progress-not-noted', error, { job: id })
      return false
    }
  }

  /** What is in doubt stays so after a crash. */
  #noteEnd({ id, attempts }: JobRow, outcome: Outcome): void {
    const { progress } = this.#parts.store
    const one = { jobId: id, attempt: attempts }
    if (outcome.kind === 'again') progress.end(one, null)
    else if (outcome.kind === 'over' && outcome.change.state !== 'unknown') progress.end(one, outcome.change)
  }

  #failed(sending: JobRow, failure: WriteFailure & Pick<Delivery, 'bytesSent' | 'evidence'>): Outcome {
    const { code, reason: why, evidence = null } = failure
    const bytesSent = bytesThatLeft(failure, sending)
    const attempt = this.#of.failures + 1
    const next = afterFailure({ code, bytesSent, attempt }, this.#parts.random())
    const how = { code, bytesSent, evidence }
    switch (next.kind) {
      case 'again':
        return again(
          sending,
          { state: 'waiting_for_printer', reasons: [why], code, bytesSent: 0 },
          next.afterMs,
        )
      case 'failed':
        return over(sending, { ...how, state: 'failed', reasons: [why] })
      case 'unknown': {
        // Unknown from now on, whatever the printer says later.
        const doubt = this.#doubt(sending, failure)
        const reasons = doubt === null ? [why] : [why, BEING_ASKED]
        const change = { ...how, state: 'unknown', reasons } as const
        return { kind: 'over', row: sending, change, pauseMs: next.pauseMs, doubt, now: null }
      }
      default:
        return next satisfies never
    }
  }

  /** Null: its printer cannot be asked. */
  #doubt(row: JobRow, { code, reason: cause }: WriteFailure): Doubt | null {
    const { signal, canJudge } = this.#parts
    const { destination } = this.to
    // Given up by this computer, and not broken off by the printer: it may still read what its system has taken.
    const mayBeUnread = code !== 'connection_reset' && code !== 'closed_early'
    const doubt = { row, destination, odometer: this.#odometer, cause, mayBeUnread }
    return !signal.aborted && canJudge(doubt) ? doubt : null
  }

  /** Null when the back end itself failed. */
  async #write(sending: JobRow, payload: Uint8Array): Promise<Delivery | null> {
    const { id, language, isComplete, copies } = sending
    const { signal, logger, pace, clock } = this.#parts
    const [odometer, beganMs] = [this.#odometer, clock.monotonicMs()]
    const onStop = (why: Reasons): void => this.#stopped(sending, why.slice(0, MAX_REASONS))
    const title = titleOf(id)
    try {
      const label = { payload, odometer, signal, title, language, isComplete, copies, onStop }
      const delivery = await this.to.write(label)
      pace.printed(clock.monotonicMs() - beganMs)
      return delivery
    } catch (error) {
      logger.error('spool.write-failed', error, { job: id, destination: this.to.destination })
      return null
    }
  }

  /** A label that its printer has and cannot print says why, here and where it came from. */
  #stopped(sending: JobRow, reasons: Reasons): void {
    const { ledger, logger } = this.#parts
    if (sameReasons(this.#told, reasons)) return
    this.#told = reasons
    ledger.change(sending, { state: 'sending', reasons }).catch((error: unknown) => {
      logger.error('spool.reason-not-kept', error, { job: sending.id })
    })
  }
}

function over(row: JobRow, change: JobChange): Outcome {
  return { kind: 'over', row, change, pauseMs: 0, doubt: null, now: null }
}

function again(row: JobRow, change: JobChange | null, pauseMs: number): Outcome {
  return { kind: 'again', row, change, pauseMs, isDoubted: false }
}

/** Of a try at this printer; `odometer`: null where others are before it. */
export function startAt(
  { destination }: PrinterRoute,
  { run }: Progress,
  odometer: number | null,
): AttemptStart & { readonly kind: 'printer' } {
  return { kind: 'printer', destination, odometer, run }
}

const NOT_NOTED: JobChange = {
  state: 'waiting_for_printer',
  reasons: [reason('disk_failed', {})],
  code: 'internal',
  bytesSent: 0,
}
const DEFECT: JobChange = { state: 'unknown', reasons: [reason('agent_failed', {})], code: 'internal' }

/** Whichever of the two says that bytes left is believed. */
function bytesThatLeft(
  { retry, bytesSent }: WriteFailure & Pick<Delivery, 'bytesSent'>,
  { bytes }: JobRow,
): number {
  return retry === 'ambiguous' ? Math.max(1, bytesSent ?? bytes) : (bytesSent ?? 0)
}

function sentBy({ evidence = null }: Delivery): JobChange {
  const provesPaper = evidence === 'L3' || evidence === 'L4'
  return { state: provesPaper ? 'printed' : 'sent_to_printer', reasons: [], evidence }
}

function unreadable(why: 'content_gone' | 'content_locked'): JobChange {
  return { state: 'failed', reasons: [reason(why, {})], code: 'internal', bytesSent: 0 }
}
