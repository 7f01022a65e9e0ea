// Finds on whose account a request counts, and whether it may pass.
import { addressKeys, type AddressKeys } from '../../http/address-keys.ts'
import type { RateLimit, RateVerdict } from '../../http/admission/rate-limit.ts'
import { vouchedAddress } from '../../http/admission/vouched-address.ts'
import type { RatePolicy } from '../settings.ts'
import { accountOf } from './callers.ts'
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
  /** The service that the caller proved to be; null for everybody else. */
  readonly service: string | null
}

export interface AdmissionParts {
  readonly rateLimit: RateLimit
  readonly policy: RatePolicy
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
    const peer = vouchedAddress(socketPeer, claims.forwardedFor, this.#parts.behindTerminator) ?? socketPeer
    if (claims.serviceToken === null) return this.#count(null, claims, peer)
    const known = this.#parts.tokens.known(claims.serviceToken)
    if (known !== null) return this.#count(known, claims, peer)
    const verifying = this.#parts.tokens.verify(claims.serviceToken, peer.key, this.#parts.nowMs())
    return verifying.then((proven) => this.#count(proven, claims, peer))
  }

  #count(proven: ProvenService | null, claims: CallerClaims, peer: AddressKeys): Admitted {
    const { rateLimit, policy, nowMs } = this.#parts
    const client = proven === null || claims.clientAddress === null ? null : addressKeys(claims.clientAddress)
    const verdict = rateLimit.admit(accountOf({ proven, client, peer }, policy), nowMs())
    return { verdict, clientAddress: (client ?? peer).address, service: proven?.service ?? null }
  }
}
