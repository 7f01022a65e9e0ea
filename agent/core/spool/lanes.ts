// The one row of waiting labels and its two ways out: a printer of this computer, or the computer that has it.
import { ForwardLane, type ForwardLaneParts } from './forward-lane.ts'
import type { Accept, LaneParts } from './lane-parts.ts'
import { Lane } from './lane.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { JobRow } from './spool-store.ts'
import type { WaitingJob, WaitingRow } from './waiting-row.ts'

export type LanesParts = LaneParts & Pick<ForwardLaneParts, 'onNews'>

export class Lanes {
  readonly #parts: LanesParts
  readonly #printing: Lane
  readonly #forwarding: ForwardLane

  constructor(parts: LanesParts) {
    this.#parts = parts
    this.#printing = new Lane(parts)
    this.#forwarding = new ForwardLane({
      ...{ ...parts, row: this.row, onFree: () => this.go() },
      before: async () => this.#printing.idle(),
    })
  }

  get row(): WaitingRow {
    return this.#printing.row
  }

  /**
   * Accepts a label and hands it on in its turn; to a printer of this computer with one commit, where it may go at once.
   * Throws what `accept` throws.
   */
  async takeIn(payload: Uint8Array, accept: Accept): Promise<JobRow> {
    try {
      return await this.#printing.take(payload, accept)
    } finally {
      this.#forwarding.go()
    }
  }

  /** Somebody stands at the printer: tries at once. */
  hurry(): void {
    this.#forwarding.go()
    this.#printing.hurry()
  }

  /** Labels may wait now. */
  go(): void {
    this.#forwarding.go()
    this.#printing.go()
  }

  /** No label is printed before this has settled. */
  hold(until: Promise<unknown>): void {
    this.#printing.hold(until)
  }

  /** See Lane. What goes to another computer goes on: its id makes a repeat harmless. */
  async rest(until: Promise<unknown>): Promise<void> {
    await this.#printing.rest(until)
  }

  /** Bytes of it may have gone to that computer. */
  addHanded(job: Omit<WaitingJob, 'order'>, computer: string): void {
    this.#forwarding.addHanded(job, computer)
  }

  /** Takes a waiting label out: whoever gets it alone decides what becomes of it. Null when it has left or may have. */
  async take(id: string): Promise<WaitingJob | null> {
    return this.row.take(id) ?? this.#forwarding.takeBack(id)
  }

  /** See ForwardLane. */
  keepNews(id: string, now: RemoteState): boolean {
    return this.#forwarding.keepNews(id, now)
  }

  /** Labels that have not left. */
  waiting(): number {
    return this.#printing.waiting() + this.#forwarding.waiting()
  }

  /** The name of the computer to which a label that is accepted now may go at once; null when none. */
  target(): string | null {
    const route = this.#parts.route()
    return route.kind === 'computer' ? route.destination : null
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#forwarding.routeChanged()
    // What comes back from the old way takes its place before a label is printed.
    this.#printing.hold(this.#forwarding.left())
    this.#printing.routeChanged()
    this.go()
  }

  /** A pause is over: the time to live of what waited begins anew. */
  renew(nowMs: number): void {
    this.row.renew(nowMs)
    this.#forwarding.renew(nowMs)
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await Promise.all([this.#printing.settled(), this.#forwarding.left()])
  }

  /**
   * Resolves once no label is on its way to the disk or out, and none is being judged that may come back. The route is away
   * before, and nobody takes labels any more.
   */
  async quiet(): Promise<void> {
    await this.#printing.arrived()
    await this.settled()
    await this.#printing.judged()
  }

  /**
   * What waits is held, with this reason; what may be at another computer is unknown. After `quiet`. Throws what the store
   * throws; then those that were not held yet wait on.
   */
  async holdWaiting(reason: string): Promise<void> {
    this.#forwarding.giveUpHanded()
    for (let first = this.row.first(); first !== null; first = this.row.first()) {
      const job = this.row.take(first.row.id)
      if (job === null) continue
      try {
        await this.#parts.ledger.change(job.row, { state: 'held', reason, code: 'moved' })
      } catch (error) {
        this.row.putBack(job)
        throw error
      }
    }
  }

  /** Breaks off what is being sent; what waits stays on the disk. */
  async stop(): Promise<void> {
    await Promise.all([this.#printing.stop(), this.#forwarding.stop()])
  }
}
