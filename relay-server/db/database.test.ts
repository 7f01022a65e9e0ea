// A service's database: limits, values, notifications, migrations.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { asProblem, isUniqueViolation } from './database-errors.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'
import { createDatabase, withConnection, withDatabase } from './postgres-connection.ts'
import { createTestDatabase, testClusterUrl } from './test-cluster.ts'
import type { TestDatabase } from './test-cluster.ts'
import { notesMigrations, tempFolder } from './test-notes.ts'
import type { NotesSchema } from './test-notes.ts'

let database: TestDatabase<NotesSchema>
beforeAll(async () => {
  database = await createTestDatabase<NotesSchema>({ name: 'db_tests', migrationsFolder: notesMigrations })
})
afterAll(() => database.stop())

const writtenAt = new Date('2026-11-20T09:00:00.123Z')

/** An empty database that is dropped after the test. */
async function emptyDatabase(name: string): Promise<string> {
  const admin = await testClusterUrl()
  const unique = `${name}_${process.pid}`
  await createDatabase(admin, unique)
  onTestFinished(() =>
    withConnection(
      admin,
      async (client) => void (await client.query(`drop database ${unique} with (force)`)),
    ),
  )
  return withDatabase(admin, unique)
}

function folderWith(files: Record<string, string>): string {
  const folder = join(tempFolder(), 'migrations')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

test('ids come back as numbers, instants as Date, dates as text', async () => {
  const row = await database.db
    .insertInto('notes')
    .values({ title: 'values', writtenAt, day: '2026-03-29' })
    .returningAll()
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ id: 1, title: 'values', writtenAt, day: '2026-03-29' })
})

test('an int8 that a number cannot hold is an error and not a rounded id', async () => {
  const largest = await sql<{ v: number }>`select 9007199254740991::int8 as v`.execute(database.db)
  expect(largest.rows).toEqual([{ v: Number.MAX_SAFE_INTEGER }])
  const array = await sql<{ v: unknown }>`select array[1, null, 3]::int8[] as v, '{}'::int8[] as e`.execute(
    database.db,
  )
  expect(array.rows).toEqual([{ v: [1, null, 3], e: [] }])
  await expect(sql`select 9007199254740992::int8 as v`.execute(database.db)).rejects.toThrow('too large')
  await expect(sql`select array[[1],[2]]::int8[] as v`.execute(database.db)).rejects.toThrow('too large')
})

test('a second row with the same key is told apart by the name of the constraint', async () => {
  const insert = (): Promise<unknown> =>
    database.db.insertInto('notes').values({ title: 'twice', writtenAt, day: null }).execute()
  await insert()
  const error: unknown = await insert().catch((caught: unknown) => caught)
  expect(isUniqueViolation(error, 'notes_title_key')).toBe(true)
  expect(isUniqueViolation(error, 'other_key')).toBe(false)
  expect(isUniqueViolation(new Error('notes_title_key'), 'notes_title_key')).toBe(false)
})

test('every connection has its limits', async () => {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.db)
  expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }])
})

