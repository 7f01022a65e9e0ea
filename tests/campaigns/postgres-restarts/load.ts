// What people do while databases restart: they sign in, and enter pharmacies and patients. What was acknowledged is kept, and looked for.
import { setTimeout as delay } from 'node:timers/promises'
import { createApiClient, type ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { signIn } from '../../platform/panel.ts'
import type { DemoFile } from '../../running-demo.ts'

export interface Load {
  /** Calls that were answered with what was asked for, by kind. */
  readonly done: Readonly<Record<Kind, number>>
  /** Refusals by code. */
  readonly refused: ReadonlyMap<string, number>
  /** Ends it, and names everything that was acknowledged and is not there. */
  end(): Promise<string[]>
}

type Kind = 'sign-ins' | 'pharmacies' | 'patients'

const PAUSE_MS: Readonly<Record<Kind, number>> = { 'sign-ins': 2_000, pharmacies: 700, patients: 1_100 }
/** Below the gateway's limit of one address. */
const LOOK_PAUSE_MS = 130
const TOKEN_LASTS_MS = 300_000
const TIMEOUT_MS = 30_000
const TRIES = 40
/** Of one person: beyond 100 the oldest ends. */
const SESSIONS = 90
/** Of the numbers that Britain keeps for plays; the demo's patients have lower ones. */
const FIRST_PHONE = 300
const PHONES = 700

/** Where people sign in, and who there is: one of each staff role and a pharmacist of a pharmacy. */
export type Peopled = Pick<DemoFile, 'gatewayUrl' | 'users'>

export function startLoad(demo: Peopled): Load {
  const people = { admin: new Person(demo, 'Admin'), pharmacist: new Person(demo, 'Pharmacist') }
  const signers = ['Admin', 'Support', 'SuperSupport'].map((role) => new Person(demo, role))
  const kept = { tokens: [] as string[], stores: [] as string[], patients: [] as string[] }
  const refused = new Map<string, number>()
  const ending = new AbortController()
  const again = async (kind: Kind, work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 1; !ending.signal.aborted; n += 1) {
      await work(n).catch((error: unknown) => count(refused, error))
      await delay(PAUSE_MS[kind], null, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = [
    again('sign-ins', async (n) => {
      const person = signers[n % signers.length]
      if (person === undefined || n > signers.length * SESSIONS) return
      kept.tokens.push(await person.newSession())
    }),
    again('pharmacies', async (n) => {
      const storeId = `P-${70_000_000 + n}`
      const body = { storeId, name: `Pharmacy ${n}`, email: 'new@example.org', phone: null }
      await people.admin.call('Store', storeApi.createCustomer, { body })
      kept.stores.push(storeId)
    }),
    again('patients', async (n) => {
      if (n > PHONES) return
      const phone = `020 7946 0${FIRST_PHONE + n - 1}`
      const body = { name: `Patient ${n}`, phone, birthYear: 1970, flags: [], smsConsent: false }
      const { id } = await people.pharmacist.call('Pharmacy', pharmacyApi.createPatient, { body })
      kept.patients.push(id)
    }),
  ]
  return {
    get done() {
      return {
        'sign-ins': kept.tokens.length,
        pharmacies: kept.stores.length,
        patients: kept.patients.length,
      }
    },
    refused,
    end: async () => {
      ending.abort()
      await Promise.all(running)
      return [
        ...(await absent('session', kept.tokens, async (token) => people.admin.refresh(token))),
        ...(await absent('pharmacy', kept.stores, async (storeId) =>
          people.admin.call('Store', storeApi.getCustomerByStoreId, { params: { storeId } }),
        )),
        ...(await absent('patient', kept.patients, async (patientId) =>
          people.pharmacist.call('Pharmacy', pharmacyApi.getPatient, { params: { patientId } }),
        )),
      ]
    },
  }
}

/** One of the demo's people, through the gateway. */
class Person {
  readonly #demo: Peopled
  readonly #user: { readonly email: string; readonly password: string }
  #token: { readonly text: string; readonly untilMs: number } | null = null

  constructor(demo: Peopled, role: string) {
    const user = demo.users.find((one) => one.role === role)
    if (user === undefined) throw new Error(`the demo has no ${role}`)
    this.#demo = demo
    this.#user = { email: user.email, password: user.password }
  }

  /** Its refresh token, which is good only while identity knows the session. */
  async newSession(): Promise<string> {
    const { tokens } = await signIn(this.#demo, this.#user)
    return tokens.refreshToken
  }

  async refresh(refreshToken: string): Promise<void> {
    const call = { params: null, query: null, body: { refreshToken } }
    await this.#api('Identity').call(identityApi.refreshTokens, call, { token: null })
  }

  async call<E extends Endpoint>(
    prefix: string,
    entry: E,
    input: Partial<EndpointCall<E>>,
  ): Promise<EndpointResult<E>> {
    const call = { params: null, query: null, body: null, ...input } as EndpointCall<E>
    return this.#api(prefix).call(entry, call, { token: await this.#current() })
  }

  async #current(): Promise<string> {
    if (this.#token === null || performance.now() > this.#token.untilMs) {
      const { tokens } = await signIn(this.#demo, this.#user)
      this.#token = { text: tokens.accessToken, untilMs: performance.now() + TOKEN_LASTS_MS }
    }
    return this.#token.text
  }

  #api(prefix: string): ApiClient {
    const baseUrl = `${this.#demo.gatewayUrl}/${prefix}`
    return createApiClient({ baseUrl, timeoutMs: TIMEOUT_MS, headers: () => Promise.resolve({}) })
  }
}

function count(refused: Map<string, number>, error: unknown): void {
  if (!(error instanceof ProblemError)) throw error
  refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
}

/** Those that are not found. A refusal that may be tried again says nothing of it. */
async function absent(
  what: string,
  names: readonly string[],
  look: (name: string) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [index, name] of names.entries()) {
    const code = await refusalOf(async () => look(name))
    if (code !== null)
      faults.push(`${what} ${index + 1} of ${names.length} was acknowledged and is gone: ${code}`)
    await delay(LOOK_PAUSE_MS)
  }
  return faults
}

const PASSING = ['unavailable', 'upstream_unavailable', 'upstream_timeout', 'rate_limited']

/** Null: it is there. */
async function refusalOf(look: () => Promise<unknown>): Promise<string | null> {
  let last = ''
  for (let n = 0; n < TRIES; n += 1) {
    try {
      await look()
      return null
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      last = error.code
      if (!PASSING.includes(last)) return last
      await delay((error.retryAfterS ?? 1) * 1_000)
    }
  }
  return last
}
