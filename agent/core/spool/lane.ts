// Hands the waiting labels to a printer of this computer, one at a time and in their order; keeps them while there is none.
//
// One lane is one writer: the next label begins only after the connection of the one before was closed, also when the
// route changes in between, so that labels never overtake each other.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { attempt } from './attempt.ts'
import { EXPIRED_WORDS, JUMP_WORDS, jumpMs, leftMs, type ClockPair } from './expiry.ts'
import type { Ledger } from './ledger.ts'
import type { Odometers } from './odometers.ts'
import type { PrinterRoute, Route } from './route.ts'
import type { SpoolStore } from './spool-store.ts'
import { WaitingRow, type WaitingJob } from './waiting-row.ts'

export interface LaneParts {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload'>
  readonly odometers: Odometers
  /** Asked before every try, so that a label never goes to yesterday's printer. */
  readonly route: () => Route
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  /** No label waits any more; the last one went there. */
  readonly onIdle: (destination: string) => void
  /** A label is about to be sent. */
  readonly onBusy: () => void
}

/** So that a jump of the clock is seen in time while labels wait. */
const LOOK_AGAIN_MS = 60_000

export class Lane {
  readonly row = new WaitingRow()
  readonly #parts: LaneParts
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #trying: Promise<unknown> = Promise.resolve()
  #gate: Promise<unknown> = Promise.resolve()
  #sending = 0
  #lastDestination: string | null = null
  #failures = 0
  #routeChanges = 0
  #wake: () => void = () => undefined
  #clocks: ClockPair

  constructor(parts: LaneParts) {
    this.#parts = parts
    this.#clocks = this.#now()
  }

  /** Labels may wait now. */
  go(): void {
    const isMine = this.#parts.route().kind !== 'computer'
    if (isMine && this.row.size > 0 && !this.#isStopping()) this.#running ??= this.#run()
  }

  /** No label begins before this has settled. */
  hold(until: Promise<unknown>): void {
    this.#gate = Promise.allSettled([this.#gate, until])
  }

  /** Labels that have not left: those in the row and the one that is being sent. */
  waiting(): number {
    return this.row.size + this.#sending
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#failures = 0
    this.#routeChanges += 1
    this.#wake()
  }

  /** Resolves once this lane hands nothing on: at once, or when the row is empty or goes to another computer. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await this.#trying
  }

  /** Breaks off a label that is being sent; what waits stays on the disk. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.row.size > 0 && !this.#isStopping() && this.#parts.route().kind !== 'computer') {
      await this.#gate
      const job = this.row.first()
      if (job === null || this.#isStopping()) break
      this.#seeJump()
      const routeChanges = this.#routeChanges
      const waitMs = await this.#turn(job)
      const isStale = routeChanges !== this.#routeChanges
      if (waitMs > 0 && !isStale && !this.#isStopping()) await this.#waitFor(waitMs)
    }
    this.#running = null
    if (this.#lastDestination !== null && !this.#isStopping()) this.#parts.onIdle(this.#lastDestination)
  }

  /** Returns how long to wait before the next try of any label, in milliseconds; 0 when there is no reason to. */
  async #turn(job: WaitingJob): Promise<number> {
    const ageMs = this.#parts.clock.monotonicMs() - job.sinceMs
    const left = leftMs({ ageMs, sawJump: job.sawJump }, job.row.ttlMs)
    if (left === 0) {
      this.row.take(job.row.id)
      this.#parts.ledger.settle(job.row, { state: 'expired', reason: EXPIRED_WORDS })
      return 0
    }
    const longest = Math.min(left ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS)
    const route = this.#parts.route()
    if (route.kind === 'computer') return 0
    if (route.kind !== 'none') return Math.min(longest, await this.#try(job, route))
    await this.#note(job, job.sawJump ? `${route.why}; ${JUMP_WORDS}` : route.why)
    return longest
  }

  async #try(job: WaitingJob, route: PrinterRoute): Promise<number> {
    this.row.take(job.row.id)
    this.#sending = 1
    this.#lastDestination = route.destination
    this.#parts.onBusy()
    const trying = attempt({ row: job.row, failuresBefore: this.#failures }, route, {
      ...this.#parts,
      signal: this.#stop.signal,
    })
    this.#trying = trying
    const end = await trying
    this.#sending = 0
    if (end.kind === 'over') {
      this.#failures = 0
      return 0
    }
    this.#failures += 1
    job.row = end.row
    this.row.putBack(job)
    return end.afterMs
  }

  /** Says why it waits; the disk is not asked twice to keep the same. */
  async #note(job: WaitingJob, reason: string): Promise<void> {
    if (job.row.state === 'waiting_for_printer' && job.row.reason === reason) return
    try {
      job.row = await this.#parts.ledger.change(job.row, { state: 'waiting_for_printer', reason })
    } catch (error) {
      this.#parts.logger.error('spool.reason-not-kept', error, { job: job.row.id })
    }
  }

  /** Each label says that it does not expire by itself any more; the step keeps it so across a restart. */
  #seeJump(): void {
    const now = this.#now()
    const moved = jumpMs(this.#clocks, now)
    this.#clocks = now
    if (moved === 0) return
    this.#parts.logger.warn('spool.clock-jumped', { movedMs: moved, labels: this.row.size })
    for (const job of this.row.all()) {
      job.sawJump = true
      this.#parts.ledger
        .change(job.row, { state: job.row.state, reason: JUMP_WORDS })
        .then((row) => {
          if (job.row.state === row.state) job.row = row
        })
        .catch((error: unknown) =>
          this.#parts.logger.error('spool.reason-not-kept', error, { job: job.row.id }),
        )
    }
  }

  async #waitFor(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(waitMs, resolve)
    this.#wake = resolve
    await promise
    cancel()
    this.#wake = () => undefined
  }

  #now(): ClockPair {
    const { clock } = this.#parts
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
  }

  #isStopping(): boolean {
    return this.#stop.signal.aborted
  }
}
