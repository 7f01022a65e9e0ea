// The store API's endpoint table walked whole, its registry over HTTP, and what happens while PostgreSQL is away.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walkTable, type WalkSite } from '../http/table-walk.ts'
import { refusalOf, startTestApp, storeApi, type TestApp } from './test/test-app.ts'
import {
  newDevice,
  newPharmacy,
  openOf,
  openTestStore,
  type StoreTestDatabase,
  type TestPharmacy,
} from './test/test-store.ts'

let store: StoreTestDatabase
let site: TestApp
let pharmacy: TestPharmacy
let walk: WalkSite<typeof storeApi>
beforeAll(async () => {
  store = await openTestStore('store_api')
  site = await startTestApp(store)
  pharmacy = await newPharmacy(store)
  walk = walkSite()
})
afterAll(async () => {
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

const notYet = (): never => {
  throw new Error('the handlers come later')
}

function walkSite(): WalkSite<typeof storeApi> {
  const params = { customerId: String(pharmacy.id) }
  return {
    baseUrl: site.baseUrl,
    tokens: site.tokens.tokens,
    badTokens: site.tokens.badTokens,
    internalKey: null,
    calls: {
      listCustomers: () => ({ ...none, query: { q: 'a', sort: 'name', page: '1' } }),
      getCustomer: () => ({ ...none, params }),
      getCustomerByStoreId: () => ({ ...none, params: { storeId: pharmacy.storeId } }),
      createCustomer: () => ({ ...none, body: newFields() }),
      updateCustomer: async () => {
        const { version } = await site.call(storeApi.getCustomer, { params })
        return { ...none, params, body: newFields(), version }
      },
      renewEnrolmentKey: () => ({ ...none, params }),
      setRole: () => notYet(),
      requestPrinters: () => notYet(),
      lastPrinters: () => notYet(),
      savePrinterConfig: () => notYet(),
      printTestLabel: () => notYet(),
      registryBatch: () => ({
        ...none,
        body: { hubId: randomUUID(), operations: [openOf(newDevice(pharmacy))] },
      }),
      listStaffOperations: () => ({ ...none, query: { q: 'created', customerId: String(pharmacy.id) } }),
    },
  }
}

const later = /role|printers|printer-config|test-label/
describe('every endpoint', () => {
  test.each(walkTable(storeApi, () => walk).filter(({ name }) => !later.test(name.split(': ')[0] ?? '')))(
    '$name',
    ({ run }) => run(),
  )
})

test('the OpenAPI document is served', async () => {
  const reply = await fetch(`${site.baseUrl}/openapi.json`)
  expect(await reply.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Store API' } })
})

test('a batch over HTTP answers each operation by its id', async () => {
  const fresh = await newPharmacy(store)
  const sessionId = randomUUID()
  const operations = [
    { kind: 'lease' as const, id: 1, draining: false, sessionIds: null },
    { ...openOf(newDevice(fresh, 'HTTP-1')), id: 2, sessionId },
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
