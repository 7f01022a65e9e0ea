// What tokens prove: verifies them, remembers proven ones, bounds how often strangers make us verify.
import { createHash } from 'node:crypto'
import { SlidingWindow } from '../../http/admission/sliding-window.ts'

/** What a token proves, and until when. */
interface Proven {
  /** Wall clock, milliseconds since 1970. */
  readonly expiresAtMs: number
}

export interface ProvenService extends Proven {
  readonly service: string
}

/** A Pharmacist who is signed in at that computer. */
export interface ProvenDevice extends Proven {
  readonly deviceKey: string
}

/** Somebody who is signed in at the panel or at the storefront. */
export interface ProvenPerson extends Proven {
  /** The same at all his browsers. */
  readonly account: string
}

/** Null for a token that proves nothing; may throw when it cannot tell. */
export type VerifyToken<P> = (token: string) => Promise<P | null>

const MAX_TOKEN_CHARS = 4096
// An honest caller brings a new token every few minutes; verifying is the dearest thing a stranger can make us do.
const ATTEMPTS_PER_ADDRESS = 20
const ATTEMPT_WINDOW_MS = 10_000

export interface ProvenTokensParts<P> {
  readonly verify: VerifyToken<P>
  /** So many are remembered, the newest: about 250 bytes each. */
  readonly maxRemembered: number
  /** Wall clock, milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly onVerifyFailure: (error: unknown) => void
}

export class ProvenTokens<P extends Proven> {
  readonly #parts: ProvenTokensParts<P>
  /** By the digest of the token, which is four times as long. */
  readonly #proven = new Map<string, P>()
  readonly #pending = new Map<string, Promise<P | null>>()
  readonly #attempts = new SlidingWindow({ windowMs: ATTEMPT_WINDOW_MS, maxKeys: 10_000 })

  constructor(parts: ProvenTokensParts<P>) {
    this.#parts = parts
  }

  /** What a known token proves, at once; null when the token has to be verified first. */
  known(token: string): P | null {
    const key = digestOf(token)
    const proven = this.#proven.get(key)
    if (proven === undefined) return null
    if (proven.expiresAtMs > this.#parts.wallNowMs()) return proven
    this.#proven.delete(key)
    return null
  }

  /** Verifies a token from an address. Null when it proves nothing; never throws. `now` is monotonic. */
  async verify(token: string, addressKey: string, now: number): Promise<P | null> {
    const pending = this.#pending.get(token)
    if (pending !== undefined) return pending
    if (token.length > MAX_TOKEN_CHARS) return null
    if (this.#attempts.waitMs(addressKey, ATTEMPTS_PER_ADDRESS, now) > 0) return null
    this.#attempts.accept(addressKey, ATTEMPTS_PER_ADDRESS, now)
    const verifying = this.#verify(token).finally(() => this.#pending.delete(token))
    this.#pending.set(token, verifying)
    return verifying
  }

  async #verify(token: string): Promise<P | null> {
    try {
      const proven = await this.#parts.verify(token)
      if (proven !== null) this.#remember(token, proven)
      return proven
    } catch (error) {
      this.#parts.onVerifyFailure(error)
      return null
    }
  }

  #remember(token: string, proven: P): void {
    if (this.#proven.size >= this.#parts.maxRemembered) {
      const oldest = this.#proven.keys().next()
      if (!oldest.done) this.#proven.delete(oldest.value)
    }
    this.#proven.set(digestOf(token), proven)
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
