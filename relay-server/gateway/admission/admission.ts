// Finds on whose account a request counts, and whether it may pass.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { addressKeys, type AddressKeys } from '../../http/address-keys.ts'
import { type Caller, rateClassOf, type RateLimit, type RateVerdict } from './rate-limit.ts'
import type { ProvenService, ServiceTokens } from './service-tokens.ts'

/** What a request says about its caller; nothing of it counts without proof. */
export interface CallerClaims {
  readonly serviceToken: string | null
  readonly clientAddress: string | null
  readonly forwardedFor: string | null
}

export interface Admitted {
  readonly verdict: RateVerdict
  /** The client's address as far as it is known: the socket's, or the one a proven service names. */
  readonly clientAddress: string
}

export interface AdmissionParts {
  readonly rateLimit: RateLimit
  readonly tokens: ServiceTokens
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
  /** A TLS terminator is the peer, and says whom it forwards for. */
  readonly behindTerminator: boolean
}

export const NO_CLAIMS: CallerClaims = { serviceToken: null, clientAddress: null, forwardedFor: null }

export class Admission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Answers at once unless a token has to be verified first. */
  admit(claims: CallerClaims, socketPeer: AddressKeys): Admitted | Promise<Admitted> {
    const peer = (this.#parts.behindTerminator ? lastForwarded(claims.forwardedFor) : null) ?? socketPeer
    if (claims.serviceToken === null) return this.#count(null, claims, peer)
    const known = this.#parts.tokens.known(claims.serviceToken)
    if (known !== null) return this.#count(known, claims, peer)
    const verifying = this.#parts.tokens.verify(claims.serviceToken, peer.key, this.#parts.nowMs())
    return verifying.then((proven) => this.#count(proven, claims, peer))
  }

  #count(proven: ProvenService | null, claims: CallerClaims, peer: AddressKeys): Admitted {
    const client = proven === null || claims.clientAddress === null ? null : addressKeys(claims.clientAddress)
    const verdict = this.#parts.rateLimit.admit(callerOf(proven, client, peer), this.#parts.nowMs())
    return { verdict, clientAddress: (client ?? peer).address }
  }
}

// What stands before the last entry, which the terminator added, a client may have written.
function lastForwarded(field: string | null): AddressKeys | null {
  return addressKeys(field?.split(',').at(-1)?.trim() ?? '')
}

function callerOf(proven: ProvenService | null, client: AddressKeys | null, peer: AddressKeys): Caller {
  if (proven === null) return { rateClass: 'api', client: peer }
  if (client === null) return { rateClass: 'service', service: proven.service }
  return { rateClass: rateClassOf(proven.service), client }
}

/** The 429 for a verdict that does not allow; `verdict.waitMs` must not be 0. */
export function rateLimited(verdict: RateVerdict): ProblemError {
  const detail = `At most ${verdict.permit} requests in ${verdict.windowMs / 1000} s (class ${verdict.rateClass})`
  return new ProblemError('rate_limited', detail, { retryAfterS: Math.ceil(verdict.waitMs / 1000) })
}
