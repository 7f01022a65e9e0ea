// The scheduler over a real database: two store APIs, runs that overlap, fail, take too long, are lost, and its end.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { startScheduler, type HostedScheduler } from './scheduler.ts'
import { beginRun } from './task-runs.queries.ts'
import {
  askFor,
  door,
  endedRuns,
  openJobs,
  runsOf,
  startTestScheduler,
  testTask,
} from './test/test-scheduler.ts'

let store: StoreTestDatabase
let both: readonly HostedScheduler[]
const slow = door()
let slowRuns = 0

const tasks = [
  testTask('quick'),
  testTask('slow', {
    work: async () => {
      slowRuns += 1
      await slow.opened
      return { counts: { things: 7 } }
    },
  }),
  testTask('broken', { work: () => Promise.reject(new Error('a value of a row')) }),
  testTask('away', {
    work: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
  }),
  testTask('endless', {
    limitMs: 200,
    work: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { counts: { things: 2 } }
    },
  }),
  testTask('books', {
    retries: 3,
    work: () =>
      Promise.resolve({
        counts: { checks: 1 },
        findings: [{ kind: 'reserved', subject: '7', expected: 3, found: 4 }],
      }),
  }),
]

beforeAll(async () => {
  store = await openTestStore('scheduler')
  // At once, on a database that has no tables of pg-boss yet.
  both = await Promise.all([startTestScheduler(store, tasks), startTestScheduler(store, tasks)])
})
afterAll(async () => {
  slow.open()
  await Promise.all(both.map(async (one) => one.stop()))
  await store.stop()
})

const one = (): HostedScheduler => {
  const [first] = both
  if (first === undefined) throw new Error('no scheduler')
  return first
}

test('two store APIs that start at once make the tables once, and a run that is asked for runs once', async () => {
  await askFor(store, one(), 'quick')
  const runs = await endedRuns(store, 'quick', 1)
  expect(runs).toMatchObject([
    { cause: 'person', attempt: 1, outcome: 'done', reason: null, counts: { things: 1 }, findings: [] },
  ])
})

test('C52: asked of both at once, and again while it runs, a task runs one at a time', async () => {
  for (const scheduler of both) await askFor(store, scheduler, 'slow')
  await until('it runs', () => slowRuns === 1)
  for (const scheduler of both) await askFor(store, scheduler, 'slow')
  // What waits is taken, finds the run under way, and is over.
  await until('only the one is left', async () => (await openJobs(store, 'slow')) === 1)
  expect(slowRuns).toBe(1)
  slow.open()
  expect(await endedRuns(store, 'slow', 1)).toMatchObject([{ outcome: 'done', counts: { things: 7 } }])
})

test('a failure is kept with its code and without a word of the error', async () => {
  await askFor(store, one(), 'broken')
  expect(await endedRuns(store, 'broken', 1)).toMatchObject([{ outcome: 'failed', reason: 'internal' }])
  const { rows } = await sql<{ text: string }>`
    select j::text as text from pgboss.job j where name = 'broken'`.execute(store.db)
  expect(JSON.stringify(rows)).not.toContain('a value of a row')
  await askFor(store, one(), 'away')
  expect(await endedRuns(store, 'away', 1)).toMatchObject([{ outcome: 'failed', reason: 'unavailable' }])
})

test('a run beyond its limit has failed as too long, with what it did until then', async () => {
  await askFor(store, one(), 'endless')
  const [run] = await endedRuns(store, 'endless', 1)
  expect(run).toMatchObject({ outcome: 'failed', reason: 'too_long', counts: { things: 2 } })
})

test('findings make a run fail, are kept, and nothing is tried again', async () => {
  await askFor(store, one(), 'books')
  const [run] = await endedRuns(store, 'books', 1)
  expect(run).toMatchObject({
    reason: 'books_differ',
    findings: [{ kind: 'reserved', subject: '7', expected: 3, found: 4 }],
  })
  await until('the job is over', async () => (await openJobs(store, 'books')) === 0)
  expect(await runsOf(store, 'books')).toHaveLength(1)
})

test('a run whose process went away is written off when its time is over, and the next one begins', async () => {
  const lost = { task: 'lost', cause: 'schedule' as const, attempt: 1 }
  expect(await beginRun(store.db, { ...lost, lostAfterMs: 60_000 })).not.toBeNull()
  expect(await beginRun(store.db, { ...lost, lostAfterMs: 60_000 })).toBeNull()
  await sql`update "TaskRuns" set "until" = relay_now() where "task" = 'lost'`.execute(store.db)
  expect(await beginRun(store.db, { ...lost, lostAfterMs: 60_000 })).not.toBeNull()
  expect(await runsOf(store, 'lost')).toMatchObject([
    { outcome: 'running' },
    { outcome: 'failed', reason: 'not_reported' },
  ])
})

test('a stop waits for the run under way, which ends early and says so', async () => {
  const other = await startTestScheduler(store, [testTask('ending', { work: untilTold })])
  await askFor(store, other, 'ending')
  await until('it runs', async () => (await runsOf(store, 'ending')).length === 1)
  await Promise.all([other.stop(), other.stop()])
  expect(await runsOf(store, 'ending')).toMatchObject([{ outcome: 'failed', reason: 'stopped' }])
})

async function untilTold(signal: AbortSignal) {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return { counts: {} }
}

test('a start that fails keeps nothing else from going on, and is tried again 5 s later', async () => {
  const other = await openTestStore('scheduler_start')
  await sql.raw('create schema pgboss; create table pgboss.version (odd integer)').execute(other.db)
  const clock = new SteppedClock()
  const scheduler = startScheduler({
    database: other,
    tasks: [testTask('quick')],
    timeZone: 'UTC',
    clock,
    logger: silentLogger,
    countRun: () => {},
  })
  await until('it waits for the next start', () => clock.pending() === 1)
  await expect(askFor(other, scheduler, 'quick')).rejects.toMatchObject({ code: 'unavailable' })
  await sql.raw('drop schema pgboss cascade').execute(other.db)
  clock.stepMs(5_000)
  await scheduler.started
  await askFor(other, scheduler, 'quick')
  expect(await endedRuns(other, 'quick', 1)).toMatchObject([{ outcome: 'done' }])
  await scheduler.stop()
  await other.stop()
})
