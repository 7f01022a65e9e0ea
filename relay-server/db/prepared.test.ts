// Statements with the mark are prepared, once on each connection; all others are not.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PREPARED } from './prepared.ts'
import { createTestDatabase, type TestDatabase } from './test-cluster.ts'
import { notesMigrations, type NotesSchema } from './test-notes.ts'

let database: TestDatabase<NotesSchema>
beforeAll(async () => {
  database = await createTestDatabase<NotesSchema>({ name: 'db_prepared', migrationsFolder: notesMigrations })
})
afterAll(() => database.stop())

/** How often each prepared text of this connection was carried out. */
async function preparedOn(db: Kysely<NotesSchema>): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`
    select ("generic_plans" + "custom_plans")::integer as "times" from pg_prepared_statements order by "name"`.execute(
    db,
  )
  return rows.map(({ times }) => times)
}

test('a marked statement is prepared once, and answers each of its values', async () => {
  await database.db.connection().execute(async (db) => {
    const doubled = async (n: number) => {
      const { rows } = await sql<{ twice: number }>`select ${n}::integer * 2 as "twice" ${PREPARED}`.execute(
        db,
      )
      return rows[0]?.twice
    }
    const seen: (number | undefined)[] = []
    for (let n = 0; n < 8; n += 1) seen.push(await doubled(n))
    expect(seen).toEqual([0, 2, 4, 6, 8, 10, 12, 14])
    expect(await preparedOn(db)).toEqual([8])
    await sql`select ${1}::integer`.execute(db)
    expect(await preparedOn(db)).toEqual([8])
  })
})

test('a fault of one leaves it usable', async () => {
  await database.db.connection().execute(async (db) => {
    const share = async (n: number) =>
      (await sql<{ part: number }>`select 12 / ${n}::integer as "part" ${PREPARED}`.execute(db)).rows
    await expect(share(0)).rejects.toThrow('division by zero')
    expect(await share(4)).toEqual([{ part: 3 }])
  })
})
