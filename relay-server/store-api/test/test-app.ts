// A store API that listens on a free port, with tokens of its own, for tests over HTTP and sockets.
import { Registry } from 'prom-client'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { createTestTokens, type SigningPair, type TestTokens } from '../../auth/test-tokens.ts'
import { createApiClient } from '../../http/api-client.ts'
import { privateNetwork } from '../../http/private-network.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { LoginWithIpAddress } from '../addresses/address-tickets.ts'
import type { EndDeviceSessions } from '../addresses/device-sessions.ts'
import type { MakeAccount } from '../customers/customer-registration.ts'
import type { CustomerSignIn } from '../customers/customer-sign-in.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { InvoiceRules } from '../shop/invoices/invoice-rules.ts'
import type { ShopRules } from '../shop/shop-rules.ts'
import type { PaymentProvider } from '../shop/payments/provider/provider.ts'
import { providerIsAway } from '../shop/test/away-provider.ts'
import { createStoreMetrics } from '../metrics.ts'
import type { SendSms } from '../sms/sms-sender.ts'
import { createStoreApp, type StoreApp } from '../store-app.ts'
import { noHealth } from './no-health.ts'
import { nothingScheduled } from './no-scheduler.ts'
import { openTestStore, rules, type StoreTestDatabase } from './test-store.ts'

export interface TestApp {
  readonly app: StoreApp
  readonly baseUrl: string
  readonly tokens: TestTokens
  /** Calls an endpoint as a member of staff; throws ProblemError. */
  call<E extends Endpoint>(
    entry: E,
    input: Partial<EndpointCall<E>>,
    as?: {
      readonly role?: UserRole
      /** In place of the role's own. */
      readonly token?: string
      readonly version?: number
      readonly idempotencyKey?: string
    },
  ): Promise<EndpointResult<E>>
  stop(): Promise<void>
}

/** As tests have it that are not about them. */
export const INVOICES: InvoiceRules = {
  seller: { name: 'Toptan Ecza A.Ş.', address: ['Çarşı Cad. 1', 'İstanbul'], taxId: 'TR1', contact: '' },
  series: { invoice: 'INV', credit_note: 'CRN' },
  language: 'en',
  zone: 'Europe/Berlin',
}

export async function startTestApp(
  database: StoreTestDatabase,
  {
    clock = systemClock,
    sweepEveryMs = 5_000,
    shop = { currency: 'EUR', holdMs: 1_200_000 },
    invoices = INVOICES,
    paymentProvider = providerIsAway,
    signInCustomer = nobodySignsIn,
    makeAccount = nobodySignsIn,
    loginWithIpAddress = identityIsAway,
    endDeviceSessions = identityIsAway,
    sendSms = async () => Promise.resolve('not_set_up'),
    scheduler = nothingScheduled,
    signingPair,
  }: {
    readonly clock?: Clock
    readonly sweepEveryMs?: number
    readonly shop?: ShopRules
    readonly invoices?: InvoiceRules
    readonly paymentProvider?: PaymentProvider
    readonly signInCustomer?: CustomerSignIn
    readonly makeAccount?: MakeAccount
    readonly loginWithIpAddress?: LoginWithIpAddress
    /** Of an identity API whose tokens are believed; left out, a pair of its own. */
    readonly signingPair?: SigningPair
    readonly endDeviceSessions?: EndDeviceSessions
    readonly sendSms?: SendSms
    readonly scheduler?: Scheduler
  } = {},
): Promise<TestApp> {
  const tokens = await createTestTokens(signingPair)
  const app = await createStoreApp({
    database,
    tokens: tokens.verifier,
    signInCustomer,
    makeAccount,
    loginWithIpAddress,
    endDeviceSessions,
    sendSms,
    internalApi: { key: 'k'.repeat(40), previousKey: null },
    rules,
    shop,
    scheduler,
    invoices,
    paymentProvider,
    startHealth: noHealth,
    sweepEveryMs,
    clock,
    metrics: createStoreMetrics(new Registry()),
    logger: silentLogger,
    address: { host: '127.0.0.1', port: 0, setting: 'Store__Port' },
    network: privateNetwork([]),
  })
  const baseUrl = `http://127.0.0.1:${app.port}`
  const client = createApiClient({ baseUrl, timeoutMs: 10_000, headers: () => Promise.resolve({}) })
  return {
    app,
    baseUrl,
    tokens,
    call: (entry, input, { role = 'Admin', token = tokens.tokens[role], version, idempotencyKey } = {}) =>
      client.call(entry, { params: null, query: null, body: null, ...input } as EndpointCall<typeof entry>, {
        token,
        ...(version === undefined ? {} : { version }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    stop: () => app.stop(),
  }
}

/** Of a store API that stands without a gateway. */
export const nobodySignsIn = (): Promise<never> =>
  Promise.reject(new ProblemError('upstream_unavailable', 'There is no gateway here'))

export const identityIsAway = (): Promise<never> =>
  Promise.reject(new HubError('UNAVAILABLE', 'There is no identity hub here'))

/** A store API over a database of its own, for the tests of a file. */
export interface Place {
  readonly store: StoreTestDatabase
  readonly site: TestApp
  stop(): Promise<void>
}

export async function startPlace(
  name: string,
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<Place> {
  const store = await openTestStore(name)
  const site = await startTestApp(store, options)
  const stop = async (): Promise<void> => {
    await site.stop()
    await store.stop()
  }
  return { store, site, stop }
}

/** The refusal of a call as code and words; fails the test when it was not refused. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly text: string }> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code, text: error.message }
    throw error
  }
  throw new Error('the call was not refused')
}

export { storeApi }
