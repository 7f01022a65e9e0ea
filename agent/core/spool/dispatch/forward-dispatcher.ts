// Hands the waiting labels to the computer that has the printer: several at once, begun in their order.
//
//   queue ─▶ under way ─▶ forwarded | failed | expired | unknown
//    ▲         ├─ nothing left and broken off: back to its place
//    └─────────┤
//    handed ◀──┴─ bytes may have left and broken off: on to the same computer only, or a person is asked
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { CLOCK_JUMPED, jumpMs, leftMs, type ClockPair } from '../rules/expiry.ts'
import { afterDelivery, expired, goneElsewhere, type Forwarded } from '../rules/forward-rule.ts'
import { ForwardTry, type ForwardTryParts } from './forward-try.ts'
import type { ComputerRoute } from '../rules/forwarding.ts'
import {
  computersOf,
  isPrintedHere,
  pauseOf,
  routeTo,
  type ForwardRoute,
  type Route,
} from '../rules/route.ts'
import type { JobChange } from '../store/spool-store.ts'
import type { WaitingJob, Queue } from './queue.ts'

export interface ForwardDispatcherParts extends ForwardTryParts {
  readonly queue: Queue
  readonly route: () => Route
  /** Resolves once no label is on its way to a printer of this computer. */
  readonly before: () => Promise<void>
  /** A label is back in the queue, or there is room for another. */
  readonly onFree: () => void
  /** What the other computer said of a label that is forwarded. */
  readonly onNews: (id: string, now: RemoteState) => void
}

/** A label that may be at a computer. */
interface Handed {
  readonly job: WaitingJob
  readonly computer: string
}

interface UnderWay {
  readonly trying: ForwardTry
  readonly done: Promise<void>
  /** Somebody wants it back: gets it, or null when it may have left. */
  wanted: ((job: WaitingJob | null) => void) | null
}

const AGAIN_MS = 1_000
/** So that a jump of the clock is seen in time, and a label that nobody can be asked about. */
const LOOK_AGAIN_MS = 60_000

export class ForwardDispatcher {
  readonly #parts: ForwardDispatcherParts
  readonly #underWay = new Map<string, UnderWay>()
  #handed: Handed[] = []
  #begun: Promise<unknown> = Promise.resolve()
  #isOpening = false
  #isPaused = false
  #isStopping = false
  #cancelPause: () => void = () => undefined
  #cancelLook: (() => void) | null = null
  #clocks: ClockPair

  constructor(parts: ForwardDispatcherParts) {
    this.#parts = parts
    this.#clocks = this.#now()
  }

