// A database of the version before assignments: its pharmacies open as before, and their computers connect once they paired.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { RegistryBatchReply } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { loadMigrations } from '../../db/migrations.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import {
  newDevice,
  newHub,
  openOf,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
} from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('before_005')
})
afterAll(() => store.stop())

async function carryOut(db: Kysely<never>, from: number, to: number): Promise<void> {
  const migrations = Object.entries(await loadMigrations(MIGRATIONS_FOLDER))
  for (const [, { up }] of migrations.slice(from, to)) await up(db)
}

test('rows of the version before: what they say stays, and a printer without a kind is a queue of CUPS', async () => {
  const db = store.db.withTables<never>()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await carryOut(db, 0, 4)
  await sql`
    insert into "Customers" ("storeId", "name", "email", "enrolmentKeyHash")
    values ('P-1', 'Pharmacy', 'p@example.org', 'hash')`.execute(db)
  const pharmacy = { id: 1, storeId: 'P-1' }
  const devices = [newDevice(pharmacy, 'PC-1'), newDevice(pharmacy, 'PC-2'), newDevice(pharmacy, 'PC-3')]
  for (const [index, { computerName, installId }] of devices.entries()) {
    const [role, printer, port] = index === 0 ? [1, 'Zebra ZD421', 9101] : [2, null, null]
    await sql`
      insert into "RelayComputers" ("customerId", "pcName", "username", "localIpAddress", "softwareVersion", "role",
        "printerName", "tcpPort", "printerComputerName", "installId", "deviceKey", "enrolledKeyHash")
      values (${pharmacy.id}, ${computerName}, 'till', '192.168.1.10', '1.0.0', ${role}, ${printer}, ${port},
        ${index === 0 ? null : 'PC-1'}, ${installId}, ${String(index).repeat(64)}, 'hash')`.execute(db)
  }
  await sql`
    insert into "PrinterConfigs" ("customerId", "printerComputerId", "printerName", "tcpPort")
    select "customerId", "id", "printerName", "tcpPort" from "RelayComputers" where "role" = 1`.execute(db)
  await carryOut(db, 4, Number.POSITIVE_INFINITY)
  const detail = CustomerDetail.parse(await readCustomer(store.db, { id: pharmacy.id }))
  expect(detail).toMatchObject({
    printingVersion: 1,
    printerConfig: { printerName: 'cups:Zebra ZD421', tcpPort: 9101 },
    computers: [
      { role: 1, printerName: 'cups:Zebra ZD421', assignment: null },
      { role: 2, printerComputerName: 'PC-1', assignment: null },
      { role: 2, printerComputerName: 'PC-1', assignment: null },
    ],
  })
  const unpaired = await newHub(store).send(...devices.map((device) => openOf(device)))
  expect(unpaired.map((result) => !result.ok && result.code)).toEqual([
    'NOT_PAIRED',
    'NOT_PAIRED',
    'NOT_PAIRED',
  ])
  await pairAll(store, devices)
  const opened = await newHub(store).send(...devices.map((device) => openOf(device)))
  const { results } = RegistryBatchReply.parse({ results: opened })
  expect(results.map((result) => result.ok && result.data)).toMatchObject([
    { assignment: { role: 'Server', printerName: 'cups:Zebra ZD421', tcpPort: 9101 } },
    { assignment: { role: 'Client', target: { computerName: 'PC-1', tcpPort: 9101 } } },
    { assignment: { role: 'Client', target: { computerName: 'PC-1', tcpPort: 9101 } } },
  ])
})
