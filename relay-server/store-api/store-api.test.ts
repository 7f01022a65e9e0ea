// The store API's endpoint table walked whole but for the shop's part (shop/shop-walk.test.ts), its registry over HTTP, and what happens while PostgreSQL is away.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relayStoreApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { forEachRequest } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { walkTable, type WalkSite } from '../http/table-walk/table-walk.ts'
import { refusalOf, startTestApp, storeApi, type TestApp } from './test/test-app.ts'
import { connectPortal, keepHubAlive, type TestPortal } from './test/test-portal.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
  type TestPharmacy,
} from './test/test-store.ts'

let store: StoreTestDatabase
let site: TestApp
let pharmacy: TestPharmacy
let portal: TestPortal
let walk: WalkSite<typeof relayStoreApi>
beforeAll(async () => {
  store = await openTestStore('store_api')
  const pending = { token: 'p'.repeat(43), expiresAt: '2026-11-20T10:00:00.000Z', ways: ['app' as const] }
  site = await startTestApp(store, {
    signInCustomer: () => Promise.resolve({ pending }),
    makeAccount: () => Promise.resolve(),
  })
  pharmacy = await newPharmacy(store)
  await connectComputers()
  walk = await walkSite()
})
afterAll(async () => {
  portal.socket.disconnect()
  await site.stop()
  await store.stop()
})

let nextStoreNumber = 5_000
const newFields = () => ({
  storeId: `P-${(nextStoreNumber += 1)}`,
  name: 'Walked Pharmacy',
  email: 'walk@example.org',
  phone: '+441234567890',
})
const none = { params: null, query: null, body: null }

let nextPort = 9_100
const foreignRecord = () => ({
  source: randomUUID(),
  at: '2026-11-20T10:00:00.000Z',
  actor: { guid: randomUUID(), name: 'Ada Admin', role: 'Admin' as const },
  user: { guid: randomUUID(), name: 'Nia New', role: 'Support' as const, isActive: true },
  action: 'user.invite' as const,
  summary: 'Invited a user as Support',
  before: null,
  after: { role: 'Support' },
})
/** Computers of the pharmacy that are connected through a portal. */
const computerIds = { server: 0, client: 0 }
const ofComputer = (id: number) => ({ customerId: String(pharmacy.id), computerId: String(id) })

async function connectComputers(): Promise<void> {
  const hub = newHub(store)
  computerIds.server = (await hub.open(newDevice(pharmacy, 'SERVER-1'))).computerId
  computerIds.client = (await hub.open(newDevice(pharmacy, 'CLIENT-1'))).computerId
  await hub.open(newDevice(pharmacy, 'CLIENT-2'))
  await keepHubAlive(store, hub.hubId)
  portal = await connectPortal(site, hub.hubId)
  portal.answers.ListPrintersAsync = () =>
    Promise.resolve([{ id: 'cups:ZD421', name: 'Zebra ZD421', detail: '' }])
  const params = { customerId: String(pharmacy.id) }
  await site.call(storeApi.ListPrintersAsync, { params, body: { computerId: computerIds.server } })
  const asClient = { params: ofComputer(computerIds.client), body: { role: 2 as const } }
  await site.call(storeApi.setRole, asClient, { version: 1 })
}

/** One that an endpoint may take away. */
async function spareComputer(): Promise<number> {
  const device = newDevice(pharmacy, 'SPARE')
  await pairAll(store, [device])
  const row = store.db.selectFrom('RelayComputers').select('id').where('installId', '=', device.installId)
  return (await row.executeTakeFirstOrThrow()).id
}

/** Two sides that nobody is connected as; answers the start of one of them. */
async function conflictOf(computerId: number): Promise<string> {
  const side = {
    computerId,
    pcName: 'CLIENT-1',
    localIpAddress: '192.168.1.10',
    publicIpAddress: '203.0.113.5',
  }
  const [leaving, staying] = [randomUUID(), randomUUID()]
  await store.db.deleteFrom('RelayConflictSides').where('computerId', '=', computerId).execute()
  await store.db
    .insertInto('RelayConflictSides')
    .values([
      { ...side, bootId: leaving, isIn: false, softwareVersion: '1.0.0' },
      { ...side, bootId: staying, isIn: true, softwareVersion: '1.0.0' },
    ])
    .execute()
  return leaving
}

