// The dispatcher: takes the first label of the queue, asks the policy what to do with it, tries it at its destination, and goes on.
//
//   queue ─▶ policy ─▶ expires │ waits, and says why │ a person is asked │ try ─▶ over: its outcome goes to the disk
//     ▲                                                                     │
//     └─ back to its place: nothing of it left, or it goes to the same computer again
// How many are under way at once says the destination: one at a printer, several at a computer, begun in their order.
import { expired, goneElsewhere } from '../rules/forward-rule.ts'
import { decide, goesOn, LOOK_AGAIN_MS, wayOf, waysOf, type Way } from '../rules/policy.ts'
import { printerOf, stopOf, type PrinterRoute, type Route } from '../rules/route.ts'
import type { AcceptedJob } from '../arrivals.ts'
import type { JobRow } from '../store/spool-store.ts'
import { Ahead } from './ahead.ts'
import { Holds } from './holds.ts'
import { NextLook } from './next-look.ts'
import { asSending, lifeLeftMs, Queue, type WaitingJob } from './queue.ts'
import { Rests } from './rests.ts'
import { ComputerTry } from './to-computer.ts'
import { Pace } from './pace.ts'
import { PrinterTry, type FirstTry, type PrinterTryParts } from './to-printer.ts'
import { isForward, Tries, type TriesParts } from './tries.ts'
import type { Try } from './try.ts'
import { WaitNotes } from './wait-notes.ts'

export interface DispatcherParts
  extends
    Omit<PrinterTryParts, 'signal' | 'pace'>,
    Partial<Pick<PrinterTryParts, 'pace'>>,
    Pick<TriesParts, 'onDoubt' | 'onNews'> {
  /** Asked before every try, so that a label never goes to yesterday's printer. */
  readonly route: () => Route
  /** No label waits for a printer of this computer any more; the last one went there. */
  readonly onIdle: (destination: string) => void
}

/** Of a label that comes; see WaitingJob. */
type Place = Pick<WaitingJob, 'order' | 'sinceMs'>

export class Dispatcher {
  readonly queue = new Queue()
  /** While there is one no label begins at the printer, nor elsewhere one that is behind those of the printer. */
  readonly holds = new Holds(() => this.go())
  readonly #parts: DispatcherParts & PrinterTryParts
  readonly #stop = new AbortController()
  readonly #rests: Rests
  readonly tries: Tries
  readonly #ahead: Ahead
  readonly #notes: WaitNotes
  readonly #next: NextLook
  #begun: Promise<void> | null = null
  /** Labels that the disk is about to have, with their place in the order. */
  readonly #arriving = new Map<Promise<JobRow>, number>()
  readonly #rested = new Holds(() => this.go())
  /** Where the last label was printed, until nothing waits for a printer. */
  #printer: string | null = null
  #sawStop = false

