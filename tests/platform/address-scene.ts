// For tests: store and identity API with sockets between them and PostgreSQL, pharmacies at addresses, and Pharmacists with apps.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { directHubUrl } from '@pharmacy-relay/shared/hub/addresses.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startAccountFeed, type AccountFeed } from '@pharmacy-relay/relay-server/auth/account-feed.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { createAddressCheck } from '@pharmacy-relay/relay-server/identity-api/address-tickets/address-check.ts'
import { createDeviceCheck } from '@pharmacy-relay/relay-server/identity-api/device-sessions/device-check.ts'
import {
  serviceToken,
  startTestHub,
  type TestHub as IdentityHub,
} from '@pharmacy-relay/relay-server/identity-api/hub/test-hub.ts'
import {
  giveApp,
  type TestFactor,
} from '@pharmacy-relay/relay-server/identity-api/second-factor/test-factor.ts'
import {
  PASSWORD,
  bodyOf,
  startTestIdentity,
  type TestIdentity,
} from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { startTestApp, storeApi, type TestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { keepHubAlive } from '@pharmacy-relay/relay-server/store-api/test/test-portal.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'

export const INTERNAL_KEY = 'k'.repeat(40)
export const PIA = 'pharmacist@one.example'
export const PAT = 'pharmacist@two.example'
export const CEM = 'customer@one.example'

export let identity: TestIdentity
export let store: StoreTestDatabase
export let site: TestApp
export let identityHub: IdentityHub
let feed: AccountFeed
export let hub: TestHub
export let own: TestPharmacy
export let other: TestPharmacy
export let appOfPia: TestFactor

export async function startScene(): Promise<void> {
  identity = await startTestIdentity()
  store = await openTestStore('address_sign_in')
  site = await startTestApp(store, {
    loginWithIpAddress: (login) => feed.ask('LoginWithIpAddress', login),
    endDeviceSessions: (deviceKey) => feed.ask('EndDeviceSessionsAsync', deviceKey),
  })
  const checkAddress = createAddressCheck({
    storeUrl: site.baseUrl,
    internalKey: INTERNAL_KEY,
    logger: silentLogger,
  })
  const checkDevice = createDeviceCheck({ storeUrl: site.baseUrl, internalKey: INTERNAL_KEY })
  identityHub = await startTestHub({ ...identity, parts: { ...identity.parts, checkAddress, checkDevice } })
  feed = startAccountFeed({
    hubUrl: directHubUrl(identityHub.url),
    token: () => serviceToken(identity, 'store'),
    userChanged: () => undefined,
    sessionsEnded: () => undefined,
    missed: () => undefined,
    clock: systemClock,
    random: systemRandom(),
    logger: silentLogger,
  })
  await until('the store API hears identity', () => feed.awayMs() === null)
  hub = newHub(store)
  own = await newPharmacy(store)
  other = await newPharmacy(store)
  for (const email of [PIA, PAT, CEM])
    await change(email, { pharmacyId: own.id, role: email === CEM ? 'Customer' : 'Pharmacist' })
  appOfPia = await giveApp(identity, PIA)
  await giveApp(identity, PAT)
  await giveApp(identity, CEM)
}

export async function stopScene(): Promise<void> {
  feed.stop()
  await identityHub.stop()
  await site.stop()
  await store.stop()
  await identity.stop()
}

export async function change(email: string, what: object): Promise<void> {
  await identity.database.db.updateTable('Users').set(what).where('email', '=', email).execute()
}

let lastAddress = 0
/** One where nobody was before. */
export const newAddress = (): string => `198.51.100.${(lastAddress += 1)}`

const agoOf = (seconds: number): Date => new Date(Date.now() - seconds * 1_000)

interface Place {
  readonly address: string
  readonly computerId: number
  readonly sessionId: string
  readonly device: TestDevice
}

/** A computer that is connected from an address since so many days, and was heard just now. */
export async function placeOf(
  pharmacy: TestPharmacy,
  {
    address = newAddress(),
    days = 8,
    device = newDevice(pharmacy),
  }: { readonly address?: string; readonly days?: number; readonly device?: TestDevice } = {},
): Promise<Place> {
  const { computerId, sessionId } = await hub.open(device, { remoteIp: address })
  await keepHubAlive(store, hub.hubId)
  await store.db
    .updateTable('RelaySessions')
    .set({ openedAt: agoOf(days * 86_400) })
    .where('sessionId', '=', sessionId)
    .execute()
  await heard(computerId, 0)
  return { address, computerId, sessionId, device }
}

export async function heard(computerId: number, agoS: number): Promise<void> {
  await store.db
    .updateTable('RelayComputers')
    .set({ lastNudgeAt: agoOf(agoS) })
    .where('id', '=', computerId)
    .execute()
}

export async function ticketOf(address: string, email = PIA): Promise<string | null> {
  const body = { address, email }
  return (await site.call(storeApi.giveAddressTicket, { body }, { role: 'Service' })).ticket
}

export async function goodTicket(address: string): Promise<string> {
  const ticket = await ticketOf(address)
  if (ticket === null) throw new Error('no ticket was given')
  return ticket
}

interface Try {
  readonly address: string
  readonly ticket: string | null
  readonly email?: string
  readonly password?: string
}

/** `in`, `code` where one is asked for, or the code of the refusal. */
export async function signIn({ address, ticket, email = PIA, password = PASSWORD }: Try): Promise<string> {
  const headers = () => Promise.resolve({ 'x-forwarded-for': address })
  const client = createApiClient({ baseUrl: identityHub.url, timeoutMs: 120_000, headers })
  const body = bodyOf({ email, password, ...(ticket === null ? {} : { addressTicket: ticket }) })
  return client.call(identityApi.signIn, body, { token: null }).then(
    (reply) => ('pending' in reply ? 'code' : 'in'),
    (error: { code: string }) => error.code,
  )
}