/** What a change has to know: the version, and the role that CLIENT-2 has at this moment. */
async function printing() {
  const shown = await site.call(storeApi.getCustomer, { params: { customerId: String(pharmacy.id) } })
  const computer = shown.computers.find(({ pcName }) => pcName === 'CLIENT-2')
  if (computer === undefined) throw new Error('CLIENT-2 is missing')
  return { version: shown.printingVersion, computer }
}

/** SERVER-1 has the first printer, CLIENT-1 the standby printer; the version that this is. */
async function withStandby(params: { readonly customerId: string }): Promise<number> {
  const first = { computerId: computerIds.server, printerName: 'cups:ZD421', tcpPort: 9100 }
  await site.call(storeApi.ListPrintersAsync, { params, body: { computerId: computerIds.client } })
  const { version } = await printing()
  const saved = await site.call(storeApi.savePrinterConfig, { params, body: first }, { version })
  const standby = { computerId: computerIds.client, printerName: 'cups:ZD421', afterSeconds: 60 }
  const body = { standby: { ...standby, return: 'manual' as const } }
  return (await site.call(storeApi.saveStandby, { params, body }, { version: saved.version })).version
}

async function walkSite(): Promise<WalkSite<typeof relayStoreApi>> {
  const elevenMinutesAgo = Math.floor(Date.now() / 1_000) - 660
  const params = { customerId: String(pharmacy.id) }
  return {
    baseUrl: site.baseUrl,
    tokens: site.tokens.tokens,
    badTokens: site.tokens.badTokens,
    olderSignIn: await site.tokens.tokenFor('Admin', { claims: { auth_time: elevenMinutesAgo } }),
    internalKey: 'k'.repeat(40),
    calls: {
      listCustomers: () => ({ ...none, query: { q: 'a', sort: 'name', page: '1' } }),
      getCustomer: () => ({ ...none, params }),
      getCustomerByStoreId: () => ({ ...none, params: { storeId: pharmacy.storeId } }),
      createCustomer: () => ({ ...none, body: newFields() }),
      updateCustomer: async () => {
        const { version } = await site.call(storeApi.getCustomer, { params })
        return { ...none, params, body: newFields(), version }
      },
      setOpeningHours: () => ({ ...none, params, body: { timeZone: 'Europe/Berlin', week: null } }),
      makePairingCode: async () => {
        const { id } = await newPharmacy(store)
        return { ...none, params: { customerId: String(id) }, body: { needsApproval: true } }
      },
      getPairingCode: async () => {
        const customerId = String((await newPharmacy(store)).id)
        const made = { params: { customerId }, body: { needsApproval: false } }
        const { id } = await site.call(storeApi.makePairingCode, made)
        return { ...none, params: { customerId, codeId: String(id) } }
      },
      withdrawPairingCodes: () => ({ ...none, params }),
      approveComputer: async () => ({ ...none, params: ofComputer(await spareComputer()) }),
      revokeComputer: async () => ({ ...none, params: ofComputer(await spareComputer()) }),
      restoreComputer: async () => {
        const at = { params: ofComputer(await spareComputer()) }
        await site.call(storeApi.revokeComputer, at)
        return { ...none, ...at }
      },
      removeComputer: async () => ({ ...none, params: ofComputer(await spareComputer()) }),
      renameComputer: () => ({
        ...none,
        params: ofComputer(computerIds.client),
        body: { displayName: 'Counter' },
      }),
      moveComputer: async () => {
        const { id: customerId } = await newPharmacy(store)
        return { ...none, params: ofComputer(await spareComputer()), body: { customerId } }
      },
      newIdentity: async () => {
        const bootId = await conflictOf(computerIds.client)
        return { ...none, params: ofComputer(computerIds.client), body: { bootId } }
      },
      setRole: async () => {
        const { version, computer } = await printing()
        const body = { role: computer.role === 2 ? (0 as const) : (2 as const) }
        return { ...none, params: ofComputer(computer.id), body, version }
      },
      lastPrinters: () => ({ ...none, params: ofComputer(computerIds.server) }),
      savePrinterConfig: async () => {
        const { version } = await printing()
        const body = { computerId: computerIds.server, printerName: 'cups:ZD421', tcpPort: (nextPort += 1) }
        return { ...none, params, body, version }
      },
      saveStandby: async () => {
        const { version } = await printing()
        return { ...none, params, body: { standby: null }, version }
      },
      useFirstPrinter: async () => ({ ...none, params, version: await withStandby(params) }),
      ...forEachRequest(() => () => ({ ...none, params: ofComputer(computerIds.server) })),
      ListPrintersAsync: () => ({ ...none, params, body: { computerId: computerIds.server } }),
      ListJobsAsync: () => ({ ...none, query: {}, params: ofComputer(computerIds.client) }),
      CancelJobAsync: () => ({ ...none, params: { ...ofComputer(computerIds.server), jobId: randomUUID() } }),
      pharmacyLabels: () => ({ ...none, params }),
      jobCounters: () => ({ ...none, params: ofComputer(computerIds.server) }),
      registryBatch: () => ({
        ...none,
        body: { hubId: randomUUID(), operations: [openOf(newDevice(pharmacy))] },
      }),
      listProblems: () => ({ ...none, query: { problem: 'outdated', page: '1' } }),
      searchComputers: () => ({ ...none, query: { q: 'client' } }),
      searchEverywhere: () => ({ ...none, query: { q: 'client' } }),
      computerHistory: () => ({ ...none, params: ofComputer(computerIds.server) }),
      listStaffs: () => none,
      signInCustomer: () => ({ ...none, body: { email: 'cem@one.example', password: 'right' } }),
      registerCustomer: async () => {
        const { phone } = await site.call(storeApi.createCustomer, { body: newFields() })
        const registered = {
          email: 'rae@one.example',
          name: 'Rae Registered',
          password: 'correct horse battery',
        }
        return {
          ...none,
          token: await site.tokens.tokenFor('Service', { claims: { sub: 'storefront' } }),
          body: { ...registered, phone: phone ?? '' },
        }
      },
      giveAddressTicket: () => ({ ...none, body: { address: '203.0.113.5', email: 'pia@one.example' } }),
      checkAddress: () => ({
        ...none,
        body: { address: '203.0.113.5', pharmacyId: pharmacy.id, computerId: computerIds.client },
      }),
      checkDevice: () => ({
        ...none,
        body: { by: 'device-key', value: 'a'.repeat(64), address: '203.0.113.5' },
      }),
      findCustomerByPhone: () => ({ ...none, query: { phone: '+441234567890' } }),
      recordForeignOperations: () => ({ ...none, body: { records: [foreignRecord()] } }),
      recordExport: () => ({ ...none, body: { list: 'orders', filters: ['state'] } }),
      listStaffOperations: () => ({ ...none, query: { q: 'created', customerId: String(pharmacy.id) } }),
    },
  }
}

