// The one queue of waiting labels and its two ways out: a printer of this computer, or the computer that has it.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { ForwardDispatcher, type ForwardDispatcherParts } from './forward-dispatcher.ts'
import type { Accept, DispatcherParts } from './dispatcher-parts.ts'
import { PrinterDispatcher } from './printer-dispatcher.ts'
import type { JobRow } from '../store/spool-store.ts'
import { printerOf } from '../rules/route.ts'
import { Queue, type WaitingJob } from './queue.ts'

export type DispatchersParts = DispatcherParts & Pick<ForwardDispatcherParts, 'onNews'>

export class Dispatchers {
  readonly #parts: DispatchersParts
  readonly queue = new Queue()
  readonly printing: PrinterDispatcher
  readonly forwarding: ForwardDispatcher

  constructor(parts: DispatchersParts) {
    this.#parts = parts
    this.printing = new PrinterDispatcher({ ...parts, queue: this.queue })
    this.forwarding = new ForwardDispatcher({
      ...parts,
      queue: this.queue,
      onFree: () => this.go(),
      before: async () => this.#ownLabelsLeft(),
    })
  }

  /**
   * Accepts a label and hands it on in its turn; to a printer of this computer with one commit, where it may go at once.
   * Throws what `accept` throws.
   */
  async takeIn(payload: Uint8Array, accept: Accept): Promise<JobRow> {
    try {
      return await this.printing.take(payload, accept)
    } finally {
      this.forwarding.go()
    }
  }

  /** Somebody stands at the printer: tries at once. */
  hurry(): void {
    this.forwarding.go()
    this.printing.hurry()
  }

  /** Labels may wait now. */
  go(): void {
    this.forwarding.go()
    this.printing.go()
  }

  /** Takes a waiting label out: whoever gets it alone decides what becomes of it. Null when it has left or may have. */
  async take(id: string): Promise<WaitingJob | null> {
    return this.queue.take(id) ?? this.forwarding.takeBack(id)
  }

  /** Labels that have not left. */
  waiting(): number {
    return this.printing.waiting() + this.forwarding.waiting()
  }

  /** The name of the computer to which a label that is accepted now may go at once; null when none. */
  target(): string | null {
    const route = this.#parts.route()
    return route.kind === 'computer' ? route.destination : null
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.forwarding.routeChanged()
    // What comes back from the old way takes its place before a label is printed.
    this.printing.hold(this.forwarding.left())
    this.printing.routeChanged()
    this.go()
  }

  /** A pause is over: the time to live of what waited begins anew. */
  renew(nowMs: number): void {
    this.queue.renew(nowMs)
    this.forwarding.renew(nowMs)
  }

  /** With a standby printer here, labels of others go on to it while those of this computer leave. */
  async #ownLabelsLeft(): Promise<void> {
    if (printerOf(this.#parts.route()) === null) await this.printing.idle()
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await Promise.all([this.printing.settled(), this.forwarding.left()])
  }

  /**
   * Resolves once no label is on its way to the disk or out, and none is being judged that may come back. The route is away
   * before, and nobody takes labels any more.
   */
  async quiet(): Promise<void> {
    await this.printing.arrived()
    await this.settled()
    await this.printing.judged()
  }

  /**
   * What waits is held, with this reason; what may be at another computer is unknown. After `quiet`. Throws what the store
   * throws; then those that were not held yet wait on.
   */
  async holdWaiting(why: Reason): Promise<void> {
    this.forwarding.giveUpHanded()
    for (let first = this.queue.first(); first !== null; first = this.queue.first()) {
      const job = this.queue.take(first.row.id)
      if (job === null) continue
      try {
        await this.#parts.ledger.change(job.row, { state: 'held', reasons: [why], code: 'moved' })
      } catch (error) {
        this.queue.putBack(job)
        throw error
      }
    }
  }

  /** Breaks off what is being sent; what waits stays on the disk. */
  async stop(): Promise<void> {
    await Promise.all([this.printing.stop(), this.forwarding.stop()])
  }
}
