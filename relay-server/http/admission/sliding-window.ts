// An exact sliding window per key: at most so many acceptances in any stretch of the window's length.

interface Ring {
  /** Times of acceptance; the slot at `next` is the oldest once the ring is full. */
  times: number[]
  next: number
  last: number
}

const FIRST_SLOTS = 4
const STALE_PER_NEWCOMER = 4

export interface WindowLimits {
  readonly windowMs: number
  /** Keys that can be counted at once; when all of them are active, a newcomer is refused. */
  readonly maxKeys: number
}

/** Rings grow with use, so a key that appears once costs little. Time comes from the caller, in milliseconds. */
export class SlidingWindow {
  readonly #limits: WindowLimits
  // In order of last acceptance, so that whatever has gone stale is always in front.
  readonly #rings = new Map<string, Ring>()

  constructor(limits: WindowLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#rings.size
  }

  /** Milliseconds until the key would be accepted; 0 means now. Changes nothing that counts. */
  waitMs(key: string, permit: number, now: number): number {
    const ring = this.#rings.get(key)
    if (ring === undefined) return this.#waitForRoom(now)
    if (ring.times.length < permit) return 0
    const oldest = ring.times[ring.next] ?? 0
    return Math.max(0, this.#limits.windowMs - (now - oldest))
  }

  /** Counts one acceptance; call it only after `waitMs` said 0. `permit` must be the same for a key's whole life. */
  accept(key: string, permit: number, now: number): void {
    const ring = this.#rings.get(key)
    if (ring === undefined) {
      this.#rings.set(key, { times: [now], next: 0, last: now })
      return
    }
    if (ring.times.length < permit && !this.#reusable(ring, now)) this.#append(ring, now)
    else {
      ring.times[ring.next] = now
      ring.next = (ring.next + 1) % ring.times.length
    }
    ring.last = now
    this.#rings.delete(key)
    this.#rings.set(key, ring)
  }

  // Below the permit a slot may be reused as soon as it no longer counts; that keeps rings as short as the use.
  #reusable(ring: Ring, now: number): boolean {
    return ring.times.length >= FIRST_SLOTS && now - (ring.times[ring.next] ?? 0) >= this.#limits.windowMs
  }

  #append(ring: Ring, now: number): void {
    if (ring.next !== 0) {
      ring.times = [...ring.times.slice(ring.next), ...ring.times.slice(0, ring.next)]
      ring.next = 0
    }
    ring.times.push(now)
  }

  #waitForRoom(now: number): number {
    let dropped = 0
    for (const [key, ring] of this.#rings) {
      const idleMs = now - ring.last
      if (idleMs < this.#limits.windowMs) {
        // A key that still counts is never dropped: forgetting it would grant it a second allowance.
        return this.#rings.size < this.#limits.maxKeys ? 0 : this.#limits.windowMs - idleMs
      }
      this.#rings.delete(key)
      if (++dropped === STALE_PER_NEWCOMER) break
    }
    return 0
  }
}
