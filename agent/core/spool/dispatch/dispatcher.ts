// The dispatcher: takes the first label of the queue, asks the policy what to do with it, tries it at its destination, and goes on.
//
//   queue ─▶ policy ─▶ expires │ waits, and says why │ a person is asked │ try ─▶ over: its outcome goes to the disk
//     ▲                                                                     │
//     └─ back to its place: nothing of it left, or it goes to the same computer again
// How many are under way at once says the destination: one at a printer, several at a computer, begun in their order.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { expired, goneElsewhere } from '../rules/forward-rule.ts'
import { decide, goesOn, LOOK_AGAIN_MS, wayOf, waysOf, type Way } from '../rules/policy.ts'
import { printerOf, stopOf, type PrinterRoute, type Route } from '../rules/route.ts'
import type { AcceptedJob } from '../arrivals.ts'
import type { JobChange, JobRow } from '../store/spool-store.ts'
import { NextLook } from './next-look.ts'
import { lifeLeftMs, Queue, type WaitingJob } from './queue.ts'
import { Rests } from './rests.ts'
import { ComputerTry } from './to-computer.ts'
import { PrinterTry, type FirstTry, type PrinterTryParts } from './to-printer.ts'
import { isForward, Tries, type TriesParts } from './tries.ts'
import type { Try, TryParts } from './try.ts'
import { WaitNotes } from './wait-notes.ts'

export interface DispatcherParts
  extends Omit<PrinterTryParts & TryParts, 'signal'>, Pick<TriesParts, 'onDoubt' | 'onNews'> {
  /** Asked before every try, so that a label never goes to yesterday's printer. */
  readonly route: () => Route
  /** No label waits for a printer of this computer any more; the last one went there. */
  readonly onIdle: (destination: string) => void
}

export class Dispatcher {
  readonly queue = new Queue()
  readonly #parts: DispatcherParts & TryParts
  readonly #stop = new AbortController()
  readonly #rests: Rests
  readonly tries: Tries
  readonly #notes: WaitNotes
  readonly #next: NextLook
  #begun: Promise<void> | null = null
  /** Labels that the disk is about to have. */
  readonly #arriving = new Set<Promise<JobRow>>()
  readonly #holds = new Set<Promise<void>>()
  readonly #rested = new Set<Promise<void>>()
  /** Where the last label was printed, until nothing waits for a printer. */
  #printer: string | null = null
  #sawStop = false

