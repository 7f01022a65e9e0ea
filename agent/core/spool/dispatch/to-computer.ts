// Tries at another computer: several at once, begun in their order; what the link hears and says meanwhile, and how each ended.
import { sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { afterDelivery, type TryEnd } from '../rules/forward-rule.ts'
import type { ComputerRoute, ForwardEnd } from '../rules/forwarding.ts'
import type { JobChange } from '../store/spool-store.ts'
import { lifeLeftMs, type WaitingJob } from './queue.ts'
import type { ForwardTry, Outcome, TryParts } from './try.ts'

/** Between two reasons of one label on the disk. */
const NOTE_EVERY_MS = 2_000
/** After a delivery that ended before its time. */
const AGAIN_MS = 1_000

export class ComputerTry implements ForwardTry {
  readonly job: WaitingJob
  readonly to: ComputerRoute
  news: RemoteState | null = null
  /** Resolves once it has begun, or ended before. */
  readonly begun: Promise<void>
  readonly #begins: () => void
  readonly #before: Promise<void> | null
  readonly #parts: TryParts
  readonly #abort = new AbortController()
  #mayBeThere: boolean
  /** Why it has not arrived, as the link said last. */
  #reasons: Reasons = []
  #keptReasons: Reasons = []
  /** The disk is being told that it may leave. */
  #leaving: Promise<boolean> | null = null
  /** Resolves once the disk has answered all that it was told so far. */
  #told: Promise<void> = Promise.resolve()
  /** The disk says, or is about to, that the label waits here. */
  #saysWaiting = false
  #isNoting = false
  #isOver = false

  /** `before`: those before it have begun. */
  constructor(
    { job, to, before }: Pick<ForwardTry, 'job' | 'to'> & { before: Promise<void> | null },
    parts: TryParts,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.job = job
    this.to = to
    this.begun = promise
    this.#begins = resolve
    this.#before = before
    this.#parts = parts
    this.#mayBeThere = job.at !== null
  }

  get mayBeThere(): boolean {
    return this.#mayBeThere
  }

  get isLeaving(): boolean {
    return this.#mayBeThere || this.#leaving !== null
  }

  get isBrokenOff(): boolean {
    return this.#abort.signal.aborted
  }

  breakOff(): void {
    this.#abort.abort(new Error('the delivery is broken off'))
  }

  /**
   * The disk knows for which computer the label is before a byte of it leaves; a label that was accepted for it says so
   * already. Then delivers it in its turn. Never throws.
   */
  async run(): Promise<Outcome> {
    try {
      const payload = await this.#prepare()
      await this.#before
      if ('kind' in payload) return this.#outcome(payload)
      if (this.isBrokenOff) return this.#outcome(wiped(payload, this.#mayBeThere))
      const delivering = this.#deliver(payload)
      this.#begins()
      const end = await delivering
      this.#isOver = true
      // How a label that did not arrive stands on the disk decides what the disk is told next.
      if (end.kind === 'not_sent' || end.kind === 'in_doubt') await this.#told
      return this.#outcome(end)
    } finally {
      this.#begins()
      this.#isOver = true
    }
  }

  async #prepare(): Promise<Uint8Array | TryEnd> {
    const { job, to } = this
    const { ledger, store, logger } = this.#parts
    const { state, reasons, target, id } = job.row
    this.#saysWaiting = state === 'waiting_for_printer'
    try {
      if (this.#mayBeThere && state !== 'sending') {
        if (!(await this.#startAttempt())) return { kind: 'disk' }
      } else if (target !== to.destination)
        job.row = await ledger.change(job.row, { state, reasons, target: to.destination })
      return (await store.payload(id)) ?? { kind: 'unreadable' }
    } catch (error) {
      logger.error('spool.attempt-not-kept', error, { job: id })
      const isUnreadable = error instanceof ProblemError && error.code === 'internal'
      return { kind: isUnreadable ? 'unreadable' : 'disk' }
    }
  }

  async #deliver(payload: Uint8Array): Promise<ForwardEnd> {
    const { id, sha256, reprint, number } = this.job.row
    const left = this.#leftMs()
    try {
      return await this.to.deliver({
        id,
        payload,
        sha256,
        reprint,
        number,
        signal: this.#abort.signal,
        ttlMs: left === null ? null : Math.floor(left),
        wasHanded: this.#mayBeThere,
        mayLeave: async () => this.#mayLeave(),
        onHanded: () => this.#handed(),
        onWaiting: (reasons) => this.#wait(reasons),
      })
    } catch (error) {
      this.#parts.logger.error('spool.delivery-failed', error, { job: id })
      return this.#mayBeThere ? IN_DOUBT : NOT_SENT
    } finally {
      payload.fill(0)
    }
  }

  /** What is not there after all waits again on the disk too, for any printer, unless the next process goes on with it. */
  #outcome(end: TryEnd): Outcome {
    const { isBrokenOff, mayBeThere, to } = this
    const reasons = this.#reasons
    const became = afterDelivery(end, { isBrokenOff, mayBeThere, reasons, to, leftMs: this.#leftMs() })
    const row = { ...this.job.row, state: 'sending' } as const
    if (typeof became !== 'string') {
      const now = end.kind === 'forwarded' ? end.now : null
      return { kind: 'over', row, change: became, pauseMs: 0, doubt: null, now }
    }
    const isSending = mayBeThere || this.job.row.state === 'sending'
    const isTakenBack = isSending && became === 'again' && !this.#parts.signal.aborted
    const change = isTakenBack ? ({ state: 'waiting_for_printer', reasons, target: null } as const) : null
    return { kind: 'again', row, change, pauseMs: isBrokenOff ? 0 : AGAIN_MS, isDoubted: became === 'there' }
  }

  #leftMs(): number | null {
    return lifeLeftMs(this.job, this.#parts.clock.monotonicMs())
  }

  /** Both ways may ask at once: neither gets its yes before the commit. */
  async #mayLeave(): Promise<boolean> {
    if (this.#mayBeThere || !this.#saysWaiting) return !this.#isOver
    this.#leaving ??= this.#startAttempt().then((isKept) => {
      this.#leaving = null
      const may = isKept && !this.#isOver
      this.#mayBeThere ||= may
      return may
    })
    return this.#leaving
  }

  /** The commit shares a flush with others and is not waited for: until then `accepted` says that it may have left. */
  #handed(): void {
    if (this.#mayBeThere || this.#isOver) return
    this.#mayBeThere = true
    void this.#startAttempt()
  }

  /** False when the disk does not know of it. Never throws. */
  async #startAttempt(): Promise<boolean> {
    const starting = this.#tryStart()
    this.#tells(starting)
    return starting
  }

  async #tryStart(): Promise<boolean> {
    const { job, to } = this
    const start = { kind: 'computer', destination: to.destination, odometer: null } as const
    try {
      const row = await this.#parts.ledger.startAttempt(job.row, start)
      job.row = row
      return true
    } catch (error) {
      this.#parts.logger.error('spool.attempt-not-kept', error, { job: job.row.id })
      return false
    }
  }

  #tells(telling: Promise<unknown>): void {
    this.#told = Promise.all([this.#told, telling]).then(() => undefined)
  }

  #wait(reasons: Reasons): void {
    if (this.#isOver) return
    this.#reasons = reasons
    if (!this.#isNoting) void this.#note()
  }

  /** The last ones; those that were overtaken meanwhile are not kept. */
  async #note(): Promise<void> {
    const { job } = this
    this.#isNoting = true
    while (!sameReasons(this.#reasons, this.#keptReasons) && !this.#isOver) {
      const reasons = this.#reasons
      this.#keptReasons = reasons
      const { isLeaving } = this
      const state = isLeaving ? 'sending' : 'waiting_for_printer'
      this.#saysWaiting ||= !isLeaving
      if (job.row.state === state && sameReasons(job.row.reasons, reasons)) continue
      const keeping = this.#keep({ state, reasons })
      this.#tells(keeping)
      await keeping
      // Ways that come and go change the reasons many times a second; nobody reads them so often.
      await pause(this.#parts.clock, NOTE_EVERY_MS)
    }
    this.#isNoting = false
  }

  /** Never throws. */
  async #keep(change: JobChange): Promise<void> {
    const { job } = this
    try {
      job.row = await this.#parts.ledger.change(job.row, change)
    } catch (error) {
      this.#parts.logger.error('spool.reason-not-kept', error, { job: job.row.id })
    }
  }
}

const IN_DOUBT: ForwardEnd = { kind: 'in_doubt' }
const NOT_SENT: ForwardEnd = { kind: 'not_sent' }

function wiped(payload: Uint8Array, mayBeThere: boolean): ForwardEnd {
  payload.fill(0)
  return mayBeThere ? IN_DOUBT : NOT_SENT
}
