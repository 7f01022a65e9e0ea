// Users are found as people type: without accents, case and double blanks, words in any order, in Turkish and German too.
import { randomUUID } from 'node:crypto'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FIND_EACH_OTHER,
  FOLD_CASES,
  expectFolded,
  lettersThatDiffer,
} from '../../db/search/test/fold-cases.ts'
import { startTestIdentity, type OpenedSession, type TestIdentity } from '../test-identity.ts'

let identity: TestIdentity
let admin: OpenedSession
beforeAll(async () => {
  identity = await startTestIdentity()
  admin = await identity.openSession('admin@relay.example')
})
afterAll(() => identity.stop())

test.for(FOLD_CASES)('“%s” is “%s” in the database of identity, too', async (one) => {
  await expectFolded(identity.database.db, one)
})

test('every letter of Latin and its extensions is the same on both sides', async () => {
  expect(await lettersThatDiffer(identity.database.db)).toEqual([])
})

test.for(FIND_EACH_OTHER)('%s … find each other', async (names) => {
  const emails = await Promise.all(names.map(add))
  for (const typed of names)
    expect(
      (await found(typed)).filter((email) => emails.includes(email)),
      typed,
    ).toEqual(emails.toSorted())
})

test.for([
  ['Ayşe Yılmaz', 'yilmaz AYSE', true],
  ['Ayşe Yılmaz', '  ayşe   yil ', true],
  ['Ayşe Yılmaz', 'ayseyilmaz', true],
  ['Ayşe Yılmaz', 'ayse yildiz', false],
  ['Jörg 100% Groß', '100%', true],
  ['Jörg 100 Groß', '0%', false],
] as const)('“%s” by “%s”: %s', async ([name, typed, expected]) => {
  const email = await add(name)
  expect((await found(typed)).includes(email)).toBe(expected)
})

/** The address of a new user of that name, which has nothing of it. */
async function add(name: string): Promise<string> {
  const guid = randomUUID()
  const email = `${guid}@relay.example`
  const now = new Date()
  const made = {
    role: 'Support',
    isActive: true,
    createdAt: now,
    updatedAt: now,
    passwordHash: 'none',
  } as const
  await identity.database.db
    .insertInto('Users')
    .values({
      ...made,
      guid,
      email,
      name,
      pharmacyId: null,
      phone: null,
      passwordSetAt: now,
      couldSignInSince: now,
    })
    .execute()
  return email
}

async function found(q: string): Promise<string[]> {
  const call = { params: null, query: { q, pageSize: '100' }, body: null }
  const { items } = await identity.client.call(identityApi.listUsers, call, { token: admin.token })
  return items.map(({ email }) => email).toSorted()
}