  constructor(parts: DispatcherParts) {
    this.#parts = { ...parts, signal: this.#stop.signal }
    this.#rests = new Rests(parts.clock)
    this.tries = new Tries({ ...parts, queue: this.queue, rests: this.#rests, onFree: () => this.go() })
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
    const accepting = to === null ? this.#enqueue(label, payload) : this.#acceptAndTry(label, payload, to)
    const arriving = accepting.finally(() => {
      this.#arriving.delete(arriving)
      this.go()
    })
    this.#arriving.add(arriving)
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
    return job.at === null ? this.#takeOut(job) : null
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

  /** No label begins at the printer before this has settled, nor elsewhere one that is behind those of the printer. */
  hold(until: Promise<unknown>): void {
    this.#holdIn(this.#holds, until)
  }

  /** No label begins at the printer before `until` has settled; resolves once none is being sent. */
  async rest(until: Promise<unknown>): Promise<void> {
    this.#holdIn(this.#rested, until)
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
    await Promise.allSettled(this.#arriving)
    await this.settled()
    await Promise.all(this.#holds)
  }

  /**
   * What waits is held, with this reason; what may be at another computer is unknown. After `quiet`. Throws what the store
   * throws; then those that were not held yet wait on.
   */
  async holdWaiting(why: Reason): Promise<void> {
    const change = { state: 'held', reasons: [why], code: 'moved' } as const
    for (let job = this.queue.first(); job !== null; job = this.queue.first()) {
      await this.#takeOut(job)
      try {
        if (job.at === null) await this.#parts.ledger.change(job.row, change)
        else this.#settle(job, goneElsewhere(job.at))
      } catch (error) {
        this.queue.putBack(job)
        throw error
      }
    }
  }

  /** Breaks off what is under way; what waits stays on the disk. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.#next.within(Infinity)
    for (const trying of this.tries.forwarding()) trying.breakOff()
    await this.tries.ended(() => true)
    await this.#notes.kept()
  }

  /** What is said of it on the disk next comes behind why it waited. */
  async #takeOut(job: WaitingJob): Promise<WaitingJob> {
    this.queue.take(job.row.id)
    if (job.noting !== null) await job.noting
    return job
  }

  #holdIn(holds: Set<Promise<void>>, until: Promise<unknown>): void {
    const held = Promise.allSettled([until]).then(() => {
      holds.delete(held)
      this.go()
    })
    holds.add(held)
  }

  /** Null where something is before a label that comes now, even one that the disk is about to have, or it goes elsewhere. */
  #freePrinter(): PrinterRoute | null {
    const route = this.#parts.route()
    const isBehind = this.queue.size + this.#arriving.size > 0 || this.#stop.signal.aborted
    if (isBehind || route.kind !== 'printer' || stopOf(route).length > 0) return null
    return this.#rests.leftMs(route) === 0 && this.#hasRoom(route, route) ? route : null
  }

  async #enqueue(label: AcceptedJob, payload: Uint8Array): Promise<JobRow> {
    const sinceMs = this.#parts.clock.monotonicMs()
    const isSending = (this.tries.printing()?.job ?? null) !== null
    // Its turn comes later than the next commit, which it may share.
    const hasPatience = isSending && this.queue.size + this.#arriving.size > 0
    const row = await this.#parts.ledger.accept({ ...label, hasPatience }, payload)
    this.queue.add({ row, sinceMs, sawJump: false })
    return row
  }

  async #acceptAndTry(label: AcceptedJob, payload: Uint8Array, to: PrinterRoute): Promise<JobRow> {
    const { promise, resolve, reject } = Promise.withResolvers<JobRow>()
    const [order, sinceMs] = [this.queue.nextOrder(), this.#parts.clock.monotonicMs()]
    const placed = (row: JobRow): WaitingJob => this.queue.placed({ row, sinceMs, sawJump: false }, order)
    this.tries.begin(this.#printerTry(to, { label, payload, placed, accepted: resolve, refused: reject }))
    return await promise
  }

  /** Looks at everything that waits: begins what may begin, has the rest say why it waits, and plans the next look. */
  #look(): void {
    if (this.#stop.signal.aborted) return
    const route = this.#parts.route()
    this.#notes.seeJump(this.queue.all(), this.tries.forwarding())
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
      if (job === null) return Infinity
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
      if (to === null) this.#settle(job, job.at === null ? expired([]) : goneElsewhere(job.at))
      else this.tries.begin(this.#tryAt(to, job))
    }
  }

  /**
   * What comes back from another way takes its place before, and what is at a printer leaves before labels go elsewhere; with a
   * standby printer here neither waits for the other.
   */
  #hasRoom(to: Try['to'], route: Route): boolean {
    const forwarding = this.tries.forwarding()
    if (forwarding.some(({ isBrokenOff }) => isBrokenOff)) return false
    const isPrinterFree = this.tries.printing() === null && this.#holds.size === 0
    if (to.kind === 'printer') return isPrinterFree && this.#rested.size === 0
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

  /** As of a label under way, whatever the disk says of it so far. */
  #settle({ row }: WaitingJob, change: JobChange): void {
    this.#parts.ledger.settle({ ...row, state: 'sending' }, change)
  }

  /** By labels that a printer of this computer prints, once there is one. */
  #isPrinterAwaited(route: Route): boolean {
    return this.queue.first((one) => one.at === null && wayOf(route, one)?.kind !== 'computer') !== null
  }
}
