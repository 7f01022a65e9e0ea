// Operations at the identity API in the staff log: written once, with names that stay right.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ForeignRecord } from '@pharmacy-relay/shared/api/staff-history.ts'
import { admin, openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { chainRows } from './chain.queries.ts'
import { recordForeignOperations } from './foreign-operations.ts'
import { listStaffOperations } from './staff-log.queries.ts'
import { listStaffs } from './staffs.queries.ts'
import { verifyChain } from './verify-chain.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('foreign')
})
afterAll(() => store.stop())

const nia = { guid: randomUUID(), name: 'Nia New', role: 'Support', isActive: true } as const

function recordOf(changes: Partial<ForeignRecord> = {}): ForeignRecord {
  const { subject: guid, name, role } = admin
  return {
    source: randomUUID(),
    at: '2026-11-20T10:00:00.123Z',
    actor: { guid, name, role },
    user: nia,
    action: 'user.invite',
    summary: 'Invited a user as Support',
    before: null,
    after: { name: 'Nia New', role: 'Support' },
    ...changes,
  }
}
const log = () => listStaffOperations(store.db, { page: 1, pageSize: 50, q: '', action: 'user' })
const staffs = async () => (await listStaffs(store.db)).staffs

test('a record is a row with the time of then, once, however often it comes', async () => {
  const record = recordOf()
  await recordForeignOperations(store.db, [record])
  await Promise.all([record, record].map((one) => recordForeignOperations(store.db, [one])))
  const { items, total } = await log()
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    at: record.at,
    userGuid: nia.guid,
    userName: 'Nia New',
    action: 'user.invite',
  })
  expect(await verifyChain(chainRows(store.db), [])).toMatchObject({ rows: 1, fault: null })
})

test('who was invited is known as staff, and stays known by the newest name after he was disabled', async () => {
  const disabled = { ...nia, name: 'Nia Married', isActive: false }
  await recordForeignOperations(store.db, [recordOf({ user: disabled, action: 'user.disable' })])
  expect((await staffs()).find(({ guid }) => guid === nia.guid)).toMatchObject({
    name: 'Nia Married',
    isActive: false,
  })
  const { items } = await log()
  expect(items.map(({ userName }) => userName)).toEqual(['Nia Married', 'Nia Married'])
})

test('a pharmacist who never was staff is no member of staff', async () => {
  const pia = { guid: randomUUID(), name: 'Pia', role: 'Pharmacist', isActive: true } as const
  await recordForeignOperations(store.db, [recordOf({ user: pia })])
  expect((await staffs()).map(({ name }) => name).toSorted()).toEqual(['Ada Admin', 'Nia Married'])
})
