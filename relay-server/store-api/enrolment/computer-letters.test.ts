// Each computer has a letter of its own in its pharmacy, also when several join at once, and none is ever given twice.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { up } from '../migrations/002_computer_letters.ts'
import { codeOf } from '../test/test-pairing.ts'
import {
  codeFor,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  pairAll,
  pairOf,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('letters')
})
afterAll(() => store.stop())

async function letterNumbers({ id }: Pick<TestPharmacy, 'id'>): Promise<number[]> {
  const rows = await store.db
    .selectFrom('RelayComputers')
    .select('letterNumber')
    .where('customerId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ letterNumber }) => letterNumber)
}

test('computers that two hubs bring at the same moment, and in one batch, have letters of their own', async () => {
  const [crowded, other] = [await newPharmacy(store), await newPharmacy(store)]
  const devices = Array.from({ length: 6 }, (_none, index) => newDevice(crowded, `PC-${index}`))
  const pairs = await Promise.all(
    devices.map(async (device) => pairOf(device, await codeFor(store, crowded))),
  )
  const results = await Promise.all([
    newHub(store).send(...pairs.slice(0, 3)),
    newHub(store).send(...pairs.slice(3)),
  ])
  expect(results.flat().map(codeOf)).toEqual(Array<string>(6).fill('ok'))
  expect((await letterNumbers(crowded)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  await pairAll(store, [newDevice(other)])
  expect(await letterNumbers(other)).toEqual([1])
})

test('one that opens is told its letter, as the panel is, and has it still under another name and paired anew', async () => {
  const pharmacy = await newPharmacy(store)
  const [first, second] = [newDevice(pharmacy, 'A-PC'), newDevice(pharmacy, 'B-PC')]
  const hub = newHub(store)
  await hub.open(first)
  expect((await hub.open(second)).assignment).toMatchObject({ version: 1, computerLetter: 'B' })
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  expect(computers.map(({ pcName, letter }) => `${pcName} ${letter}`)).toEqual(['A-PC A', 'B-PC B'])
  const renamed = { ...second, computerName: 'C-PC' }
  await hub.send(pairOf(renamed, await codeFor(store, pharmacy)))
  expect((await hub.open(renamed)).assignment).toMatchObject({ version: 1, computerLetter: 'B' })
})

test('the letter of a computer that was removed, or that moved away, is not given again', async () => {
  const [old, next] = [await newPharmacy(store), await newPharmacy(store)]
  const [hub, device] = [newHub(store), newDevice(old, 'B-PC')]
  await hub.open(newDevice(old, 'A-PC'))
  const { computerId } = await hub.open(device)
  await pairAll(store, [newDevice(next), newDevice(next)])
  await store.db
    .updateTable('RelayComputers')
    .set({ access: 'revoked' })
    .where('id', '=', computerId)
    .execute()
  const moving = { ...device, pharmacy: next }
  expect((await hub.send(pairOf(moving, await codeFor(store, next)))).map(codeOf)).toEqual(['ok'])
  expect((await hub.open(moving)).assignment).toMatchObject({ computerLetter: 'C' })
  await pairAll(store, [newDevice(old, 'C-PC')])
  expect(await letterNumbers(old)).toEqual([1, 3])
  await store.db.deleteFrom('RelayComputers').where('customerId', '=', old.id).execute()
  await pairAll(store, [newDevice(old, 'D-PC')])
  expect(await letterNumbers(old)).toEqual([4])
})

test('an assignment of before computers had letters gets one with the next registration, and nothing else of it changes', async () => {
  const pharmacy = await newPharmacy(store)
  const [hub, device] = [newHub(store), newDevice(pharmacy)]
  const { assignment, computerId } = await hub.open(device)
  await sql`
    update "RelayAssignments" set "document" = "document" - 'computerLetter', "hash" = 'of before'
    where "computerId" = ${computerId}`.execute(store.db)
  const { assignment: lettered } = await hub.open(device)
  expect(lettered).toEqual({ ...assignment, version: 2 })
  expect((await hub.open(device)).assignment).toEqual(lettered)
})

test('the migration gives those that are there theirs, in the order in which they joined', async () => {
  const [one, two] = [await newPharmacy(store), await newPharmacy(store)]
  await pairAll(store, [newDevice(one), newDevice(two), newDevice(one), newDevice(two), newDevice(two)])
  await sql`
    drop trigger "RelayComputers_letter" on "RelayComputers";
    drop trigger "RelayComputers_anotherLetter" on "RelayComputers";
    drop function give_computer_letter();
    alter table "RelayComputers" drop column "letterNumber";
    alter table "Customers" drop column "lastLetterNumber"`.execute(store.db)
  await up(store.db as unknown as Kysely<unknown>)
  expect([await letterNumbers(one), await letterNumbers(two)]).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
  await pairAll(store, [newDevice(one)])
  expect(await letterNumbers(one)).toEqual([1, 2, 3])
})