  /** Labels may wait, the route may be another. */
  go(): void {
    if (this.#isStopping) return
    this.#breakOffOld()
    this.#askAboutStrays()
    this.#lookLater()
    if (computersOf(this.#parts.route()).length === 0 || this.#isPaused) return
    if (this.#isOpening) return
    this.#isOpening = true
    void this.#open().finally(() => (this.#isOpening = false))
  }

  /** The route may be another: tries at once. */
  routeChanged(): void {
    this.#cancelPause()
    this.#isPaused = false
    this.go()
  }

  /** Bytes of it may have gone to that computer, in this process or the one before. */
  addHanded(job: Omit<WaitingJob, 'order'>, computer: string): void {
    this.#handed = [...this.#handed, { job: { ...job, order: 0 }, computer }].toSorted(byNumber)
  }

  /** A pause is over: nobody has waited before. */
  renew(nowMs: number): void {
    for (const { job } of this.#handed) job.sinceMs = nowMs
    for (const { trying } of this.#underWay.values()) trying.job.sinceMs = nowMs
  }

  /** What may be at another computer is never sent again by itself: a person is asked. */
  giveUpHanded(): void {
    const handed = this.#handed
    this.#handed = []
    for (const { job, computer } of handed) this.#settle(job, goneElsewhere(computer))
  }

  /** Labels that are under way, or may be there. */
  waiting(): number {
    return this.#underWay.size + this.#handed.length
  }

  /** Takes a label back, as long as no byte of it has left; null otherwise. It is the caller's then. */
  async takeBack(id: string): Promise<WaitingJob | null> {
    const underWay = this.#underWay.get(id)
    if (underWay === undefined || underWay.trying.mayBeThere || underWay.wanted !== null) return null
    const { promise, resolve } = Promise.withResolvers<WaitingJob | null>()
    underWay.wanted = resolve
    underWay.trying.breakOff('somebody wants it back')
    return promise
  }

  /** For a label under way, whose answer decides first; false when it is not. */
  keepNews(id: string, now: RemoteState): boolean {
    const underWay = this.#underWay.get(id)
    if (underWay !== undefined) underWay.trying.news = now
    return underWay !== undefined
  }

  /** Resolves once no label is on its way to a route before the present one. */
  async left(): Promise<void> {
    const old = [...this.#underWay.values()].filter(({ trying }) => trying.isBrokenOff)
    await Promise.all(old.map(async ({ done }) => done))
  }

  /** Breaks off what is under way; the next process goes on with it. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#cancelPause()
    this.#cancelLook?.()
    const all = [...this.#underWay.values()]
    for (const { trying } of all) trying.breakOff('the agent stops')
    await Promise.all(all.map(async ({ done }) => done))
  }

  async #open(): Promise<void> {
    // Labels that come back take their places again before others begin.
    await Promise.all([this.#parts.before(), this.left()])
    const route = this.#parts.route()
    if (this.#isStopping || this.#isPaused) return
    // What may be somewhere already comes first: it is older.
    for (const to of computersOf(route)) this.#openHanded(to)
    if (route.kind === 'computer') this.#openWaiting(route)
    this.#lookLater()
  }

  /** To the computer that may have them, and to no other one. */
  #openHanded(to: ComputerRoute): void {
    const its = this.#handed.filter(({ computer }) => computer === to.destination)
    const begun = its.slice(0, this.#roomFor(to))
    this.#handed = this.#handed.filter((handed) => !begun.includes(handed))
    for (const { job } of begun) this.#begin(new ForwardTry({ job, wasHanded: true }, to, this.#parts))
  }

  #openWaiting(route: ForwardRoute): void {
    const { queue } = this.#parts
    const isHanded = ({ computer }: Handed): boolean => computer === route.destination
    while (this.#roomFor(route) > 0 && !this.#handed.some(isHanded)) {
      const first = queue.first((row) => !isPrintedHere(route, row))
      const job = first === null ? null : queue.take(first.row.id)
      if (job === null) break
      if (this.#isOver(job)) this.#settle(job, expired([]))
      else this.#begin(new ForwardTry({ job, wasHanded: false }, route, this.#parts))
    }
  }

  #roomFor({ destination, window }: ComputerRoute): number {
    const there = [...this.#underWay.values()].filter(
      ({ trying }) => trying.route.destination === destination,
    )
    return Math.max(0, window - there.length)
  }

  #begin(trying: ForwardTry): void {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const before = this.#begun
    this.#begun = begun
    const done = this.#try(trying, { before, begun: resolve })
    this.#underWay.set(trying.job.row.id, { trying, done, wanted: null })
  }

  async #try(
    trying: ForwardTry,
    turn: { readonly before: Promise<unknown>; readonly begun: () => void },
  ): Promise<void> {
    const end = await trying.run(turn)
    const became = afterDelivery(end, trying.facts())
    if (became.kind === 'again') await this.#again(trying, became.isDoubted)
    else this.#settle(trying.job, became.change)
    this.#free(trying, became)
    if (end.kind === 'forwarded')
      for (const now of [end.now, trying.news]) if (now !== null) this.#parts.onNews(trying.job.row.id, now)
    this.#parts.onFree()
  }

  /** What is not there after all waits again on the disk too, unless the next process goes on with it. */
  async #again(trying: ForwardTry, isDoubted: boolean): Promise<void> {
    if (!trying.isBrokenOff) this.#pause()
    if (trying.mayBeThere && !isDoubted && !this.#isStopping) await trying.takeBack()
  }

  /** Gives the label to whoever is next, and its place under way to another. */
  #free({ job, route }: ForwardTry, became: Forwarded): void {
    const wanted = this.#underWay.get(job.row.id)?.wanted ?? null
    this.#underWay.delete(job.row.id)
    const isBack = became.kind === 'again' && !became.isDoubted
    if (became.kind === 'again' && became.isDoubted) this.addHanded(job, route.destination)
    if (isBack && wanted === null) this.#parts.queue.putBack(job)
    wanted?.(isBack ? job : null)
  }

  #settle({ row }: WaitingJob, change: JobChange): void {
    this.#parts.ledger.settle({ ...row, state: 'sending' }, change)
  }

  /** Labels that may be at another computer than the present one are never sent anywhere else by themselves. */
  #askAboutStrays(): void {
    const route = this.#parts.route()
    const isStray = ({ job, computer }: Handed): boolean =>
      routeTo(route, computer) === null &&
      (route.kind !== 'none' || (pauseOf(route) === null && this.#isOver(job)))
    const strays = this.#handed.filter(isStray)
    this.#handed = this.#handed.filter((handed) => !strays.includes(handed))
    for (const { job, computer } of strays) this.#settle(job, goneElsewhere(computer))
  }

  /** What may be at a computer that can still be asked stays with it. */
  #breakOffOld(): void {
    const route = this.#parts.route()
    for (const { trying } of this.#underWay.values()) {
      const to = trying.mayBeThere ? routeTo(route, trying.route.destination) : route
      if (to === null || !isSame(trying.route, to)) trying.breakOff('labels go elsewhere')
    }
  }

  #pause(): void {
    this.#isPaused = true
    this.#cancelPause()
    if (this.#isStopping) return
    this.#cancelPause = this.#parts.clock.after(AGAIN_MS, () => {
      this.#isPaused = false
      this.#parts.onFree()
    })
  }

