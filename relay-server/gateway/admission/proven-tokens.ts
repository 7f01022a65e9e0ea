// Who vouches for a request: verifies service tokens, remembers proven ones, bounds how often strangers make us verify.
import { SlidingWindow } from '../../http/admission/sliding-window.ts'

export interface ProvenService {
  readonly service: string
  /** Wall clock, milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** Null for a token that is not valid; may throw when it cannot tell. */
export type VerifyServiceToken = (token: string) => Promise<ProvenService | null>

const MAX_TOKEN_CHARS = 4096
const MAX_REMEMBERED = 1000
// An honest service brings a new token every few minutes; verifying is the dearest thing a stranger can make us do.
const ATTEMPTS_PER_ADDRESS = 20
const ATTEMPT_WINDOW_MS = 10_000

export interface ServiceTokensParts {
  readonly verify: VerifyServiceToken
  /** Wall clock, milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly onVerifyFailure: (error: unknown) => void
}

export class ServiceTokens {
  readonly #parts: ServiceTokensParts
  readonly #proven = new Map<string, ProvenService>()
  readonly #pending = new Map<string, Promise<ProvenService | null>>()
  readonly #attempts = new SlidingWindow({ windowMs: ATTEMPT_WINDOW_MS, maxKeys: 10_000 })

  constructor(parts: ServiceTokensParts) {
    this.#parts = parts
  }

  /** The service that a known token proves, at once; null when the token has to be verified first. */
  known(token: string): ProvenService | null {
    const proven = this.#proven.get(token)
    if (proven === undefined) return null
    if (proven.expiresAtMs > this.#parts.wallNowMs()) return proven
    this.#proven.delete(token)
    return null
  }

  /** Verifies a token from an address. Null when it proves nothing; never throws. `now` is monotonic. */
  async verify(token: string, addressKey: string, now: number): Promise<ProvenService | null> {
    const pending = this.#pending.get(token)
    if (pending !== undefined) return pending
    if (token.length > MAX_TOKEN_CHARS) return null
    if (this.#attempts.waitMs(addressKey, ATTEMPTS_PER_ADDRESS, now) > 0) return null
    this.#attempts.accept(addressKey, ATTEMPTS_PER_ADDRESS, now)
    const verifying = this.#verify(token).finally(() => this.#pending.delete(token))
    this.#pending.set(token, verifying)
    return verifying
  }

  async #verify(token: string): Promise<ProvenService | null> {
    try {
      const proven = await this.#parts.verify(token)
      if (proven !== null) this.#remember(token, proven)
      return proven
    } catch (error) {
      this.#parts.onVerifyFailure(error)
      return null
    }
  }

  #remember(token: string, proven: ProvenService): void {
    if (this.#proven.size >= MAX_REMEMBERED) {
      const oldest = this.#proven.keys().next()
      if (!oldest.done) this.#proven.delete(oldest.value)
    }
    this.#proven.set(token, proven)
  }
}
