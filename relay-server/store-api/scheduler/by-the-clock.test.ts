// What runs without anybody asking: due and missed times, paused tasks, and a PostgreSQL that goes away.
import { sql } from 'kysely'
import { onTestFinished, test, expect } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { clusterPaths, serverOf } from '../../db/postgres-folder.ts'
import { tempFolder } from '../../db/test-notes.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import type { StoreSchema } from '../schema.ts'
import { openTestStore } from '../test/test-store.ts'
import { pauseNow, resumeNow } from './task-control.ts'
import { admin } from '../test/test-store.ts'
import {
  askFor,
  door,
  endedRuns,
  openJobs,
  runsOf,
  startTestScheduler,
  testTask,
} from './test/test-scheduler.ts'

test('a night that was missed is made up for once by two store APIs, a minute task goes on, a paused one does not', async () => {
  const store = await openTestStore('by_the_clock')
  const tasks = [
    testTask('nightly'),
    testTask('minutely', { schedule: { every: 'minute' } }),
    testTask('held', { schedule: { every: 'minute' } }),
  ]
  const before = await startTestScheduler(store, tasks)
  await pauseNow({ db: store.db, scheduler: before }, admin, 'held')
  await before.stop()
  await sql`truncate pgboss.job`.execute(store.db)
  await sql`update pgboss.schedule set created_on = now() - interval '4 days'`.execute(store.db)
  await sql`update pgboss.version set cron_on = now() - interval '3 days'`.execute(store.db)

  const both = await Promise.all([startTestScheduler(store, tasks), startTestScheduler(store, tasks)])
  onTestFinished(async () => {
    await Promise.all(both.map(async (one) => one.stop()))
    await store.stop()
  })
  const nights = await endedRuns(store, 'nightly', 1)
  const [minute] = await endedRuns(store, 'minutely', 1)
  expect(minute).toMatchObject({ cause: 'schedule', outcome: 'done' })
  await until('the paused one was looked at', async () => (await openJobs(store, 'held')) === 0)
  expect(nights).toMatchObject([{ cause: 'schedule', outcome: 'done' }])
  expect(await runsOf(store, 'nightly')).toHaveLength(1)
  expect(await runsOf(store, 'held')).toEqual([])
  // A person may run what is paused.
  await askFor(store, both[0], 'held')
  expect(await endedRuns(store, 'held', 1)).toMatchObject([{ cause: 'person' }])
  await resumeNow({ db: store.db, scheduler: both[0] }, admin, 'held')
})

test('a killed PostgreSQL: nothing ends the process, not with a run under way either, and tasks run again when it is back', async () => {
  const folder = tempFolder()
  const database = await openDatabase<StoreSchema>({
    connectionString: null,
    dataFolder: folder,
    name: 'store',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  const killed = door()
  const tasks = [
    testTask('reading', {
      work: async () => {
        await killed.opened
        await sql`select 1`.execute(database.db)
        return { counts: { things: 1 } }
      },
    }),
    testTask('quick'),
  ]
  const scheduler = await startTestScheduler(database, tasks)
  onTestFinished(async () => {
    await scheduler.stop()
    await database.stop()
  })
  await askFor(database, scheduler, 'reading')
  await until('it runs', async () => (await runsOf(database, 'reading')).length === 1)
  const pid = killServer(folder)
  killed.open()
  // What the killed one served goes on answering for a moment.
  const isAnother = () => ![null, pid].includes(serverOf(clusterPaths(folder).data))
  await until('the database is back', async () => isAnother() && (await database.isReachable()))
  await askAgain(database, scheduler)
  expect(await endedRuns(database, 'quick', 1)).toMatchObject([{ outcome: 'done' }])
})

/** A first question may find a connection that broke. */
async function askAgain(
  database: Database<StoreSchema>,
  scheduler: Awaited<ReturnType<typeof startTestScheduler>>,
): Promise<void> {
  await until('it was asked for', async () =>
    askFor(database, scheduler, 'quick').then(
      () => true,
      () => false,
    ),
  )
}

function killServer(folder: string): number {
  const pid = serverOf(clusterPaths(folder).data)
  if (pid === null) throw new Error('no server to kill')
  process.kill(pid, 'SIGKILL')
  return pid
}