  #lookLater(): void {
    if (this.#cancelLook !== null || this.waiting() === 0) return
    this.#clocks = this.#now()
    this.#cancelLook = this.#parts.clock.after(LOOK_AGAIN_MS, () => {
      this.#seeJump()
      this.#cancelLook = null
      this.go()
    })
  }

  /** As in the dispatcher of the printer: a label that lived through a jump of the clock does not expire by itself. */
  #seeJump(): void {
    const { ledger, logger, queue } = this.#parts
    const now = this.#now()
    const moved = jumpMs(this.#clocks, now)
    this.#clocks = now
    if (moved === 0) return
    const tries = [...this.#underWay.values()].map(({ trying }) => trying)
    const there = [...tries.filter(({ mayBeThere }) => mayBeThere), ...this.#handed].map(({ job }) => job)
    const here = [...tries.filter(({ mayBeThere }) => !mayBeThere).map(({ job }) => job), ...queue.all()]
    logger.warn('spool.clock-jumped', { movedMs: moved, labels: there.length + here.length })
    for (const job of [...there, ...here]) {
      job.sawJump = true
      // A try that has begun may not be on the disk yet, and must not be ended by this.
      const state = there.includes(job) ? 'sending' : job.row.state
      ledger
        .change(job.row, { state, reasons: [CLOCK_JUMPED] })
        .catch((error: unknown) => logger.error('spool.reason-not-kept', error, { job: job.row.id }))
    }
  }

  #isOver(job: WaitingJob): boolean {
    const ageMs = this.#parts.clock.monotonicMs() - job.sinceMs
    return leftMs({ ageMs, sawJump: job.sawJump }, job.row.ttlMs) === 0
  }

  #now(): ClockPair {
    const { clock } = this.#parts
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
  }
}

const byNumber = (a: Handed, b: Handed): number => a.job.row.n - b.job.row.n

/** The same delivery goes on only with the same function. */
function isSame(one: ComputerRoute, other: Route): boolean {
  return other.kind === 'computer' && one.destination === other.destination && one.deliver === other.deliver
}
