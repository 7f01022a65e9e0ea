// Test support: workplaces with a pharmacist's token, agents that ask for scans, and scanners.
import { randomBytes } from 'node:crypto'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { createApiClient } from '../../http/api-client.ts'
import type { TestPharmacyApi } from '../test/test-pharmacy.ts'

type Site = Pick<TestPharmacyApi, 'baseUrl' | 'tokens'>

function callerOf(baseUrl: string, token: string | null, headers: Readonly<Record<string, string>> = {}) {
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers: () => Promise.resolve(headers) })
  return async <E extends Endpoint>(entry: E, input: Partial<EndpointCall<E>>): Promise<EndpointResult<E>> =>
    client.call(entry, { params: null, query: null, body: null, ...input } as EndpointCall<E>, { token })
}

export interface TestWorkplace {
  /** 0 where it did not say that it takes part. */
  readonly id: number
  readonly call: ReturnType<typeof callerOf>
}

export async function newWorkplace(
  { baseUrl, tokens }: Site,
  given: {
    readonly pharmacyId: number
    /** Null: it does not say that it takes part. */
    readonly name: string | null
    readonly deviceKey?: string | null
  },
): Promise<TestWorkplace> {
  const { pharmacyId, name, deviceKey = randomBytes(32).toString('hex') } = given
  const call = callerOf(baseUrl, await tokens.tokenFor('Pharmacist', { claims: { pharmacyId, deviceKey } }))
  const id = name === null ? 0 : (await call(pharmacyApi.putOwnDevice, { body: { name } })).id
  return { id, call }
}

/** Asks for scans again and again, as an agent does; stopped at the end of the test at the latest by its site. */
export function agentAt({ call }: TestWorkplace) {
  const state = { asked: 0, scans: [] as string[], isStopped: false }
  const asking = (async () => {
    let after = 0
    while (!state.isStopped) {
      const query = { after: String(after), waitMs: '300' }
      const { scan } = await call(pharmacyApi.nextScan, { query })
      state.asked += 1
      if (scan === null || scan.id <= after) continue
      after = scan.id
      state.scans.push(scan.text)
    }
  })()
  return {
    get asked() {
      return state.asked
    },
    scans: state.scans,
    stop: async () => {
      state.isStopped = true
      await asking
    },
  }
}

/** A scanner that is paired with nothing yet. `address`: from where it comes; every one its own where left out. */
export function scannerAt({ baseUrl }: Pick<Site, 'baseUrl'>, address = newAddress()) {
  let token: string | null = null
  const scanAs = async (as: string, scan: string) =>
    callerOf(baseUrl, as)(pharmacyApi.postScan, { body: { scan } })
  return {
    token: () => token ?? '',
    pair: async (code: string) => {
      const call = callerOf(baseUrl, null, { 'x-forwarded-for': address })
      const paired = await call(pharmacyApi.pairScanner, { body: { code, name: 'Phone', token } })
      token = paired.token
      return paired
    },
    scan: async (scan: string) => scanAs(token ?? '', scan),
    scanAs,
    forget: async () => callerOf(baseUrl, token)(pharmacyApi.forgetScanner, {}),
  }
}

export async function pairedScanner(site: Site, workplace: TestWorkplace) {
  const scanner = scannerAt(site)
  await scanner.pair((await workplace.call(pharmacyApi.makeDevicePairCode, {})).code)
  return scanner
}

let last = 0
const newAddress = (): string => `203.0.113.${(last += 1) % 250}`
