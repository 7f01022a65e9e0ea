// Transactions whose begin and last statement are not waited for keep what a transaction promises.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asProblem } from './database-errors.ts'
import { sendTogether, sendWithCommit } from './pipelined-dialect.ts'
import { createTestDatabase, type TestDatabase } from './test-cluster.ts'
import { notesMigrations, type NotesSchema } from './test-notes.ts'

let database: TestDatabase<NotesSchema>
beforeAll(async () => {
  database = await createTestDatabase<NotesSchema>({
    name: 'db_pipelined',
    migrationsFolder: notesMigrations,
  })
})
afterAll(() => database.stop())
beforeEach(() => database.db.deleteFrom('notes').execute())

const titles = async (): Promise<string[]> => {
  const rows = await database.db.selectFrom('notes').select('title').orderBy('title').execute()
  return rows.map(({ title }) => title)
}

const DIVIDED = sql<string>`(1 / 0)::text`

test('a last statement is carried out after all others, in the same transaction', async () => {
  await database.db.transaction().execute(async (trx) => {
    await sendWithCommit(trx, trx.updateTable('notes').set({ title: sql<string>`"title" || ' last'` }))
    await trx.insertInto('notes').values({ title: 'first', writtenAt: new Date() }).execute()
    expect(await trx.selectFrom('notes').select('title').execute()).toEqual([{ title: 'first' }])
    expect(await titles()).toEqual([])
  })
  expect(await titles()).toEqual(['first last'])
})

test('one that fails undoes the transaction, and says why', async () => {
  const failing = database.db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ title: 'undone', writtenAt: new Date() }).execute()
    await sendWithCommit(trx, trx.updateTable('notes').set({ title: DIVIDED }))
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await titles()).toEqual([])
})

test('that of a transaction that is undone is never carried out', async () => {
  const { db } = database
  await db.insertInto('notes').values({ title: 'before', writtenAt: new Date() }).execute()
  await db.connection().execute(async (one) => {
    const undone = one.transaction().execute(async (trx) => {
      await sendWithCommit(trx, trx.deleteFrom('notes'))
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await one.transaction().execute(async (trx) => trx.selectFrom('notes').select('id').execute())
  })
  expect(await titles()).toEqual(['before'])
})

test('there is one of a transaction', async () => {
  const twice = database.db.transaction().execute(async (trx) => {
    await sendWithCommit(trx, trx.deleteFrom('notes'))
    await sendWithCommit(trx, trx.deleteFrom('notes'))
  })
  await expect(twice).rejects.toThrow('one last statement')
})

test('a first statement that is refused is undone, and the connection goes on', async () => {
  await database.db.connection().execute(async (one) => {
    const refused = one.transaction().execute(async (trx) => sql`select 1 / 0`.execute(trx))
    await expect(refused).rejects.toThrow('division by zero')
    await one.insertInto('notes').values({ title: 'after', writtenAt: new Date() }).execute()
  })
  expect(await titles()).toEqual(['after'])
})

test('a connection that is lost in between loses the transaction alone', async () => {
  const lost = database.db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ title: 'lost', writtenAt: new Date() }).execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as "pid"`.execute(trx)
    await sendWithCommit(trx, trx.updateTable('notes').set({ title: 'never' }))
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
  })
  expect(asProblem(await lost.catch((error: unknown) => error))).toMatchObject({ code: 'unavailable' })
  expect(await titles()).toEqual([])
})

test('two statements that go out at once are carried out in order, and each has its rows', async () => {
  const [one, other] = await database.db.transaction().execute(async (trx) => {
    const inserted = trx.insertInto('notes').values({ title: 'seen by the other', writtenAt: new Date() })
    return sendTogether(trx, [
      inserted.compile(),
      sql<{ title: string }>`select "title" from "notes"`.compile(trx),
    ])
  })
  expect(one.numAffectedRows).toBe(1n)
  expect(other.rows).toEqual([{ title: 'seen by the other' }])
})

test('of two statements that go out at once the one that was refused says why, and the connection goes on', async () => {
  await database.db.connection().execute(async (connection) => {
    const good = sql`1`
    for (const pair of [
      [DIVIDED, good],
      [good, DIVIDED],
    ] as const) {
      const refused = connection.transaction().execute(async (trx) => {
        const [one, other] = pair
        return sendTogether(trx, [sql`select ${one}`.compile(trx), sql`select ${other}`.compile(trx)])
      })
      await expect(refused).rejects.toThrow('division by zero')
    }
    await connection.insertInto('notes').values({ title: 'after', writtenAt: new Date() }).execute()
  })
  expect(await titles()).toEqual(['after'])
})
