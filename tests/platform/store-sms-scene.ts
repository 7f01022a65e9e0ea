// Test support: codes by SMS as they go: client → gateway → pharmacy API → gateway → store API, → identity API → a provider, each real.
import { onTestFinished } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { serviceTokenVerifier } from '@pharmacy-relay/relay-server/gateway/admission/token-verifiers.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { startTestProvider } from '@pharmacy-relay/relay-server/identity-api/sms/test-provider.ts'
import { INTERNAL_KEY, startTestIdentity } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { createHandOver } from '@pharmacy-relay/relay-server/pharmacy-api/sms/hand-over.ts'
import { createFindByPhone } from '@pharmacy-relay/relay-server/pharmacy-api/sms/known-phones.ts'
import { startTestPharmacy } from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { createCustomer } from '@pharmacy-relay/relay-server/store-api/customers/customer-changes.ts'
import { startTestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { admin, openTestStore } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'

export type StoreSmsScene = Awaited<ReturnType<typeof startStoreSms>>

export interface Answered {
  readonly status: number
  /** Without the trace id, which is another one each time. */
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfter: string | null
}

interface SceneOptions {
  /** More than any test asks for, unless the test is about it. */
  readonly codesPerHour?: number
  readonly logger?: Logger
  /** How long the provider is waited for. */
  readonly providerMs?: number
}

export async function startStoreSms(
  name: string,
  { codesPerHour = 100_000, logger = silentLogger, providerMs = 2_000 }: SceneOptions = {},
) {
  const provider = await startTestProvider()
  const identity = await startTestIdentity(undefined, {}, { ...provider.options, timeoutMs: providerMs })
  const store = await openTestStore(name)
  const storeSite = await startTestApp(store)
  const clock = new SteppedClock()
  /** Of the gateway of the test that runs; a test may have it lead nowhere. */
  const way = { gatewayUrl: '' }
  const serviceTokens = {
    current: async () => storeSite.tokens.tokenFor('Service', { claims: { sub: 'pharmacy' } }),
  }
  const pharmacy = await startTestPharmacy(name, {
    clock,
    logger,
    sms: {
      codesPerHour,
      findByPhone: async (phone) => createFindByPhone({ ...way, serviceTokens })(phone),
      handOver: createHandOver({
        identityUrl: identity.baseUrl,
        internalKey: INTERNAL_KEY,
        clock,
        logger: silentLogger,
      }),
    },
  })
  const stop = async (): Promise<void> => {
    await pharmacy.stop()
    await storeSite.stop()
    await store.stop()
    await identity.stop()
    await provider.stop()
  }
  return { provider, identity, store, storeSite, clock, way, pharmacy, stop, ...customersOf(store) }
}

function customersOf({ db }: { readonly db: Parameters<typeof createCustomer>[0] }) {
  let count = 0
  const next = (): string => `+447700${912_000 + (count += 1)}`
  const known = async (): Promise<string> => {
    const phone = next()
    const fields = { storeId: `P-${10_000 + count}`, name: 'A customer', email: 'c@one.example', phone }
    await createCustomer(db, admin, fields)
    return phone
  }
  return {
    /** The phone of a new customer. */
    knownPhone: known,
    /** A phone that nobody has. */
    unknownPhone: next,
  }
}

/** For beforeEach: a gateway of its own for each test, which believes what the test says of its address. */
export async function openGateway({ way, storeSite, pharmacy }: StoreSmsScene): Promise<void> {
  const gateway = await startGateway({
    upstreamPort: 1,
    verify: serviceTokenVerifier(storeSite.tokens.verifier),
    settings: {
      Gateway__Routes__Store: storeSite.baseUrl,
      Gateway__Routes__Pharmacy: pharmacy.baseUrl,
      Gateway__BehindTerminator: 'true',
    },
  })
  way.gatewayUrl = gateway.url
  onTestFinished(() => void (way.gatewayUrl = ''))
}

let addresses = 0
/** Another one each time, so that it never is what limits. */
const anyAddress = (): string => `203.0.${(addresses += 1) >> 8}.${addresses & 255}`

export async function ask(
  { way }: StoreSmsScene,
  phone: string,
  { address = anyAddress(), language = 'en' }: { readonly address?: string; readonly language?: string } = {},
): Promise<Answered> {
  return post(way.gatewayUrl, pharmacyApi.askStoreCode, { body: { phone, language }, address })
}

export async function verify({ way }: StoreSmsScene, phone: string, code: string): Promise<Answered> {
  return post(way.gatewayUrl, pharmacyApi.verifyStoreCode, { body: { phone, code }, address: anyAddress() })
}

/** As the storefront asks, from its own address for a client at `address`. `token`: one for all, since the gateway tries 20 new ones at a time. */
export async function askByStorefront(
  { way }: StoreSmsScene,
  phone: string,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<Answered> {
  const headers = { 'x-service-token': token, 'x-client-address': address }
  const asked = { body: { phone, language: 'en' }, address: '198.51.100.200', headers }
  return post(way.gatewayUrl, pharmacyApi.askStoreCode, asked)
}

interface Sent {
  readonly body: object
  /** As the terminator before the gateway sees it. */
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
}

async function post(
  gatewayUrl: string,
  { path }: Endpoint,
  { body, address, headers = {} }: Sent,
): Promise<Answered> {
  const reply = await fetch(`${gatewayUrl}/Pharmacy${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
  })
  const { traceId: _traceId, ...rest } = (await reply.json()) as Record<string, unknown>
  return { status: reply.status, body: rest, retryAfter: reply.headers.get('retry-after') }
}

export function messagesTo({ provider }: StoreSmsScene, phone: string): string[] {
  return provider.standIn.received.filter(({ to }) => to === phone).map(({ text }) => text)
}

/** The code of the newest message to this phone, once all is sent. */
export async function codeTo(scene: StoreSmsScene, phone: string): Promise<string> {
  await scene.pharmacy.idle()
  const code = /\d{6}/.exec(messagesTo(scene, phone).at(-1) ?? '')?.[0]
  if (code === undefined) throw new Error('no code came')
  return code
}

/** Another code than this one. */
export function otherThan(code: string, n = 1): string {
  return String((Number(code) + n) % 1_000_000).padStart(6, '0')
}

export async function logOf({ pharmacy }: StoreSmsScene) {
  const { db } = pharmacy.database
  return db.selectFrom('SmsLogs').selectAll().orderBy('id').execute()
}

/** How often codes were judged or not. */
export async function triesCounted({ pharmacy }: StoreSmsScene): Promise<Record<string, number>> {
  const metric = await pharmacy.registry.getSingleMetric('pharmacy_store_code_tries_total')?.get()
  const counted: Record<string, number> = {}
  for (const { labels, value } of metric?.values ?? []) counted[String(labels['verdict'])] = value
  return counted
}
