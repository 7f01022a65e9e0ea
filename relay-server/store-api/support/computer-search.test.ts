// Computers of all pharmacies, found by names, users, addresses, and the phone number of their pharmacy.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
} from '../test/test-store.ts'
import { searchComputers } from './computer-search.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('search')
  const hub = newHub(store)
  for (const [name, localIpAddress, remoteIp] of [
    ['COUNTER-1', '192.168.1.20', '203.0.113.5'],
    ['counter-2', '10.0.0.8', '203.0.113.6'],
    ['KASSE_100%', '192.168.1.21', '2001:db8::5'],
  ] as const) {
    const device = newDevice(await newPharmacy(store), name)
    await pairAll(store, [device])
    const { registration } = openOf(device)
    await hub.open(device, { registration: { ...registration, localIpAddress }, remoteIp })
  }
  await store.db
    .updateTable('RelayComputers')
    .set({ displayName: 'Labor hinten' })
    .where('pcName', '=', 'counter-2')
    .execute()
  await store.db
    .updateTable('RelayComputers')
    .set({ username: 'gökçe', email: 'gokce@example.org' })
    .where('pcName', '=', 'KASSE_100%')
    .execute()
  await store.db
    .updateTable('RelayComputers')
    .set({ supportAppNumber: '418 220 731', printerName: 'usb:0a5f:0166:D2J201234567' })
    .where('pcName', '=', 'COUNTER-1')
    .execute()
  await sql`update "Customers" set "phone" = '+442079460199' where "id" =
    (select "customerId" from "RelayComputers" where "pcName" = 'counter-2')`.execute(store.db)
})
afterAll(() => store.stop())

async function found(q: string, changes: { readonly page?: number; readonly pageSize?: number } = {}) {
  const { schema } = storeApi.searchComputers.reply
  return schema.parse(await searchComputers(store.db, { q, page: 1, pageSize: 50, ...changes }))
}

test.for([
  ['counter', ['COUNTER-1', 'counter-2']],
  ['OUNTER-2', ['counter-2']],
  ['labor', ['counter-2']],
  ['192.168.1.2', ['COUNTER-1', 'KASSE_100%']],
  ['203.0.113.6', ['counter-2']],
  ['2001:DB8', ['KASSE_100%']],
  ['co', ['COUNTER-1', 'counter-2']],
  ['er', []],
  ['_100%', ['KASSE_100%']],
  ['r_1', []],
  ['c', []],
  ['', []],
  ['hinten LABÖR', ['counter-2']],
  ['laborhinten', ['counter-2']],
  ['counter 1', ['COUNTER-1']],
  ['gokce', ['KASSE_100%']],
  ['GÖKÇE', ['KASSE_100%']],
  ['goekce example', ['KASSE_100%']],
  ['0207 946', ['counter-2']],
  ['(020) 7946 0199', ['counter-2']],
  ['20794', ['counter-2']],
  ['2079', []],
  ['418 220', ['COUNTER-1']],
  ['418220731', ['COUNTER-1']],
  ['418-220-731', ['COUNTER-1']],
  ['d2j2012', ['COUNTER-1']],
  ['usb', []],
  ['nobody', []],
] as const)('“%s” finds %j', async ([q, expected]) => {
  const { items, total } = await found(q)
  expect(items.map(({ pcName }) => pcName)).toEqual(expected)
  expect(total).toBe(expected.length)
})

test('who is found is told with its pharmacy, how it is and under which addresses', async () => {
  const { items } = await found('counter-2')
  expect(items[0]).toMatchObject({
    displayName: 'Labor hinten',
    localIpAddress: '10.0.0.8',
    publicIpAddress: '203.0.113.6',
    presence: 'online',
    access: 'approved',
    isTooOld: false,
    softwareVersion: '1.0.0',
  })
  expect(items[0]?.customerName).toBe(`Pharmacy ${items[0]?.storeId}`)
})

test('pages keep their order, and a page past the end says how many there are', async () => {
  const second = await found('counter', { page: 2, pageSize: 1 })
  expect([second.total, second.items.map(({ pcName }) => pcName)]).toEqual([2, ['counter-2']])
  expect(await found('counter', { page: 9 })).toMatchObject({ total: 2, items: [] })
})

test('a name that changed is found, the one before is not', async () => {
  const rename = async (from: string, to: string) =>
    await store.db.updateTable('RelayComputers').set({ pcName: to }).where('pcName', '=', from).execute()
  await rename('COUNTER-1', 'RECEPTION')
  expect([(await found('COUNTER-1')).total, (await found('recep')).total]).toEqual([0, 1])
  await rename('RECEPTION', 'COUNTER-1')
})
