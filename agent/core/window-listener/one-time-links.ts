// Secrets that let one browser in each, once, for a short time. Kept as their digest, compared by it.
import { createHash, randomBytes } from 'node:crypto'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { LIMITS } from './limits.ts'

interface Link {
  readonly who: string
  readonly forget: Cancel
}

/** 32 random bytes in base64url: nobody finds one by trying, and the digest's place in a map tells nothing. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export class OneTimeLinks {
  readonly #clock: Clock
  readonly #links = new Map<string, Link>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The oldest that nobody used gives way. */
  make(who: string): string {
    const [oldest] = this.#links.keys()
    if (oldest !== undefined && this.#links.size >= LIMITS.links) this.#take(oldest)
    const secret = newSecret()
    const digest = digestOf(secret)
    const forget = this.#clock.after(LIMITS.linkMs, () => void this.#links.delete(digest))
    this.#links.set(digest, { who, forget })
    return secret
  }

  /** Who asked for that link, which stays as it is; null where `use` has null. */
  whose(secret: string): string | null {
    return this.#links.get(digestOf(secret))?.who ?? null
  }

  /** Who asked for that link; null when there is none, when it was used, and when its time is over. */
  use(secret: string): string | null {
    return this.#take(digestOf(secret))
  }

  stop(): void {
    for (const digest of this.#links.keys()) this.#take(digest)
  }

  #take(digest: string): string | null {
    const link = this.#links.get(digest)
    if (link === undefined) return null
    link.forget()
    this.#links.delete(digest)
    return link.who
  }
}
