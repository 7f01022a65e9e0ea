// Finds on whose account a request counts, and whether it may pass.
import { addressKeys, type AddressKeys } from '../../http/address-keys.ts'
import { RateLimit, type RateVerdict } from '../../http/admission/rate-limit.ts'
import { vouchedAddress } from '../../http/admission/vouched-address.ts'
import type { RatePolicy } from '../settings.ts'
import { namesDevice } from '../../auth/access-token.ts'
import { accountOf, bringsPeople } from './callers.ts'
import type { ProvenDevice, ProvenPerson, ProvenService, ProvenTokens } from './proven-tokens.ts'

/** What a request says about its caller; nothing of it counts without proof. */
export interface CallerClaims {
  readonly serviceToken: string | null
  /** Of `Authorization: Bearer`. */
  readonly bearer: string | null
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
  readonly policy: RatePolicy
  readonly services: ProvenTokens<ProvenService>
  readonly devices: ProvenTokens<ProvenDevice>
  readonly people: ProvenTokens<ProvenPerson>
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
  /** A TLS terminator is the peer, and says whom it forwards for. */
  readonly behindTerminator: boolean
}

export const NO_CLAIMS: CallerClaims = {
  serviceToken: null,
  bearer: null,
  clientAddress: null,
  forwardedFor: null,
}

export class Admission {
  readonly #parts: AdmissionParts
  readonly #rateLimit: RateLimit

  constructor(parts: AdmissionParts) {
    this.#parts = parts
    this.#rateLimit = new RateLimit(parts.policy)
  }

  /** Answers at once unless a token has to be verified first. */
  admit(claims: CallerClaims, socketPeer: AddressKeys): Admitted | Promise<Admitted> {
    const peer = vouchedAddress(socketPeer, claims.forwardedFor, this.#parts.behindTerminator) ?? socketPeer
    if (claims.serviceToken !== null) return this.#ofService(claims.serviceToken, claims, peer)
    // A service calls for people whose tokens it hands on: those say nothing of who is connected.
    return claims.bearer === null
      ? this.#count(NOBODY, claims, peer)
      : this.#ofDevice(claims.bearer, claims, peer)
  }

  #ofService(token: string, claims: CallerClaims, peer: AddressKeys): Admitted | Promise<Admitted> {
    const { services, nowMs } = this.#parts
    const known = services.known(token)
    if (known !== null) return this.#ofPerson(known, claims, peer)
    return services.verify(token, peer.key, nowMs()).then((service) => this.#ofPerson(service, claims, peer))
  }

  /** For whom a service calls: by his own token where it hands one on, which is looked at on the account of his address. */
  #ofPerson(
    service: ProvenService | null,
    claims: CallerClaims,
    peer: AddressKeys,
  ): Admitted | Promise<Admitted> {
    const { people, nowMs } = this.#parts
    const { bearer, clientAddress } = claims
    const client = clientAddress === null ? null : addressKeys(clientAddress)
    const who = { ...NOBODY, service }
    if (service === null || client === null || bearer === null || !bringsPeople(service))
      return this.#count(who, claims, peer)
    const known = people.known(bearer)
    if (known !== null) return this.#count({ ...who, person: known }, claims, peer)
    return people
      .verify(bearer, client.key, nowMs())
      .then((person) => this.#count({ ...who, person }, claims, peer))
  }

  #ofDevice(token: string, claims: CallerClaims, peer: AddressKeys): Admitted | Promise<Admitted> {
    const { devices, nowMs } = this.#parts
    const known = devices.known(token)
    if (known !== null) return this.#count({ ...NOBODY, device: known }, claims, peer)
    if (!namesDevice(token)) return this.#count(NOBODY, claims, peer)
    return devices
      .verify(token, peer.key, nowMs())
      .then((device) => this.#count({ ...NOBODY, device }, claims, peer))
  }

  #count({ service, device, person }: Who, claims: CallerClaims, peer: AddressKeys): Admitted {
    const { policy, nowMs } = this.#parts
    const client =
      service === null || claims.clientAddress === null ? null : addressKeys(claims.clientAddress)
    const account = accountOf({ service, device, person, client, peer }, policy)
    const verdict = this.#rateLimit.admit(account, nowMs())
    return { verdict, clientAddress: (client ?? peer).address, service: service?.service ?? null }
  }
}

interface Who {
  readonly service: ProvenService | null
  readonly device: ProvenDevice | null
  readonly person: ProvenPerson | null
}
const NOBODY: Who = { service: null, device: null, person: null }
