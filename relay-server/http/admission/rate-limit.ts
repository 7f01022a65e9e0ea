// Decides whether one more request may be made on somebody's account: one tier for each, and one more for an IPv6 /56.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { SlidingWindow } from './sliding-window.ts'

/** On whose account a request counts. */
export interface Account {
  /** What is counted together and apart from others; a 429 names it. */
  readonly rateClass: string
  /** Within the class: an address, a service, a session. */
  readonly key: string
  /** Requests in a window; the same for each account of a class. */
  readonly permit: number
  /** The wider network that the account belongs to, and its permit; null when there is none. */
  readonly wide: { readonly key: string; readonly permit: number } | null
}

export interface RateVerdict {
  readonly allowed: boolean
  readonly rateClass: string
  readonly permit: number
  readonly windowMs: number
  /** Milliseconds until another try makes sense; 0 when allowed. */
  readonly waitMs: number
}

// About 250 bytes a key that is seen once: both tables together stay under 64 MB.
const MAX_KEYS = 100_000

export class RateLimit {
  readonly #windowMs: number
  readonly #narrow: SlidingWindow
  readonly #wide: SlidingWindow

  constructor({ windowMs }: { readonly windowMs: number }) {
    this.#windowMs = windowMs
    this.#narrow = new SlidingWindow({ windowMs, maxKeys: MAX_KEYS })
    this.#wide = new SlidingWindow({ windowMs, maxKeys: MAX_KEYS })
  }

  /** Counts the request when it is allowed. `now` is monotonic, in milliseconds. */
  admit({ rateClass, key: name, permit, wide }: Account, now: number): RateVerdict {
    const verdict = (of: number, waitMs: number): RateVerdict => ({
      allowed: waitMs === 0,
      rateClass,
      permit: of,
      windowMs: this.#windowMs,
      waitMs,
    })
    const key = `${rateClass} ${name}`
    const narrowWaitMs = this.#narrow.waitMs(key, permit, now)
    if (narrowWaitMs > 0) return verdict(permit, narrowWaitMs)
    const wideKey = `${rateClass} ${wide?.key}`
    const wideWaitMs = wide === null ? 0 : this.#wide.waitMs(wideKey, wide.permit, now)
    if (wide !== null && wideWaitMs > 0) return verdict(wide.permit, wideWaitMs)
    this.#narrow.accept(key, permit, now)
    if (wide !== null) this.#wide.accept(wideKey, wide.permit, now)
    return verdict(permit, 0)
  }
}

/** The 429 for a verdict that does not allow; `verdict.waitMs` must not be 0. */
export function rateLimited(verdict: RateVerdict): ProblemError {
  const detail = `At most ${verdict.permit} requests in ${verdict.windowMs / 1000} s (class ${verdict.rateClass})`
  return new ProblemError('rate_limited', detail, { retryAfterS: Math.ceil(verdict.waitMs / 1000) })
}
