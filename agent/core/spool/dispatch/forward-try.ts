// One label on its way to another computer: its payload, what the link hears and says meanwhile, and how it ended.
import { sameReasons, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { leftMs } from '../rules/expiry.ts'
import type { TryEnd, TryFacts } from '../rules/forward-rule.ts'
import type { ComputerRoute, ForwardEnd } from '../rules/forwarding.ts'
import type { Ledger } from '../ledger.ts'
import type { SpoolStore } from '../store/spool-store.ts'
import type { WaitingJob } from './queue.ts'

export interface ForwardTryParts {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Between two reasons of one label on the disk. */
const NOTE_EVERY_MS = 2_000

export class ForwardTry {
  readonly job: WaitingJob
  readonly route: ComputerRoute
  /** What the other computer said before its answer was here. */
  news: RemoteState | null = null
  /** Why it has not arrived, as the link said last. */
  reasons: Reasons = []
  readonly #parts: ForwardTryParts
  readonly #abort = new AbortController()
  #mayBeThere: boolean
  /** The disk is being told that it may leave. */
  #leaving: Promise<boolean> | null = null
  #isOver = false
  #keptReasons: Reasons = []
  #isNoting = false
  /** The disk says, or is about to, that the label waits here. */
  #saysWaiting: boolean

  /** `wasHanded`: bytes of it may have left before. */
  constructor(
    { job, wasHanded }: { readonly job: WaitingJob; readonly wasHanded: boolean },
    route: ComputerRoute,
    parts: ForwardTryParts,
  ) {
    this.job = job
    this.route = route
    this.#parts = parts
    this.#mayBeThere = wasHanded
    this.#saysWaiting = job.row.state === 'waiting_for_printer'
  }

  get mayBeThere(): boolean {
    return this.#mayBeThere
  }

  get isBrokenOff(): boolean {
    return this.#abort.signal.aborted
  }

  breakOff(why: string): void {
    this.#abort.abort(new Error(why))
  }

  facts(): TryFacts {
    const { isBrokenOff, mayBeThere, reasons } = this
    const { destination: computer, isStandby = false } = this.route
    return { isBrokenOff, mayBeThere, reasons, computer, isStandby, leftMs: this.#leftMs() }
  }

  /** It is not there after all: it waits for any printer again, also on the disk. */
  async takeBack(): Promise<void> {
    const { job, reasons } = this
    const waiting = { state: 'waiting_for_printer', reasons, target: null } as const
    try {
      job.row = await this.#parts.ledger.change({ ...job.row, state: 'sending' }, waiting)
    } catch (error) {
      this.#parts.logger.error('spool.outcome-not-kept', error, { job: job.row.id, state: waiting.state })
      job.row = { ...job.row, ...waiting }
    }
  }

  /** Null: it does not expire by itself. */
  #leftMs(): number | null {
    const { job } = this
    const ageMs = this.#parts.clock.monotonicMs() - job.sinceMs
    return leftMs({ ageMs, sawJump: job.sawJump }, job.row.ttlMs)
  }

  /**
   * The disk knows for which computer the label is before a byte of it leaves; a label that was accepted for it says so
   * already. Then delivers it, after `turn`. Never throws.
   */
  async run(turn: { readonly before: Promise<unknown>; readonly begun: () => void }): Promise<TryEnd> {
    try {
      const payload = await this.#prepare()
      await turn.before
      if ('kind' in payload) return payload
      if (this.isBrokenOff) return wiped(payload, this.#mayBeThere)
      const delivering = this.#deliver(payload)
      turn.begun()
      return await delivering
    } finally {
      turn.begun()
      this.#isOver = true
    }
  }

  async #prepare(): Promise<Uint8Array | TryEnd> {
    const { ledger, store, logger } = this.#parts
    const { job, route } = this
    const { state, reasons, target, id } = job.row
    try {
      if (this.#mayBeThere && state !== 'sending') await this.#startAttempt()
      else if (target !== route.destination)
        job.row = await ledger.change(job.row, { state, reasons, target: route.destination })
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
      return await this.route.deliver({
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
      return this.#mayBeThere ? IN_DOUBT : { kind: 'not_sent' }
    } finally {
      payload.fill(0)
    }
  }

  /** Both ways may ask at once: neither gets its yes before the commit. */
  async #mayLeave(): Promise<boolean> {
    if (this.#mayBeThere || !this.#saysWaiting) return !this.#isOver
    this.#leaving ??= this.#keepThatItLeaves()
    return this.#leaving
  }

  async #keepThatItLeaves(): Promise<boolean> {
    try {
      await this.#startAttempt()
      this.#mayBeThere = true
      return !this.#isOver
    } catch (error) {
      this.#parts.logger.error('spool.attempt-not-kept', error, { job: this.job.row.id })
      return false
    } finally {
      this.#leaving = null
    }
  }

  /** The commit shares a flush with others and is not waited for: until then `accepted` says that it may have left. */
  #handed(): void {
    if (this.#mayBeThere || this.#isOver) return
    this.#mayBeThere = true
    this.#startAttempt().catch((error: unknown) =>
      this.#parts.logger.error('spool.attempt-not-kept', error, { job: this.job.row.id }),
    )
  }

  async #startAttempt(): Promise<void> {
    const { job, route } = this
    const start = { kind: 'computer', destination: route.destination, odometer: null } as const
    const row = await this.#parts.ledger.startAttempt(job.row, start)
    job.row = row
  }

  #wait(reasons: Reasons): void {
    if (this.#isOver) return
    this.reasons = reasons
    if (this.#isNoting) return
    this.#isNoting = true
    void this.#note().finally(() => (this.#isNoting = false))
  }

  /** The last ones; those that were overtaken meanwhile are not kept. */
  async #note(): Promise<void> {
    const { job } = this
    while (!sameReasons(this.reasons, this.#keptReasons) && !this.#isOver) {
      const { reasons } = this
      this.#keptReasons = reasons
      const isLeaving = this.#mayBeThere || this.#leaving !== null
      const state = isLeaving ? 'sending' : 'waiting_for_printer'
      this.#saysWaiting ||= !isLeaving
      if (job.row.state === state && sameReasons(job.row.reasons, reasons)) continue
      try {
        job.row = await this.#parts.ledger.change(job.row, { state, reasons })
      } catch (error) {
        this.#parts.logger.error('spool.reason-not-kept', error, { job: job.row.id })
      }
      await this.#restFromNoting()
    }
  }

  /** Ways that come and go change the reasons many times a second; nobody reads them so often. */
  async #restFromNoting(): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.clock.after(NOTE_EVERY_MS, resolve))
  }
}

const IN_DOUBT: ForwardEnd = { kind: 'in_doubt' }

function wiped(payload: Uint8Array, mayBeThere: boolean): ForwardEnd {
  payload.fill(0)
  return mayBeThere ? IN_DOUBT : { kind: 'not_sent' }
}
