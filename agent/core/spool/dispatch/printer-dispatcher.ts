// Hands the waiting labels to a printer of this computer, one at a time and in their order; keeps them while there is none.
//
// One dispatcher is one writer: the next label begins only after the connection of the one before was closed, also when the
// route changes in between, so that labels never overtake each other.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { attempt, handOver, type AttemptEnd } from './attempt.ts'
import { CLOCK_JUMPED, leftMs, whyExpired } from '../rules/expiry.ts'
import { JumpWatch } from './jump-watch.ts'
import type { Accept, FirstTry, DispatcherParts } from './dispatcher-parts.ts'
import { isPrintedHere, pauseOf, printerOf, stopOf, type PrinterRoute } from '../rules/route.ts'
import type { JobRow } from '../store/spool-store.ts'
import type { Queue, WaitingJob } from './queue.ts'
import { WaitNotes } from './wait-notes.ts'

/** So that a jump of the clock is seen in time while labels wait. */
const LOOK_AGAIN_MS = 60_000

export interface PrinterDispatcherParts extends DispatcherParts {
  readonly queue: Queue
}

export class PrinterDispatcher {
  readonly #parts: PrinterDispatcherParts
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #trying: Promise<unknown> = Promise.resolve()
  #gate: Promise<unknown> = Promise.resolve()
  #holds = 0
  /** Labels that the disk is about to have. */
  readonly #arriving = new Set<Promise<JobRow>>()
  #sending = 0
  #lastDestination: string | null = null
  #failures = 0
  /** The printer that broke off within the last label, until the pause after it is over. */
  #brokeOff: string | null = null
  /** What the last turn found, and no try since. */
  #isWaitingForStop = false
  #changes = 0
  #wake: () => void = () => undefined
  readonly #jumps: JumpWatch
  readonly #notes: WaitNotes

  constructor(parts: PrinterDispatcherParts) {
    this.#parts = parts
    this.#jumps = new JumpWatch(parts)
    this.#notes = new WaitNotes({ ...parts, signal: this.#stop.signal })
  }

  /**
   * Accepts a label and hands it on in its turn. Where nothing is before it, its first try is committed with it: one
   * flush then stands before the first byte, in place of two. Throws what `accept` throws.
   */
  async take(payload: Uint8Array, accept: Accept): Promise<JobRow> {
    const first = this.#isFree() ? this.#firstTry(payload) : null
    const arriving = this.#commit(accept, first).finally(() => {
      this.#arriving.delete(arriving)
      this.go()
      if (pauseOf(this.#parts.route()) !== null) this.#lookAgain()
      this.printerChanged()
    })
    this.#arriving.add(arriving)
    return arriving
  }

