// The staff log: a row with every change, no change without a row, and the list of rows.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer, updateCustomer } from '../customers/customer-changes.ts'
import { makePairingCode } from '../customers/pairing-codes.ts'
import { openCodes } from '../enrolment/pairing-codes.queries.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { admin, openTestStore, rules, type StoreTestDatabase } from '../test/test-store.ts'
import { listStaffOperations } from './staff-operations.queries.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('audit')
})
afterAll(() => store.stop())

const fields = (storeId: string) => ({ storeId, name: 'Audited', email: 'a@example.org', phone: null })
const log = (changes: object = {}) =>
  listStaffOperations(store.db, { page: 1, pageSize: 50, q: '', ...changes })

test('every change leaves a row that names who, what and which fields, and no values', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-1'))
  const changed = { ...fields('P-1'), name: 'Secret Name', phone: '+441234567890' }
  await updateCustomer(store.db, admin, { customerId: id, version: 1, fields: changed })
  await updateCustomer(store.db, admin, { customerId: id, version: 1, fields: changed })
  const parts = { db: store.db, rules }
  const made = await makePairingCode(parts, admin, { customerId: id, needsApproval: true })
  const { items, total } = await log({ customerId: id })
  expect(total).toBe(3)
  expect(items.map(({ action, summary }) => [action, summary])).toEqual([
    ['pairing-code.make', `Made pairing code ${made.id} for P-1, its computer to be approved`],
    ['customer.update', 'Changed name, phone of P-1'],
    ['customer.create', 'Created P-1'],
  ])
  expect(items[0]).toMatchObject({ staffGuid: admin.subject, staffName: 'Ada Admin', staffRole: 'Admin' })
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`Secret|441234|${made.code}`))
})

test('the list finds by text and pages, newest first', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-2'))
  await createCustomer(store.db, admin, fields('P-3'))
  expect((await log({ q: 'created p-2' })).items).toMatchObject([{ customerId: id }])
  expect((await log({ q: '%' })).total).toBe(0)
  const second = await log({ q: 'CREATED', page: 2, pageSize: 1 })
  expect(second).toMatchObject({ total: 3, items: [{ summary: 'Created P-2' }] })
})

test('when the row cannot be written, the change is not made and no event goes out', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-4'))
  const before = await lastEventId(store.db)
  await sql`alter table "StaffOperationHistory" add constraint "full" check ("id" < 0) not valid`.execute(
    store.db,
  )
  const changed = { ...fields('P-4'), name: 'Unlogged' }
  await expect(createCustomer(store.db, admin, fields('P-5'))).rejects.toThrow()
  await expect(
    updateCustomer(store.db, admin, { customerId: id, version: 1, fields: changed }),
  ).rejects.toThrow()
  const request = { customerId: id, needsApproval: false }
  await expect(makePairingCode({ db: store.db, rules }, admin, request)).rejects.toThrow()
  await sql`alter table "StaffOperationHistory" drop constraint "full"`.execute(store.db)
  const rows = await store.db
    .selectFrom('Customers')
    .selectAll()
    .where('storeId', 'in', ['P-4', 'P-5'])
    .execute()
  expect(rows).toMatchObject([{ storeId: 'P-4', name: 'Audited', version: 1 }])
  expect(await openCodes(store.db, id)).toEqual([])
  expect(await lastEventId(store.db)).toBe(before)
})
