// On whose account a visitor of pages counts: a session that is proven by its own name, everybody else by address.
import { createHash } from 'node:crypto'
import { BoundedMap } from '../../auth/bounded-map.ts'
import type { AddressKeys } from '../address-keys.ts'
import { type Account, RateLimit, type RateVerdict } from './rate-limit.ts'

/** Requests in 10 s; an IPv6 /56 may make four times as many as an address. */
export interface VisitorRates {
  readonly perSession: number
  readonly perAddress: number
  /** Of files that everybody may see, which a page needs many of. */
  readonly filesPerAddress: number
  /** Proofs that have to be looked at, which is dear. */
  readonly proofsPerAddress: number
}

export interface VisitorSession {
  readonly id: string
  /** Whose it is. */
  readonly account: string
}

export interface VisitorsParts {
  readonly rates: VisitorRates
  /** The session that a proof stands for, such as a cookie; null for none. */
  readonly sessionOf: (proof: string) => Promise<VisitorSession | null>
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
}

export interface Visit {
  readonly address: AddressKeys
  readonly proof: string | null
  readonly isFile: boolean
}

export interface CountedVisit {
  readonly verdict: RateVerdict
  readonly session: VisitorSession | null
}

const WINDOW_MS = 10_000
const NETWORK_SHARE = 4
const MAX_KNOWN = 20_000
/** After this a proof is looked at again. */
const KNOWN_MS = 600_000

export class Visitors {
  readonly #parts: VisitorsParts
  readonly #rate = new RateLimit({ windowMs: WINDOW_MS })
  /** By the digest of their proof. */
  readonly #known = new BoundedMap<VisitorSession>(MAX_KNOWN)

  constructor(parts: VisitorsParts) {
    this.#parts = parts
  }

  async count({ address, proof, isFile }: Visit): Promise<CountedVisit> {
    const { rates, nowMs } = this.#parts
    const session = proof === null ? null : await this.#prove(proof, address)
    const account = session === null ? this.#stranger(address, isFile) : sessionAccount(session, rates)
    return { session, verdict: this.#rate.admit(account, nowMs()) }
  }

  /** The proof was just given to that session. */
  remember(proof: string, session: VisitorSession): void {
    this.#known.set(digestOf(proof), session, { nowMs: this.#parts.nowMs(), forMs: KNOWN_MS })
  }

  /** A known proof is never refused by what strangers at its address did. */
  async #prove(proof: string, address: AddressKeys): Promise<VisitorSession | null> {
    const { rates, nowMs, sessionOf } = this.#parts
    const known = this.#known.get(digestOf(proof), nowMs())
    if (known !== undefined) return known
    const looking = addressAccount('proof', address, rates.proofsPerAddress)
    if (!this.#rate.admit(looking, nowMs()).allowed) return null
    const session = await sessionOf(proof)
    if (session !== null) this.remember(proof, session)
    return session
  }

  #stranger(address: AddressKeys, isFile: boolean): Account {
    const { perAddress, filesPerAddress } = this.#parts.rates
    return isFile
      ? addressAccount('file', address, filesPerAddress)
      : addressAccount('visitor', address, perAddress)
  }
}

function sessionAccount({ id }: VisitorSession, { perSession }: VisitorRates): Account {
  return { rateClass: 'session', key: id, permit: perSession, wide: null }
}

function addressAccount(rateClass: string, { key, wideKey }: AddressKeys, permit: number): Account {
  const wide = wideKey === null ? null : { key: wideKey, permit: permit * NETWORK_SHARE }
  return { rateClass, key, permit, wide }
}

function digestOf(proof: string): string {
  return createHash('sha256').update(proof).digest('base64url')
}
