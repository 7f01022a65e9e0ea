// Three real portals that find each other over NATS, before one store API behind one gateway; devices that are paired with it.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { hubCodeOf, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { startNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { connectDevice, type TestDevice } from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { startTestApp, type TestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import {
  newDevice,
  newPharmacy,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
  type TestDevice as PairedDevice,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { onTestFinished } from 'vitest'
import { loadAssetFiles } from '../../portal/assets/asset-files.ts'
import { createPortal } from '../../portal/portal.ts'
import type { PortalOptions } from '../../portal/settings.ts'

export const PORTALS = 3
/** Offices that open at the same time: a hub lets in 20 connections of one address that have not registered. */
const AT_ONCE = 5

/** A computer that is online. */
export interface Online extends TestDevice {
  readonly deviceKey: string
  readonly customerId: number
  readonly computerId: number
  /** Connects and registers once more; the code of the refusal, or `in`. */
  comeBack(): Promise<string>
}

export interface ThreePortals {
  readonly store: TestApp
  /** `pharmacies` pharmacies, in each one computer at each portal, in the order of the portals. */
  open(pharmacies: number): Promise<Online[][]>
}

export async function startThreePortals(): Promise<ThreePortals> {
  const database = await openTestStore('three_portals')
  onTestFinished(async () => database.stop())
  const store = await startTestApp(database)
  onTestFinished(async () => store.stop())
  const urls = await startPortals(store)
  return {
    store,
    open: async (pharmacies) => {
      const devices = await pairOffices(database, pharmacies)
      const offices: Online[][] = []
      while (offices.length < pharmacies) {
        const some = devices.slice(offices.length, offices.length + AT_ONCE)
        offices.push(...(await Promise.all(some.map(async (of) => openOffice(of, { store, urls })))))
      }
      return offices
    },
  }
}

async function startPortals({ app, tokens }: TestApp): Promise<string[]> {
  const nats = NatsUrlText.parse((await startNats()).url)
  const gateway = await startGateway({
    upstreamPort: app.port,
    verify: async () => ({ service: 'portal', expiresAtMs: Date.now() + 3_600_000 }),
  })
  const assets = await loadAssetFiles()
  const options: PortalOptions = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'http://127.0.0.1:5132',
    loopbackOrigins: true,
    behindTerminator: false,
    gatewayUrl: gateway.url,
    gatewayPublicUrl: null,
    cookieKeys: ['a'.repeat(43)],
    sessionLimits: { idleMs: 900_000, absoluteMs: 43_200_000 },
    secondFactorGraceMs: 7 * 86_400_000,
    timeZone: 'UTC',
    hub: DEFAULT_HUB_SETTINGS,
    nats,
  }
  const serviceTokens = { current: async () => tokens.tokens.Service }
  const urls: string[] = []
  for (let n = 0; n < PORTALS; n += 1) {
    const clock = systemClock
    const portal = createPortal({
      options,
      assets,
      serviceTokens,
      clock,
      random: systemRandom(),
      logger: silentLogger,
    })
    urls.push(`http://127.0.0.1:${await portal.start()}`)
    onTestFinished(async () => portal.stop())
    await until('the portal is at NATS', () => portal.hub.facts().mesh?.isUp === true)
  }
  await until('all portals listen to the store', () => app.hubConnections() === PORTALS)
  return urls
}

async function pairOffices(database: StoreTestDatabase, pharmacies: number): Promise<PairedDevice[][]> {
  const offices: PairedDevice[][] = []
  for (let office = 0; office < pharmacies; office += 1) {
    const pharmacy = await newPharmacy(database)
    offices.push(Array.from({ length: PORTALS }, (_, portal) => newDevice(pharmacy, `COUNTER-${portal + 1}`)))
  }
  await pairAll(database, offices.flat())
  return offices
}

async function openOffice(
  devices: readonly PairedDevice[],
  { store, urls }: { readonly store: TestApp; readonly urls: readonly string[] },
): Promise<Online[]> {
  const customerId = devices[0]?.pharmacy.id ?? 0
  const { computers } = await store.call(storeApi.getCustomer, { params: { customerId: String(customerId) } })
  return Promise.all(
    devices.map(async (device, portal) => {
      const register = async () => registerAt(urls[portal] ?? '', device)
      const comeBack = async (): Promise<string> => register().then(() => 'in', hubCodeOf)
      const computerId = computers.find(({ pcName }) => pcName === device.computerName)?.id ?? 0
      return { ...(await inTheEnd(register)), customerId, computerId, comeBack }
    }),
  )
}

/** All of it is in one process: where the machine is busy a device comes again, as a real one does. */
async function inTheEnd<T>(register: () => Promise<T>): Promise<T> {
  return register().catch(async (error: unknown) => {
    if (hubCodeOf(error) !== 'UNAVAILABLE') throw error
    return register()
  })
}

async function registerAt(url: string, { installId, bootId, pharmacy, ...named }: PairedDevice) {
  const hello = { installId, bootId }
  const audience = new URL(url).host
  const prove: Handlers<typeof IRelayClient>['ChallengeAsync'] = async ({ nonce }) =>
    named.certificate.prove({ nonce, audience, ...hello })
  const device = await connectDevice(url, {
    hello,
    pharmacyId: pharmacy.id,
    handlers: { ChallengeAsync: prove },
  })
  const { computerName } = named
  const identity = await device.ask('RegisterDeviceAsync', { ...device.registration, computerName })
  return { ...device, ...identity }
}
