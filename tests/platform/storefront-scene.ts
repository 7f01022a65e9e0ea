// Test support: the storefront before a real gateway, store, pharmacy and identity API and the stand-in of the SMS provider.
import { createPublicKey, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { createTestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import {
  personTokenVerifier,
  serviceTokenVerifier,
} from '@pharmacy-relay/relay-server/gateway/admission/token-verifiers.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { startTestProvider } from '@pharmacy-relay/relay-server/identity-api/sms/test-provider.ts'
import { smsSender } from '@pharmacy-relay/relay-server/identity-api/sms/send-sms.ts'
import {
  INTERNAL_KEY,
  SERVICE_SECRET,
  startTestIdentity,
} from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { createHandOver } from '@pharmacy-relay/relay-server/pharmacy-api/sms/hand-over.ts'
import { createFindByPhone } from '@pharmacy-relay/relay-server/pharmacy-api/sms/known-phones.ts'
import { serveTestPharmacy } from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { createMakeAccount } from '@pharmacy-relay/relay-server/store-api/customers/customer-registration.ts'
import { createCustomerSignIn } from '@pharmacy-relay/relay-server/store-api/customers/customer-sign-in.ts'
import { createCustomer } from '@pharmacy-relay/relay-server/store-api/customers/customer-changes.ts'
import { INVOICES, startTestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { startPaymentStandIn } from '@pharmacy-relay/relay-server/payment-provider/stand-in.ts'
import {
  BANK_KEY,
  WEBHOOK_SECRET,
  providerOf,
} from '@pharmacy-relay/relay-server/store-api/shop/test/paying.ts'
import { writeInvoices } from '@pharmacy-relay/relay-server/store-api/shop/invoices/write-invoices.ts'
import { followUpPayments } from '@pharmacy-relay/relay-server/store-api/shop/payments/follow-up.ts'
import { tellProvider } from '@pharmacy-relay/relay-server/store-api/shop/payments/provider-tasks.ts'
import {
  admin,
  openTestStore,
  type StoreTestDatabase,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import { loadShopFiles } from '../../portal/storefront/assets.ts'
import { createStorefront, type Storefront } from '../../portal/storefront/storefront.ts'

export type ShopScene = Awaited<ReturnType<typeof startShop>>

/** Everything but the gateway and the storefront, which each test opens (`openShop`). */
export async function startShop(name: string) {
  const provider = await startTestProvider()
  const identity = await startTestIdentity(undefined, { shopUrl: 'http://127.0.0.1:3000' }, provider.options)
  const { parts } = identity
  if (parts.sms !== null) Object.assign(parts.ways, { sms: smsSender(parts.sms) })
  const { kid, privateKey } = parts.keys.current()
  const signingPair = { kid, privateKey, publicKey: createPublicKey(privateKey as KeyObject) }
  const way = { gatewayUrl: '' }
  const tokensOf = (clientId: string) =>
    createServiceTokens({ baseUrl: identity.baseUrl, clientId, clientSecret: SERVICE_SECRET })
  const serviceTokens = tokensOf('store')
  const store = await openTestStore(name)
  const bank = await startBank(store)
  const openSite = () =>
    startTestApp(store, {
      signingPair,
      signInCustomer: (given, address) => createCustomerSignIn({ ...way, serviceTokens })(given, address),
      makeAccount: (account) => createMakeAccount({ ...way, serviceTokens })(account),
      paymentProvider: bank.provider,
    })
  let site = await openSite()
  const tokens = await createTestTokens(signingPair)
  const { clock, pharmacy, stop: stopPharmacy } = await startPharmacy(name, { identity, tokens, way })
  const stop = async (): Promise<void> => {
    await stopPharmacy()
    await site.stop()
    await bank.stop()
    await store.stop()
    await identity.stop()
    await provider.stop()
  }
  const scene = { provider, identity, store, bank, clock, pharmacy, tokens, way, tokensOf, stop }
  return Object.assign(scene, {
    site: () => site,
    /** The store API's process ends, and another one begins on its database, at another port. */
    restartStore: async () => {
      await site.stop()
      site = await openSite()
    },
  })
}

/**
 * The payment provider's stand-in, whose webhooks go to the gateway of the test, and a
 * round of the worker that tells it and writes invoices.
 */
async function startBank({ db }: StoreTestDatabase) {
  const webhook = { url: '', secret: WEBHOOK_SECRET }
  const standIn = await startPaymentStandIn({ host: '127.0.0.1', port: 0, apiKey: BANK_KEY, webhook })
  const provider = providerOf(standIn)
  const random = { uuid: randomUUID, fraction: () => 0 }
  const parts = { db, provider, clock: systemClock, random, logger: silentLogger, passPoint: () => {} }
  const work = async (): Promise<void> => {
    await tellProvider(parts)
    await followUpPayments(parts)
    await writeInvoices(db, INVOICES)
  }
  return { standIn, webhook, provider, work, stop: () => standIn.stop() }
}

interface PharmacyPlace {
  readonly identity: Awaited<ReturnType<typeof startTestIdentity>>
  readonly tokens: Awaited<ReturnType<typeof createTestTokens>>
  readonly way: { readonly gatewayUrl: string }
}

async function startPharmacy(name: string, { identity, tokens, way }: PharmacyPlace) {
  const clock = new SteppedClock()
  const database = await createTestDatabase<PharmacySchema>({ name, migrationsFolder: MIGRATIONS_FOLDER })
  const own = { current: async () => tokens.tokenFor('Service', { claims: { sub: 'pharmacy' } }) }
  const pharmacy = await serveTestPharmacy(database, tokens, {
    clock,
    sms: {
      codesPerHour: 1_000,
      findByPhone: async (phone) => createFindByPhone({ ...way, serviceTokens: own })(phone),
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
    await database.stop()
  }
  return { clock, pharmacy, stop }
}

export interface OpenedShop {
  readonly storefront: Storefront
  readonly url: string
  browser(): TestBrowser
}

export interface WholeShop extends OpenedShop {
  /** Gateway and store API end, `meanwhile` is done, and they are there again: the gateway at its address. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
}

/** A gateway and a storefront for one test, which its end closes; `stop` does it before. `isCounted`: the gateway counts as it is delivered. */
export async function openShop(
  scene: ShopScene,
  { isCounted = false }: { readonly isCounted?: boolean } = {},
): Promise<WholeShop> {
  const { way, pharmacy, identity, tokens } = scene
  const gatewayAt = async (port: number) =>
    startGateway({
      upstreamPort: 1,
      verify: serviceTokenVerifier(tokens.verifier),
      verifyPerson: personTokenVerifier(tokens.verifier),
      settings: {
        Gateway__Port: String(port),
        ...(isCounted ? { Gateway__RateLimit__Permit: '100' } : {}),
        Gateway__Routes__Store: scene.site().baseUrl,
        Gateway__Routes__Pharmacy: pharmacy.baseUrl,
        Gateway__Routes__Identity: identity.baseUrl,
      },
    })
  let gateway = await gatewayAt(0)
  const { port, url } = gateway
  way.gatewayUrl = url
  scene.bank.webhook.url = `${url}/Store/api/v1/store/payment-events`
  const restart = async (meanwhile = async (): Promise<void> => {}): Promise<void> => {
    await gateway.gateway.stop()
    await meanwhile()
    await scene.restartStore()
    gateway = await gatewayAt(port)
  }
  return { ...(await openStorefront(scene, url)), restart }
}

/** Before a gateway that is somewhere else, or nowhere. */
export async function openStorefront(
  scene: Pick<ShopScene, 'tokensOf'>,
  gatewayUrl: string,
  changes: { readonly clock?: Clock; readonly behindTerminator?: boolean } = {},
): Promise<OpenedShop> {
  const storefront = createStorefront({
    options: {
      host: '127.0.0.1',
      port: 0,
      publicOrigin: 'http://127.0.0.1:3000',
      loopbackOrigins: true,
      behindTerminator: changes.behindTerminator ?? false,
      gatewayUrl,
      currency: 'EUR',
      cookieKeys: ['s'.repeat(43)],
      sessionLimits: { idleMs: 900_000, absoluteMs: 43_200_000 },
      timeZone: 'UTC',
    },
    assets: await loadShopFiles(),
    serviceTokens: scene.tokensOf('storefront'),
    clock: changes.clock ?? systemClock,
    logger: silentLogger,
  })
  const url = `http://127.0.0.1:${await storefront.start()}`
  return { storefront, url, browser: () => new TestBrowser(url) }
}

let customers = 0

/** The phone of a new pharmacy. */
export async function newCustomerPhone({ store }: ShopScene): Promise<string> {
  customers += 1
  const phone = `+447700${900_100 + customers}`
  const fields = { storeId: `P-${20_000 + customers}`, name: 'Riverside', email: 'r@one.example', phone }
  await createCustomer(store.db, admin, fields)
  return phone
}

/** Of the newest message to this phone, once all is sent. */
export async function codeTo({ pharmacy, provider }: ShopScene, phone: string): Promise<string> {
  await pharmacy.idle()
  const texts = provider.standIn.received.filter(({ to }) => to === phone).map(({ text }) => text)
  const code = /\d{6}/.exec(texts.at(-1) ?? '')?.[0]
  if (code === undefined) throw new Error('no code came')
  return code
}