describe('every endpoint', () => {
  test.each(walkTable(relayStoreApi, () => walk))('$name', ({ run }) => run())
})

test('the OpenAPI document is served', async () => {
  const reply = await fetch(`${site.baseUrl}/openapi.json`)
  expect(await reply.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Store API' } })
})

test('a batch over HTTP answers each operation by its id', async () => {
  const fresh = await newPharmacy(store)
  const sessionId = randomUUID()
  const device = newDevice(fresh, 'HTTP-1')
  await pairAll(store, [device])
  const operations = [
    { kind: 'lease' as const, id: 1, draining: false, sessionIds: null },
    { ...openOf(device), id: 2, sessionId },
    { kind: 'close' as const, id: 3, sessionId: randomUUID(), reason: 'bye' as const },
  ]
  const body = { hubId: randomUUID(), operations }
  const { results } = await site.call(storeApi.registryBatch, { body }, { role: 'Service' })
  expect(results.map(({ id, ok }) => [id, ok])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  const shown = await site.call(storeApi.getCustomer, { params: { customerId: String(fresh.id) } })
  expect(shown).toMatchObject({ connectedCount: 1, computers: [{ pcName: 'HTTP-1', isOnline: true }] })
})

test('a service that hosts no relay hub cannot speak for devices', async () => {
  const operations = [{ kind: 'lease' as const, id: 1, draining: false, sessionIds: null }]
  const body = JSON.stringify({ hubId: randomUUID(), operations })
  const token = await site.tokens.tokenFor('Service', { claims: { sub: 'storefront' } })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(site.baseUrl + storeApi.registryBatch.path, { method: 'POST', headers, body })
  expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'role_not_allowed' }])
})

test('when connections break, calls are refused with 503 or served, and it works again by itself', async () => {
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const locked = store.db.transaction().execute(async (trx) => {
    await sql`lock table "Customers" in access exclusive mode`.execute(trx)
    const waiting = refusalOf(site.call(storeApi.listCustomers, { query: {} }))
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
        return rows[0]?.n
      })
      .toBeGreaterThan(0)
    await cut.execute(trx)
    return waiting
  })
  expect((await locked).code).toBe('unavailable')
  const list = await site.call(storeApi.listCustomers, { query: {} })
  expect(list.total).toBeGreaterThan(0)
})