  async #commit(accept: Accept, first: FirstTry | null): Promise<JobRow> {
    const isFar = this.#sending > 0 && this.#parts.queue.size + this.#arriving.size > 0
    try {
      const { accepted, sending } = await accept(first?.start ?? null, isFar)
      if (first === null) this.#parts.queue.add({ row: accepted, sinceMs: this.#nowMs(), sawJump: false })
      first?.committed(sending)
      return accepted
    } catch (error) {
      first?.committed(null)
      throw error
    }
  }

  /** Also when the dispatcher is about to rest and has not seen what came meanwhile. */
  #lookAgain(): void {
    this.#changes += 1
    this.#wake()
  }

  /** Labels may wait now. */
  go(): void {
    if (this.#next() !== null && !this.#isStopping()) this.#running ??= this.#run()
  }

  /** Of the labels that are printed here, as the route is. */
  #next(): WaitingJob | null {
    const route = this.#parts.route()
    return this.#parts.queue.first((row) => isPrintedHere(route, row))
  }

  /** No label begins before this has settled. */
  hold(until: Promise<unknown>): void {
    this.#holds += 1
    // Without their results: each would keep those of all before it.
    this.#gate = Promise.allSettled([this.#gate, until]).then(() => void (this.#holds -= 1))
  }

  /** No label begins before `until` has settled; resolves once none is being sent. */
  async rest(until: Promise<unknown>): Promise<void> {
    // A stop waits for the dispatcher, and nobody lets go of it then.
    const stopped = new Promise((resolve) => this.#stop.signal.addEventListener('abort', resolve))
    this.hold(Promise.race([until, stopped]))
    do {
      await this.#trying
      // One that passed the gate just before has begun by the next turn.
      await new Promise((resolve) => setImmediate(resolve))
    } while (this.#sending > 0)
  }

  /** Resolves once nothing that held it so far holds it any more. */
  async judged(): Promise<void> {
    await this.#gate
  }

  /** Resolves once what was on its way to the disk stands in the queue, or was refused. */
  async arrived(): Promise<void> {
    await Promise.allSettled(this.#arriving)
  }

  /** Labels that have not left: those in the queue and the one that is being sent. */
  waiting(): number {
    return this.#parts.queue.size + this.#sending
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    const printer = printerOf(this.#parts.route())
    // What was assigned again is no reason to try the printer that just broke off.
    if (printer !== null && printer.destination === this.#brokeOff) return
    this.#failures = 0
    this.#lookAgain()
  }

  /** The printer may say another thing of itself: labels that wait say it too, or go on. */
  printerChanged(): void {
    const route = this.#parts.route()
    if (printerOf(route) === null || this.#next() === null) return
    const isStopped = stopOf(route).length > 0
    // A turn of its own comes after the label that is being sent.
    if (this.#sending > 0 && isStopped) void this.#notes.noteStop()
    const isKnown = this.#isWaitingForStop === isStopped
    if (this.#sending === 0 && (isStopped || !isKnown)) this.#lookAgain()
  }

  /** Resolves once this dispatcher hands nothing on: at once, or when the queue is empty or goes to another computer. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Somebody stands at the printer and knows better than a pause: tries at once. */
  hurry(): void {
    this.go()
    this.#wake()
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
    await this.#notes.noteStop()
  }

  async #run(): Promise<void> {
    while (this.#next() !== null && !this.#isStopping()) {
      await this.#gate
      const job = this.#next()
      if (job === null || this.#isStopping()) break
      this.#jumps.look(this.#parts.queue)
      await this.#restAfter(async () => this.#turn(job))
    }
    this.#running = null
    if (this.#lastDestination !== null && !this.#isStopping()) this.#parts.onIdle(this.#lastDestination)
  }

  /** Nothing is before a label that comes now, not even one that the disk is about to have. */
  #isFree(): boolean {
    const before = this.#parts.queue.size + this.#arriving.size + this.#holds
    return this.#running === null && before === 0 && !this.#isStopping()
  }

  /** Whoever comes from now on comes behind it. Null where labels go nowhere yet. */
  #firstTry(payload: Uint8Array): FirstTry | null {
    const { route: now, odometers } = this.#parts
    const route = now()
    if (route.kind !== 'printer' || stopOf(route).length > 0) return null
    const order = this.#parts.queue.nextOrder()
    const sinceMs = this.#nowMs()
    const odometer = this.#begin(route)
    // The sender's is overwritten as soon as the label is accepted.
    const kept = new Uint8Array(payload)
    const { promise, resolve: committed } = Promise.withResolvers<JobRow | null>()
    const trying = promise.then(async (sending) => {
      if (sending !== null) {
        this.#sending = 1
        const started = { sending, payload: kept, odometer, failuresBefore: this.#failures }
        const end = await handOver(started, route, { ...this.#parts, signal: this.#stop.signal })
        return this.#ended({ row: sending, order, sinceMs, sawJump: false }, end)
      }
      kept.fill(0)
      odometers.keep(route.destination, odometer)
      return 0
    })
    this.#trying = trying
    this.#running = this.#restAfter(async () => trying).then(async () => this.#run())
    return { start: { kind: 'printer', destination: route.destination, odometer }, committed }
  }

  /** Each label says why it waits; none expires. */
  async #pause(why: Reason): Promise<number> {
    for (const job of this.#parts.queue.all()) await this.#notes.note(job, [why])
    return LOOK_AGAIN_MS
  }

  /** Returns how long to wait before the next try of any label, in milliseconds; 0 when there is no reason to. */
  async #turn(job: WaitingJob): Promise<number> {
    const pause = pauseOf(this.#parts.route())
    if (pause !== null) return this.#pause(pause)
    const ageMs = this.#nowMs() - job.sinceMs
    const left = leftMs({ ageMs, sawJump: job.sawJump }, job.row.ttlMs)
    if (left === 0) {
      this.#parts.queue.take(job.row.id)
      this.#parts.ledger.settle(job.row, { state: 'expired', reasons: [whyExpired()] })
      return 0
    }
    const longest = Math.min(left ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS)
    const [route, printer] = [this.#parts.route(), printerOf(this.#parts.route())]
    this.#isWaitingForStop = stopOf(route).length > 0
    if (this.#isWaitingForStop) return this.#notes.noteStop().then(() => longest)
    if (printer !== null) return Math.min(longest, await this.#try(job, printer))
    if (route.kind !== 'none') return 0
    await this.#notes.note(job, job.sawJump ? [route.why, CLOCK_JUMPED] : [route.why])
    return longest
  }

  async #try(job: WaitingJob, route: PrinterRoute): Promise<number> {
    this.#parts.queue.take(job.row.id)
    this.#sending = 1
    const label = { row: job.row, odometer: this.#begin(route), failuresBefore: this.#failures }
    const trying = attempt(label, route, { ...this.#parts, signal: this.#stop.signal })
    this.#trying = trying
    return this.#ended(job, await trying)
  }

  /** Returns the counter of the printer before the try, null when it is not known. */
  #begin({ destination }: PrinterRoute): number | null {
    this.#lastDestination = destination
    this.#isWaitingForStop = false
    this.#parts.onBusy()
    return this.#parts.odometers.take(destination)
  }

  #ended(job: WaitingJob, end: AttemptEnd): number {
    this.#sending = 0
    this.#brokeOff = end.kind === 'over' && end.pauseMs > 0 ? this.#lastDestination : null
    if (end.kind === 'over') {
      this.#failures = end.pauseMs > 0 ? this.#failures + 1 : 0
      return end.pauseMs
    }
    this.#failures += 1
    job.row = end.row
    this.#parts.queue.putBack(job)
    return end.afterMs
  }

  /** `turn` says how long to wait after it; after a route that changed meanwhile, or a label that came in a pause, it is not waited. */
  async #restAfter(turn: () => Promise<number>): Promise<void> {
    const changes = this.#changes
    const waitMs = await turn()
    const isStale = changes !== this.#changes
    if (waitMs > 0 && !isStale && !this.#isStopping()) await this.#waitFor(waitMs)
    this.#brokeOff = null
  }

  async #waitFor(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(waitMs, resolve)
    this.#wake = resolve
    await promise
    cancel()
    this.#wake = () => undefined
  }

  #nowMs(): number {
    return this.#parts.clock.monotonicMs()
  }

  #isStopping(): boolean {
    return this.#stop.signal.aborted
  }
}
