// Another server is the primary now: whoever was connected to the one before goes on at the new one.
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { asProblem, isReadOnly } from './database-errors.ts'
import { withConnection } from './postgres-connection.ts'
import { createTestDatabase, testClusterUrl, type TestDatabase } from './test-cluster.ts'
import { notesMigrations, type NotesSchema } from './test-notes.ts'

/** For connections from now on; those that are there stay as they are, as at a server that lost its place. */
async function setReadOnly({ url }: TestDatabase<NotesSchema>, isOn: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withConnection(await testClusterUrl(), async (client) => {
    await client.query(`alter database "${name}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    if (!isOn) return
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}

test('O108: a connection to a server that takes no writes is no fault of ours for good, and is given up', async () => {
  const database = await createTestDatabase<NotesSchema>({
    name: 'failover',
    migrationsFolder: notesMigrations,
  })
  onTestFinished(async () => database.stop())
  const insertInto = async (db: Kysely<NotesSchema>, title: string): Promise<unknown> =>
    db.insertInto('notes').values({ title, writtenAt: new Date(), day: null }).execute()
  const write = async (title: string): Promise<unknown> => insertInto(database.db, title)
  const inTransaction = async (title: string): Promise<unknown> =>
    database.db.transaction().execute(async (trx) => insertInto(trx, title))
  await write('before')
  await setReadOnly(database, true)
  let refused: unknown = null
  await until('a write is refused by a server without writes', async () => {
    refused = await write('meanwhile').catch((error: unknown) => error)
    return isReadOnly(refused)
  })
  expect(asProblem(refused)).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  const undone: unknown = await inTransaction('meanwhile').catch((error: unknown) => error)
  expect(asProblem(undone)).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  await until('it is not ready', async () => !(await database.isReachable()))

  // A pool that keeps them would be refused for ever, as each write keeps them from being idle.
  await setReadOnly(database, false)
  await until('writes go on', async () =>
    inTransaction('after').then(
      () => true,
      () => false,
    ),
  )
  await until('it is ready', async () => database.isReachable())
  const titles = await database.db.selectFrom('notes').select('title').orderBy('id').execute()
  expect(titles.map(({ title }) => title)).toEqual(['before', 'after'])
})
