// The staff log: a row with every change, no change without a row, and the list of rows.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer, updateCustomer } from '../customers/customer-changes.ts'
import { makePairingCode } from '../customers/pairing-codes.ts'
import { openCodes } from '../enrolment/pairing-codes.queries.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { admin, openTestStore, rules, type StoreTestDatabase } from '../test/test-store.ts'
import { listStaffs } from './staffs.queries.ts'
import { listStaffOperations } from './staff-log.queries.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('audit')
})
afterAll(() => store.stop())

const fields = (storeId: string) => ({ storeId, name: 'Audited', email: 'a@example.org', phone: null })
const log = (changes: object = {}) =>
  listStaffOperations(store.db, { page: 1, pageSize: 50, q: '', ...changes })

test('every change leaves a row that names who, what, and the fields before and after', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-1'))
  const changed = { ...fields('P-1'), name: 'New Name', phone: '+441234567890' }
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
  expect(items[1]).toMatchObject({
    storeId: 'P-1',
    before: { name: 'Audited', phone: null },
    after: { name: 'New Name', phone: '…7890' },
  })
  expect(items[2]).toMatchObject({ before: null, after: { storeId: 'P-1', email: 'a@example.org' } })
})

test('the list finds by text and pages, newest first', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-2'))
  await createCustomer(store.db, admin, fields('P-3'))
  expect((await log({ q: 'created p-2' })).items).toMatchObject([{ customerId: id }])
  expect((await log({ q: '%' })).total).toBe(0)
  const second = await log({ q: 'CREATED', page: 2, pageSize: 1 })
  expect(second).toMatchObject({ total: 3, items: [{ summary: 'Created P-2' }] })
})

test('no pairing code and no whole phone number stands in a row, and no value in a summary', async () => {
  const { id } = await createCustomer(store.db, admin, { ...fields('P-7'), phone: '+441234567890' })
  const secret = { ...fields('P-7'), name: 'Secret Name', phone: null }
  await updateCustomer(store.db, admin, { customerId: id, version: 1, fields: secret })
  const request = { customerId: id, needsApproval: false }
  const { code } = await makePairingCode({ db: store.db, rules }, admin, request)
  const { items } = await log({ customerId: id })
  expect(items).toHaveLength(3)
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`441234567890|${code}`))
  expect(JSON.stringify(items.map(({ summary }) => summary))).not.toMatch(/Secret|7890/)
})

test('who was renamed has the name of then and the name of now', async () => {
  const { id } = await createCustomer(store.db, admin, fields('P-8'))
  const renamed = { ...admin, name: 'Ada Married' }
  await updateCustomer(store.db, renamed, {
    customerId: id,
    version: 1,
    fields: { ...fields('P-8'), name: 'Else' },
  })
  const { items } = await log({ storeId: 'P-8' })
  expect(items.map(({ staffName, staffNameNow }) => [staffName, staffNameNow])).toEqual([
    ['Ada Married', 'Ada Married'],
    ['Ada Admin', 'Ada Married'],
  ])
  const { staffs } = await listStaffs(store.db)
  expect(staffs.filter(({ guid }) => guid === admin.subject)).toMatchObject([
    { name: 'Ada Married', role: 'Admin', isActive: true },
  ])
})

test('the list is filtered by who, pharmacy, kind of action and time', async () => {
  const other = { ...admin, subject: '0d2a6a3e-94b1-4f41-8b53-0e6c9c8f7e11', name: 'Otto Other' }
  const { id } = await createCustomer(store.db, other, fields('P-9'))
  await makePairingCode({ db: store.db, rules }, admin, { customerId: id, needsApproval: false })
  const actions = async (changes: object) => (await log(changes)).items.map(({ action }) => action)
  expect(await actions({ staffGuid: other.subject })).toEqual(['customer.create'])
  expect(await actions({ storeId: 'P-9', action: 'pairing-code' })).toEqual(['pairing-code.make'])
  expect(await actions({ storeId: 'P-9', action: 'pairing' })).toEqual([])
  expect(await actions({ storeId: 'P-9', action: 'customer.create' })).toEqual(['customer.create'])
  const [newest] = (await log({ storeId: 'P-9' })).items
  const at = newest?.at ?? ''
  expect((await log({ storeId: 'P-9', from: at })).items.map((one) => one.id)).toContain(newest?.id)
  expect((await log({ storeId: 'P-9', to: at })).items.map((one) => one.id)).not.toContain(newest?.id)
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
