// Every refusal that the scheduler's part of the store API's table implies, and what staff do with tasks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { walkTable, type WalkSite } from '../../http/table-walk/table-walk.ts'
import { listStaffOperations } from '../audit/staff-log.queries.ts'
import { refusalOf, startTestApp, storeApi, type TestApp } from '../test/test-app.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import type { HostedScheduler } from './scheduler.ts'
import { door, endedRuns, openJobs, startTestScheduler, testTask } from './test/test-scheduler.ts'

let store: StoreTestDatabase
let scheduler: HostedScheduler
let site: TestApp
let walk: WalkSite<typeof schedulerApi>
const slow = door()
const tasks = [
  testTask('quick'),
  testTask('paused', { schedule: { every: 'minute' } }),
  testTask('slow', { work: () => slow.opened.then(() => ({ counts: {} })) }),
]

beforeAll(async () => {
  store = await openTestStore('scheduler_walk')
  scheduler = await startTestScheduler(store, tasks)
  site = await startTestApp(store, { scheduler })
  const { tokens, baseUrl } = site
  const ofTask = (task = 'quick') => ({ params: { task }, query: null, body: null })
  const none = { params: null, query: null, body: null }
  // A run that the call before asked for is no refusal of this one.
  const whenQuiet = async () => {
    await until('nothing of it is open', async () => (await openJobs(store, 'quick')) === 0)
    return ofTask()
  }
  walk = {
    baseUrl,
    tokens: tokens.tokens,
    badTokens: tokens.badTokens,
    internalKey: null,
    calls: {
      listTasks: () => none,
      listTaskRuns: () => ({ ...ofTask(), query: { page: '1', outcome: 'failed' } }),
      runTask: whenQuiet,
      pauseTask: () => ofTask(),
      resumeTask: () => ofTask(),
      listDays: () => ({ ...none, query: { page: '1' } }),
    },
  }
})
afterAll(async () => {
  slow.open()
  await site.stop()
  await scheduler.stop()
  await store.stop()
})

test.each(walkTable(schedulerApi, () => walk))('$name', ({ run }) => run())

describe('what staff do with tasks', () => {
  const log = async (action: string) =>
    (await listStaffOperations(store.db, { page: 1, pageSize: 50, q: '', action })).items
  const params = (task: string) => ({ params: { task } })

  test('a task that an Admin runs is run, and stands in the staff log with who asked', async () => {
    const before = (await endedRuns(store, 'quick', 0)).length
    await site.call(storeApi.runTask, params('quick'))
    const [run] = await endedRuns(store, 'quick', before + 1)
    expect(run).toMatchObject({ cause: 'person', outcome: 'done' })
    const [row] = await log('task.run')
    expect(row).toMatchObject({ summary: 'Ran task quick', staffRole: 'Admin' })
    const { items, task } = await site.call(storeApi.listTaskRuns, params('quick'), { role: 'Support' })
    expect(items[0]).toEqual(run)
    expect(task).toMatchObject({ name: 'quick', every: 'day', at: '04:10', timeZone: 'Europe/Berlin' })
  })

  test('a paused task is told with who paused it, and has no next run; twice is once in the staff log', async () => {
    await site.call(storeApi.pauseTask, params('paused'))
    const shown = await site.call(storeApi.pauseTask, params('paused'))
    expect(shown).toMatchObject({ state: 'paused', nextAt: null })
    expect(shown.pausedBy).not.toBeNull()
    expect((await log('task.pause')).filter(({ summary }) => summary === 'Paused task paused')).toHaveLength(
      1,
    )
    const again = await site.call(storeApi.resumeTask, params('paused'))
    expect(again).toMatchObject({ state: 'waiting', pausedBy: null })
    expect(again.nextAt).not.toBeNull()
  })

  test('a task that runs is not asked for again, and says that it is running', async () => {
    await site.call(storeApi.runTask, params('slow'))
    const running = async () =>
      (await site.call(storeApi.listTasks, {})).tasks.find(({ name }) => name === 'slow')?.state
    await expect.poll(running, { timeout: 240_000 }).toBe('running')
    const refusal = await refusalOf(site.call(storeApi.runTask, params('slow')))
    expect(refusal.code).toBe('state_conflict')
    slow.open()
    await endedRuns(store, 'slow', 1)
  })

  test('a task that nobody knows is not found', async () => {
    expect((await refusalOf(site.call(storeApi.runTask, params('nobody')))).code).toBe('not_found')
  })
})
