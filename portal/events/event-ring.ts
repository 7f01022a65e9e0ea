// The newest relay events, as many as fit: what a stream that was away is told when it comes back.

/** Events that are remembered. */
export const RING_EVENTS = 1_000

interface RingEvent {
  readonly id: number
  readonly customerId: number
}

export class EventRing {
  #events: RingEvent[] = []
  /** Everything after this id is in the ring; null before the first contact with the store. */
  #completeAfter: number | null = null
  #lastId = 0

  /** The newest id; null when nothing is known yet. */
  get lastId(): number | null {
    return this.#completeAfter === null ? null : this.#lastId
  }

  /**
   * Begins anew at the store's newest event. Rows that overtook this news stay known, unless the ids went back
   * (a restored database): then nothing of before counts.
   */
  beginAt({ lastEventId, wentBack }: { readonly lastEventId: number; readonly wentBack: boolean }): void {
    this.#events = wentBack ? [] : this.#events.filter((event) => event.id > lastEventId)
    this.#completeAfter = lastEventId
    this.#lastId = this.#events.at(-1)?.id ?? lastEventId
  }

  /** False for an event that is known already. */
  add(event: RingEvent): boolean {
    if (event.id <= this.#lastId) return false
    this.#lastId = event.id
    this.#events.push({ id: event.id, customerId: event.customerId })
    if (this.#events.length > RING_EVENTS)
      this.#completeAfter = this.#events.shift()?.id ?? this.#completeAfter
    return true
  }

  /** The pharmacies that changed after an id; null when the ring cannot tell. */
  customersSince(afterId: number): readonly number[] | null {
    if (this.#completeAfter === null || afterId < this.#completeAfter) return null
    return [...new Set(this.#events.filter(({ id }) => id > afterId).map(({ customerId }) => customerId))]
  }
}