  constructor(parts: DispatcherParts) {
    this.#parts = { ...parts, pace: parts.pace ?? new Pace(), signal: this.#stop.signal }
    this.#ahead = new Ahead(this.#parts)
    this.#rests = new Rests(parts.clock)
    const isNoted = parts.store.progress.run !== null
    const { queue } = this
    const { pace } = this.#parts
    this.tries = new Tries({ ...parts, pace, queue, rests: this.#rests, isNoted, onFree: () => this.go() })
    this.#next = new NextLook(parts.clock, () => this.#look())
    this.#notes = new WaitNotes(parts)
  }

  /**
   * Accepts a label and hands it on in its turn. Where nothing is before it at a printer of this computer, its first try is
   * committed with it: one flush then stands before the first byte, in place of two. Throws what the store's accept throws.
   */
  async takeIn(label: AcceptedJob, payload: Uint8Array): Promise<JobRow> {
    // A clock that was set while nothing waited makes no label live longer.
    if (this.waiting() + this.#arriving.size === 0) this.#notes.seeJump([], [])
    const to = this.#freePrinter()
    const order = this.queue.nextOrder()
    const place = { order, sinceMs: this.#parts.clock.monotonicMs() }
    const accepting =
      to === null ? this.#enqueue(label, payload, place) : this.#acceptAndTry(label, payload, { to, place })
    const arriving = accepting.finally(() => {
      this.#arriving.delete(arriving)
      this.go()
    })
    this.#arriving.set(arriving, order)
    return arriving
  }

  /** Labels may wait now, or go on. */
  go(): void {
    this.#next.soon()
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#rests.routeChanged()
    this.#breakOffOld(this.#parts.route())
    this.go()
  }

  /** The printer may say another thing of itself: labels that wait say it too, or go on. */
  printerChanged(): void {
    const route = this.#parts.route()
    const isNews = this.#sawStop || stopOf(route).length > 0
    if (isNews && this.tries.printing() === null && this.#isPrinterAwaited(route))
      this.#rests.clear('printer')
    this.go()
  }

  /** Somebody stands at the printer and knows better than a pause: tries at once. */
  hurry(): void {
    this.#rests.clear('printer', 'computer')
    this.go()
  }

  /** Takes a waiting label out: whoever gets it alone decides what becomes of it. Null when it has left or may have. */
  async take(id: string): Promise<WaitingJob | null> {
    const job = this.queue.first(({ row }) => row.id === id)
    if (job === null) return this.tries.takeBack(id)
    return job.at === null ? this.queue.takeOut(job) : null
  }

  /** Labels that have not left, or not for certain. */
  waiting(): number {
    return this.queue.size + this.tries.size
  }

  /** The name of the computer to which a label that is accepted now may go at once; null when none. */
  target(): string | null {
    const route = this.#parts.route()
    return route.kind === 'computer' ? route.destination : null
  }

  /** A pause is over: nobody has waited before. */
  renew(nowMs: number): void {
    for (const { job } of this.tries.forwarding()) job.sinceMs = nowMs
    for (const job of this.queue.all()) job.sinceMs = nowMs
  }

  /** No label begins at the printer before `until` has settled; resolves once none is being sent. */
  async rest(until: Promise<unknown>): Promise<void> {
    this.#rested.add(until)
    await this.tries.ended((trying) => !isForward(trying))
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await this.tries.ended((trying) => !isForward(trying) || trying.isBrokenOff)
  }

  /**
   * Resolves once no label is on its way to the disk or out, and none is being judged that may come back. The route is away
   * before, and nobody takes labels any more.
   */
  async quiet(): Promise<void> {
    await Promise.allSettled(this.#arriving.keys())
    await this.settled()
    await this.holds.ended()
  }

  /** Breaks off what is under way; what waits stays on the disk. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.#next.within(Infinity)
    for (const trying of this.tries.forwarding()) trying.breakOff()
    await this.tries.ended(() => true)
    await this.#notes.kept()
  }

  /** Where a label may begin now, or behind those that are there; null: at no printer of this computer. */
  #openPrinter(): PrinterRoute | null {
    const route = this.#parts.route()
    if (route.kind !== 'printer' || stopOf(route).length > 0 || this.#rests.leftMs(route) > 0) return null
    return this.holds.isEmpty && this.#rested.isEmpty && !this.#stop.signal.aborted ? route : null
  }

  /** Null where something is before a label that comes now, even one that the disk is about to have, or it goes elsewhere. */
  #freePrinter(): PrinterRoute | null {
    if (this.queue.size + this.#arriving.size > 0) return null
    const route = this.#openPrinter()
    return route !== null && this.#hasRoom(route, route) ? route : null
  }

  /** The printer at which the disk shall have one more try before its turn; null where none shall be. */
  #aheadTo(): PrinterRoute | null {
    const isBehind = this.tries.printing() !== null || this.#arriving.size > 0
    const isWanted = isBehind && this.#ahead.isWanted(this.#arriving.size)
    return isWanted ? this.#openPrinter() : null
  }

  async #enqueue(label: AcceptedJob, payload: Uint8Array, { order, sinceMs }: Place): Promise<JobRow> {
    const row = await this.#accepted(label, payload)
    this.queue.putBack(this.queue.placed({ row, sinceMs, sawJump: false }, order))
    return row
  }

  async #accepted(label: AcceptedJob, payload: Uint8Array): Promise<JobRow> {
    const to = this.#aheadTo()
    if (to !== null) return this.#ahead.accept(label, payload, to)
    const isSending = (this.tries.printing()?.job ?? null) !== null
    // Its turn comes later than the next commit, which it may share.
    const hasPatience = isSending && this.queue.size + this.#arriving.size > 0
    return this.#parts.ledger.accept({ ...label, hasPatience }, payload)
  }

  async #acceptAndTry(
    label: AcceptedJob,
    payload: Uint8Array,
    { to, place: { order, sinceMs } }: { readonly to: PrinterRoute; readonly place: Place },
  ): Promise<JobRow> {
    const { promise, resolve, reject } = Promise.withResolvers<JobRow>()
    const placed = (row: JobRow): WaitingJob => this.queue.placed({ row, sinceMs, sawJump: false }, order)
    this.tries.begin(this.#printerTry(to, { label, payload, placed, accepted: resolve, refused: reject }))
    return await promise
  }

  /** Looks at everything that waits: begins what may begin, has the rest say why it waits, and plans the next look. */
  #look(): void {
    if (this.#stop.signal.aborted) return
    const route = this.#parts.route()
    this.#notes.seeJump(this.queue.all(), this.tries.open())
    this.#breakOffOld(route)
    const waits = waysOf(route).map((way) => this.#open(way, route))
    if (this.tries.forwarding().length > 0) waits.push(LOOK_AGAIN_MS)
    this.#next.within(Math.min(...waits))
    if (this.#printer === null || this.tries.printing() !== null || this.#isPrinterAwaited(route)) return
    this.#parts.onIdle(this.#printer)
    this.#printer = null
  }

  /** Does with the labels of one way what the policy says of the first, until it waits. Returns when to look again, in ms. */
  #open(way: Way, route: Route): number {
    if (way?.kind === 'printer') this.#sawStop = stopOf(way).length > 0
    const isItsWay = (one: WaitingJob): boolean => wayOf(route, one) === way
    for (;;) {
      const job = this.queue.first(isItsWay)
      // One that is about to be accepted looks again; of those that one flush commits any may be heard of first.
      if (job === null || job.order > this.#firstArriving()) return Infinity
      const restMs = way === null || way.kind === 'none' ? 0 : this.#rests.leftMs(way)
      const leftMs = lifeLeftMs(job, this.#parts.clock.monotonicMs())
      const decision = decide(way, { route, leftMs, restMs, isThere: job.at !== null })
      if (decision.kind === 'wait') {
        if (decision.why.length > 0) this.#notes.waiting(this.queue.all().filter(isItsWay), decision.why)
        return decision.forMs
      }
      const to = decision.kind === 'try' ? decision.to : null
      // The end of what is under way looks again.
      if (to !== null && !this.#hasRoom(to, route)) return Infinity
      this.queue.take(job.row.id)
      if (to === null)
        this.#parts.ledger.settle(asSending(job), job.at === null ? expired([]) : goneElsewhere(job.at))
      else {
        this.tries.begin(this.#tryAt(to, job))
        if (to.kind === 'printer' && this.#aheadTo() !== null) this.#ahead.startBehind(to, this.queue)
      }
    }
  }

  #firstArriving(): number {
    const [first] = this.#arriving.values()
    return first ?? Infinity
  }

  /**
   * What comes back from another way takes its place before, and what is at a printer leaves before labels go elsewhere; with a
   * standby printer here neither waits for the other.
   */
  #hasRoom(to: Try['to'], route: Route): boolean {
    const forwarding = this.tries.forwarding()
    if (forwarding.some(({ isBrokenOff }) => isBrokenOff)) return false
    const isPrinterFree = this.tries.printing() === null && this.holds.isEmpty
    if (to.kind === 'printer') return isPrinterFree && this.#rested.isEmpty
    const there = forwarding.filter(({ to: { destination } }) => destination === to.destination)
    return there.length < to.window && (isPrinterFree || printerOf(route) !== null)
  }

  #printerTry(to: PrinterRoute, label: WaitingJob | FirstTry): Try {
    this.#printer = to.destination
    return new PrinterTry({ to, label, failures: this.#rests.failures(to) }, this.#parts)
  }

  #tryAt(to: Try['to'], job: WaitingJob): Try {
    if (to.kind === 'printer') return this.#printerTry(to, job)
    const trying = new ComputerTry({ to, job, before: this.#begun }, this.#parts)
    this.#begun = trying.begun
    return trying
  }

  #breakOffOld(route: Route): void {
    for (const trying of this.tries.forwarding())
      if (!goesOn(trying.to, trying.mayBeThere, route)) trying.breakOff()
  }

  /** By labels that a printer of this computer prints, once there is one. */
  #isPrinterAwaited(route: Route): boolean {
    return this.queue.first((one) => one.at === null && wayOf(route, one)?.kind !== 'computer') !== null
  }
}
