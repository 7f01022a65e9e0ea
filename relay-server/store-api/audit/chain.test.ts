// I18: a row of the staff log that was edited, deleted, swapped, cut off or made anew is found and named.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCustomer } from '../customers/customer-changes.ts'
import { asOwner as changeAsOwner } from '../test/broken-log.queries.ts'
import { admin, openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { FIRST_LINK, linkOf, wordsDigest, type Link } from './audit-chain.ts'
import { chainRows, eraseWords, lastLink } from './chain.queries.ts'
import { listStaffOperations } from './staff-log.queries.ts'
import { verifyChain, type ChainRow } from './verify-chain.ts'

let store: StoreTestDatabase
beforeEach(async () => {
  store = await openTestStore('chain')
  for (const number of [1, 2, 3, 4, 5, 6]) await addRow(number)
})
afterEach(() => store.stop())

const addRow = (number: number) =>
  createCustomer(store.db, admin, {
    storeId: `P-${number}`,
    name: 'Müller & "Söhne"\u2028',
    email: 'a@example.org',
    phone: null,
  })
const verify = async (checkpoints: readonly Link[] = []) => verifyChain(chainRows(store.db), checkpoints)
const faultAfter = async (change: () => Promise<unknown>, checkpoints: readonly Link[] = []) => {
  await change()
  return (await verify(checkpoints)).fault
}

const asOwner = (statement: string) => changeAsOwner(store.db, statement)

async function checkpoint(): Promise<Link> {
  const link = await lastLink(store.db)
  if (link === null) throw new Error('no row')
  return link
}

test('a log that nobody touched is whole, and its ids have no gap, also after a change that failed', async () => {
  await expect(addRow(1)).rejects.toThrow(/belongs to another pharmacy/)
  await addRow(7)
  const report = await verify([await checkpoint()])
  expect(report).toMatchObject({ rows: 7, erased: 0, fault: null })
})

test('changes at the same moment make one chain', async () => {
  await Promise.all([11, 12, 13, 14, 15, 16, 17, 18].map(addRow))
  expect(await verify()).toMatchObject({ rows: 14, fault: null })
})

test.each([
  `update "StaffOperationHistory" set "action" = 'customer.update' where "id" = 3`,
  `update "StaffOperationHistory" set "summary" = 'Created nothing' where "id" = 3`,
  `update "StaffOperationHistory" set "after" = '{"name":"else"}' where "id" = 3`,
  `update "StaffOperationHistory" set "at" = "at" + interval '1 millisecond' where "id" = 3`,
  `update "StaffOperationHistory" set "staffName" = '', "summary" = '', "after" = null where "id" = 3`,
  `update "StaffOperationHistory" set "hash" = sha256('x') where "id" = 3`,
])('a row that was edited is named: %s', async (statement) => {
  expect(await faultAfter(() => asOwner(statement))).toEqual({ kind: 'changed', id: 3 })
})

test('a row that was deleted is named', async () => {
  const fault = await faultAfter(() => asOwner('delete from "StaffOperationHistory" where "id" = 3'))
  expect(fault).toEqual({ kind: 'missing', id: 3 })
})

test('a row that was deleted is found when the others were numbered anew', async () => {
  await asOwner('delete from "StaffOperationHistory" where "id" = 3')
  const fault = await faultAfter(() =>
    asOwner('update "StaffOperationHistory" set "id" = "id" - 1 where "id" > 3'),
  )
  expect(fault).toEqual({ kind: 'changed', id: 3 })
})

test('two rows that were swapped are found', async () => {
  const swap = 'update "StaffOperationHistory" set "id" = '
  const fault = await faultAfter(async () => {
    await asOwner(`${swap} 1000 where "id" = 3`)
    await asOwner(`${swap} 3 where "id" = 4`)
    await asOwner(`${swap} 4 where "id" = 1000`)
  })
  expect(fault).toEqual({ kind: 'changed', id: 3 })
})

test('a row before the first is found', async () => {
  const copy = `"at", "staffGuid", "staffName", "staffRole", "action", "summary", "salt", "words", "hash"`
  const statement = `insert into "StaffOperationHistory" ("id", ${copy})
    select 0, ${copy} from "StaffOperationHistory" where "id" = 1`
  expect(await faultAfter(() => asOwner(statement))).toEqual({ kind: 'changed', id: 0 })
})

test('a tail that was cut off is found by a checkpoint, and by nothing else', async () => {
  const seen = await checkpoint()
  await asOwner('delete from "StaffOperationHistory" where "id" > 4')
  expect((await verify()).fault).toBeNull()
  expect((await verify([seen])).fault).toEqual({ kind: 'cut', id: 5, checkpointId: 6 })
})

test('a log that was made anew is found by a checkpoint, from the last one that it agrees with', async () => {
  const first = { id: 2, hash: await hashOf(2) }
  const seen = await checkpoint()
  await remake(4)
  expect((await verify()).fault).toBeNull()
  expect((await verify([first, seen])).fault).toEqual({ kind: 'remade', id: 3, checkpointId: 6 })
})

test('the database refuses to change, delete or empty the rows', async () => {
  const refused = /never changed or deleted/
  for (const statement of [
    `update "StaffOperationHistory" set "summary" = 'x'`,
    `update "StaffOperationHistory" set "salt" = null`,
    'delete from "StaffOperationHistory"',
    'truncate "StaffOperationHistory"',
  ])
    await expect(sql.raw(statement).execute(store.db)).rejects.toThrow(refused)
  expect((await verify()).fault).toBeNull()
})

test('words that are erased leave the chain whole, and a row says so', async () => {
  expect(await eraseWords(store.db, 3, admin)).toBe(true)
  expect(await eraseWords(store.db, 3, admin)).toBe(false)
  expect(await eraseWords(store.db, 300, admin)).toBe(false)
  expect(await verify()).toMatchObject({ rows: 7, erased: 1, fault: null })
  const { items } = await listStaffOperations(store.db, { page: 1, pageSize: 50, q: '' })
  expect(items.find(({ id }) => id === 3)).toMatchObject({ staffName: null, summary: null, after: null })
  expect(items[0]).toMatchObject({ action: 'staff-log.erase', summary: expect.stringContaining('row 3') })
})

test('words that somebody erased without saying so are found', async () => {
  const statement = `update "StaffOperationHistory" set "staffName" = '', "summary" = '', "before" = null,
    "after" = null, "salt" = null where "id" = 5`
  await eraseWords(store.db, 3, admin)
  expect(await faultAfter(() => sql.raw(statement).execute(store.db))).toEqual({ kind: 'erased', id: 5 })
})

async function hashOf(id: number): Promise<Buffer> {
  const row = store.db.selectFrom('StaffOperationHistory').select('hash').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).hash
}

/** Edits a row and chains all that follow anew, as somebody would who has read this code. */
async function remake(edited: number): Promise<void> {
  const rows: ChainRow[] = []
  for await (const row of chainRows(store.db)) rows.push(row)
  let last = FIRST_LINK.hash
  for (const row of rows) {
    const told = { ...row, summary: row.id === edited ? 'Created nothing' : row.summary }
    const words = wordsDigest(row.salt ?? Buffer.alloc(0), told)
    last = linkOf(last, { ...row, words })
    const values = `"summary" = '${told.summary}', "words" = '\\x${words.toString('hex')}', "hash" = '\\x${last.toString('hex')}'`
    await asOwner(`update "StaffOperationHistory" set ${values} where "id" = ${row.id}`)
  }
}
