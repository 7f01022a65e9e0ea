// PostgreSQL stopped and started: everything comes back by itself.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { asProblem } from './database-errors.ts'
import { clusterPaths, serverOf } from './postgres-folder.ts'
import { isAlive, openNotes, tempFolder } from './test-notes.ts'

function killServer(folder: string): number {
  const pid = serverOf(clusterPaths(folder).data)
  if (pid === null) throw new Error('no server to kill')
  process.kill(pid, 'SIGKILL')
  return pid
}

test('after a killed server queries work again, listening is restored and said so, committed rows are there', async () => {
  const folder = tempFolder()
  const database = await openNotes(folder)
  const received: string[] = []
  let reconnects = 0
  await database.listen('notes_changed', (payload) => received.push(payload), {
    onReconnect: () => (reconnects += 1),
  })
  await database.db.insertInto('notes').values({ title: 'kept', writtenAt: new Date(), day: null }).execute()

  killServer(folder)
  await until('listening again', () => reconnects === 1)
  await until('queries working again', () => database.isReachable())
  await sql`select pg_notify('notes_changed', 'after')`.execute(database.db)
  await until('a notification', () => received.length > 0)
  expect(received).toEqual(['after'])
  expect(await database.db.selectFrom('notes').select('title').execute()).toEqual([{ title: 'kept' }])
})

test('a server killed in the middle of a transaction fails that transaction as unavailable, with nothing half done', async () => {
  const folder = tempFolder()
  const database = await openNotes(folder)
  const work = database.db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ title: 'half', writtenAt: new Date(), day: null }).execute()
    const pid = killServer(folder)
    // No statement is under way when the connection breaks.
    await until('the server leaving', () => !isAlive(pid))
    await sql`select pg_sleep(1)`.execute(trx)
  })
  const error: unknown = await work.catch((caught: unknown) => caught)
  expect(asProblem(error)?.code).toBe('unavailable')
  await until('queries working again', () => database.isReachable())
  expect(await database.db.selectFrom('notes').selectAll().execute()).toEqual([])
})

test('O112: a server whose connections are all taken is unavailable for the moment, and nothing ends', async () => {
  const database = await openNotes(tempFolder())
  const others: pg.Client[] = []
  let refused: unknown = null
  while (refused === null) {
    const other = new pg.Client({ connectionString: database.url })
    refused = await other.connect().then(
      () => null,
      (error: unknown) => error,
    )
    if (refused === null) others.push(other)
    // The pool's own may be taken too: it has none at rest.
    if (others.length > 200) throw new Error('the server takes any number of connections')
  }
  expect(asProblem(refused)?.code).toBe('unavailable')
  const asked = Array.from({ length: 30 }, async () => sql`select 1`.execute(database.db))
  const codes = (await Promise.allSettled(asked)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (asProblem(one.reason)?.code ?? 'internal'),
  )
  expect(codes).toContain('unavailable')
  expect(codes).not.toContain('internal')
  await Promise.all(others.map(async (other) => other.end()))
  await until('queries working again', () => database.isReachable())
})

test('stop closes everything, may be called twice, and later queries are refused as unavailable', async () => {
  const folder = tempFolder()
  const database = await openNotes(folder)
  await database.listen('notes_changed', () => {}, { onReconnect: () => {} })
  await Promise.all([database.stop(), database.stop()])
  expect(serverOf(clusterPaths(folder).data)).toBeNull()
  expect(await database.isReachable()).toBe(false)
  const error: unknown = await database.db
    .selectFrom('notes')
    .selectAll()
    .execute()
    .catch((caught: unknown) => caught)
  expect(asProblem(error)?.code).toBe('unavailable')
})