test('a statement that takes too long is unavailable, and the connection serves on', async () => {
  const slow = database.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 20`.execute(trx)
    await sql`select pg_sleep(5)`.execute(trx)
  })
  const error: unknown = await slow.catch((caught: unknown) => caught)
  expect(asProblem(error)).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  expect(await database.isReachable()).toBe(true)
})

test('a pool whose connections are all busy says that it is not reachable, and recovers', async () => {
  const busy = Array.from({ length: 20 }, () => sql`select pg_sleep(1.5)`.execute(database.db))
  expect(await database.isReachable()).toBe(false)
  expect(database.poolFacts().total).toBe(20)
  await Promise.all(busy)
  expect(await database.isReachable()).toBe(true)
})

test('notifications arrive in order, and a receiver that throws does not end them', async () => {
  const received: string[] = []
  const listener = await database.listen(
    'notes_changed',
    (payload) => {
      received.push(payload)
      if (payload === '1') throw new Error('a fault of the receiver')
    },
    { onReconnect: () => {} },
  )
  for (const payload of ['1', '2', '3'])
    await sql`select pg_notify('notes_changed', ${payload})`.execute(database.db)
  await until('three notifications', () => received.length === 3)
  expect(received).toEqual(['1', '2', '3'])
  await listener.stop()
})

test('a channel name that would need quoting is refused', async () => {
  await expect(database.listen('x"; drop table notes', () => {}, { onReconnect: () => {} })).rejects.toThrow(
    'channel name',
  )
})

test('O104: two programs that start at the same time migrate an empty database once', async () => {
  const url = await emptyDatabase('race')
  await Promise.all([1, 2, 3].map(() => migrate(url, notesMigrations, silentLogger)))
  const names = await withConnection(url, (client) =>
    client.query('select name from kysely_migration order by name'),
  )
  expect(names.rows).toEqual([{ name: '001_notes' }, { name: '002_note_day' }])
})

test('a migration that fails is named, leaves nothing behind and keeps the service from starting', async () => {
  const url = await emptyDatabase('failing')
  const folder = folderWith({
    '001_good.ts':
      "export async function up(db) { await db.schema.createTable('made').addColumn('id', 'integer').execute() }",
    '002_bad.ts': "export async function up(db) { await db.schema.dropTable('never_there').execute() }",
  })
  const opening = openDatabase({
    connectionString: url,
    dataFolder: '',
    name: 'x',
    migrationsFolder: folder,
    logger: silentLogger,
  })
  await expect(opening).rejects.toThrow('Migration 002_bad failed: table "never_there" does not exist')
  const made = await withConnection(url, (client) => client.query("select to_regclass('made') as made"))
  expect(made.rows).toEqual([{ made: null }])
})

test('O103: migrations whose connection ends in the middle leave nothing behind, and the next start does all of them', async () => {
  const url = await emptyDatabase('ended')
  const first =
    "export async function up(db) { await db.schema.createTable('made').addColumn('id', 'integer').execute() }"
  const long =
    "export async function up(db) { await db.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.val(600)]).as('s')).execute() }"
  const ending = migrate(url, folderWith({ '001_a.ts': first, '002_b.ts': long }), silentLogger)
  const ended = expect(ending).rejects.toThrow()
  await withConnection(url, async (other) => {
    await until('the second one is under way', async () => {
      const { rowCount } = await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and datname = current_database() and pid <> pg_backend_pid()",
      )
      return rowCount !== 0
    })
  })
  await ended
  const left = await withConnection(url, (client) => client.query("select to_regclass('made') as made"))
  expect(left.rows).toEqual([{ made: null }])
  await migrate(
    url,
    folderWith({ '001_a.ts': first, '002_b.ts': 'export async function up() {}' }),
    silentLogger,
  )
  const done = await withConnection(url, (client) =>
    client.query('select name from kysely_migration order by name'),
  )
  expect(done.rows).toEqual([{ name: '001_a' }, { name: '002_b' }])
})

test('a database of a version whose migrations are not known is refused with what to do, and left as it is', async () => {
  const url = await emptyDatabase('foreign')
  const before = folderWith({ '001_clock_and_customers.ts': 'export async function up() {}' })
  await migrate(url, before, silentLogger)
  await expect(migrate(url, notesMigrations, silentLogger)).rejects.toThrow(
    /made by another version .* 001_clock_and_customers is not known here\. .* delete the folder \.data/,
  )
  const names = await withConnection(url, (client) => client.query('select name from kysely_migration'))
  expect(names.rows).toEqual([{ name: '001_clock_and_customers' }])
})

test('O105: a migration that waits for a table holds up nobody for long, and is applied once the table is free', async () => {
  const url = await emptyDatabase('held')
  await migrate(url, notesMigrations, silentLogger)
  const folder = folderWith({
    ...Object.fromEntries(
      readdirSync(notesMigrations).map((name) => [name, readFileSync(join(notesMigrations, name), 'utf8')]),
    ),
    '003_more.ts':
      "export async function up(db) { await db.schema.alterTable('notes').addColumn('more', 'text').execute() }",
  })
  await withConnection(url, async (holder) => {
    await holder.query('begin; select 1 from notes')
    const migrating = migrate(url, folder, silentLogger)
    await withConnection(url, async (reader) => {
      await until('the migration waits', async () => {
        const waiting = await reader.query(
          'select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and not l.granted',
        )
        return waiting.rowCount !== 0
      })
      // Behind the migration, which would not come to its end while the table is held.
      await reader.query('select 1 from notes')
    })
    await holder.query('commit')
    await migrating
  })
  const more = await withConnection(url, (client) => client.query('select more from notes'))
  expect(more.rows).toEqual([])
})

test('O102, O106: the version before goes on with what a newer one has added, and not with what it has taken away', async () => {
  const url = await emptyDatabase('way_back')
  const one = { '001_a.ts': 'export async function up() {}' }
  const two = { ...one, '002_b.ts': 'export async function up() {}' }
  const three = { ...two, '003_c.ts': 'export const usableFrom = 2; export async function up() {}' }
  await migrate(url, folderWith(two), silentLogger)
  await expect(migrate(url, folderWith(one), silentLogger)).resolves.toBeUndefined()
  await migrate(url, folderWith(three), silentLogger)
  await expect(migrate(url, folderWith(two), silentLogger)).resolves.toBeUndefined()
  await expect(migrate(url, folderWith(one), silentLogger)).rejects.toThrow(
    /its migration 002_b is not known/,
  )
  const rows = await withConnection(url, (client) =>
    client.query('select name, usable_from from kysely_migration order by name'),
  )
  expect(rows.rows).toEqual([
    { name: '001_a', usable_from: 0 },
    { name: '002_b', usable_from: 0 },
    { name: '003_c', usable_from: 2 },
  ])
})

test.each([
  [{}, 'holds no migrations'],
  [{ 'notes.ts': '' }, 'is not named like a migration'],
  [{ '001_a.ts': '', '001_b.ts': '' }, 'two migrations with number 001'],
  [{ '001_a.ts': 'export const down = 1' }, 'must export a function named up'],
  [
    { '001_a.ts': 'export const usableFrom = 2; export const up = () => {}' },
    'from its own number at the latest',
  ],
])('migrations %j are refused: %s', async (files, reason) => {
  await expect(migrate('postgresql://unused', folderWith(files), silentLogger)).rejects.toThrow(reason)
})

test('a connection string of another form is refused without being repeated', async () => {
  const connectionString = 'Host=db;Username=relay;Password=hunter2'
  const opening = openDatabase({
    connectionString,
    dataFolder: '',
    name: 'x',
    migrationsFolder: '',
    logger: silentLogger,
  })
  const error: unknown = await opening.catch((caught: unknown) => caught)
  expect(String(error)).toContain('is not a PostgreSQL URL')
  expect(JSON.stringify(error) + String(error)).not.toContain('hunter2')
})

test('a database that does not exist is refused in words', async () => {
  const connectionString = withDatabase(await testClusterUrl(), 'never_made')
  const opening = openDatabase({
    connectionString,
    dataFolder: '',
    name: 'x',
    migrationsFolder: notesMigrations,
    logger: silentLogger,
  })
  await expect(opening).rejects.toThrow(
    /database never_made at .* cannot be reached: database "never_made" does not exist/,
  )
})

test('databases of one migrations folder do not see each other, also when made at the same time', async () => {
  const options = { name: 'twin', migrationsFolder: notesMigrations }
  const twins = await Promise.all([
    createTestDatabase<NotesSchema>(options),
    createTestDatabase<NotesSchema>(options),
  ])
  onTestFinished(async () => void (await Promise.all(twins.map((twin) => twin.stop()))))
  await twins[0].db.insertInto('notes').values({ title: 'only here', writtenAt, day: null }).execute()
  expect(await twins[1].db.selectFrom('notes').selectAll().execute()).toEqual([])
})
