// The browsers that were let in. Each proves itself with two secrets: a cookie that no script reads, and a key that the
// page keeps for its own origin, because cookies of 127.0.0.1 are sent to servers on its other ports as well.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { LIMITS } from './limits.ts'
import { digestOf, newSecret } from './one-time-links.ts'

export interface WindowSession {
  readonly who: string
  /** Questions that wait for their answer. */
  underWay: number
}

interface Kept extends WindowSession {
  readonly keyDigest: string
  usedAtMs: number
}

export class WindowSessions {
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  begin(who: string): { readonly cookie: string; readonly key: string } {
    if (this.#kept.size >= LIMITS.sessions) this.#kept.delete(this.#longestAtRest())
    const [cookie, key] = [newSecret(), newSecret()]
    const usedAtMs = this.#clock.monotonicMs()
    this.#kept.set(digestOf(cookie), { who, keyDigest: digestOf(key), underWay: 0, usedAtMs })
    return { cookie, key }
  }

  /** Null when there is none with both, and after 15 minutes without a request. */
  find(cookie: string, key: string): WindowSession | null {
    const digest = digestOf(cookie)
    const session = this.#kept.get(digest)
    if (session === undefined || session.keyDigest !== digestOf(key)) return null
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - session.usedAtMs > LIMITS.restMs) {
      this.#kept.delete(digest)
      return null
    }
    session.usedAtMs = nowMs
    return session
  }

  #longestAtRest(): string {
    const [first] = [...this.#kept].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs)
    return first?.[0] ?? ''
  }
}
