// Problems that last become one task each, and end by themselves when they are over.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../auth/access-token.ts'
import {
  admin,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
} from '../test/test-store.ts'
import { problemRules } from './lasting-problems.queries.ts'
import { changeRule, followLastingProblems } from './lasting-problems.ts'
import { changeTask } from './task-changes.ts'
import { listTasks } from './task-detail.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let store: StoreTestDatabase
let hub: TestHub
let device: TestDevice
let sessionId: string
beforeEach(async () => {
  store = await openTestStore('lasting_problems')
  hub = newHub(store)
  device = newDevice(await newPharmacy(store), 'PC-1')
  sessionId = (await hub.open(device)).sessionId
})
afterEach(async () => store.stop())

const staff: Caller = { ...admin, name: 'Ann' }
const step = async (ms: number): Promise<void> => stepDatabaseTime(store, ms)
const look = async (): Promise<number> => followLastingProblems(store.db)

async function tasks(view: 'all' | 'done' = 'all') {
  const { items } = await listTasks(store.db, staff.subject, { view, page: 1, pageSize: 50 })
  return items.map(({ id, problem, state, computerName, reopened }) => ({
    id,
    problem,
    state,
    computerName,
    reopened,
  }))
}

async function goOffline(): Promise<void> {
  await hub.close(sessionId)
  await step(HOUR + MINUTE)
}

async function comeBack(): Promise<void> {
  sessionId = (await hub.open(device)).sessionId
}

test('offline for an hour makes one task, however often and by how many it is looked for', async () => {
  await hub.close(sessionId)
  await step(50 * MINUTE)
  expect(await look()).toBe(0)
  await step(11 * MINUTE)
  const made = await Promise.all([look(), look(), look()])
  expect(made.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await look()).toBe(0)
  expect(await tasks()).toMatchObject([{ problem: 'offline', state: 'new', computerName: 'PC-1' }])
})

test('it ends by itself ten minutes after the problem is over, and is the same task when that is back within a day', async () => {
  await goOffline()
  await look()
  const [{ id } = { id: 0 }] = await tasks()
  await comeBack()
  await look()
  expect(await tasks()).toHaveLength(1)
  await step(11 * MINUTE)
  await look()
  expect(await tasks()).toEqual([])
  expect(await tasks('done')).toMatchObject([{ id, state: 'done' }])
  await goOffline()
  await look()
  expect(await tasks()).toMatchObject([{ id, state: 'released', reopened: 1 }])
})

test('K24: what comes and goes a third time stays until a person says that it is done', async () => {
  for (let round = 0; round < 3; round += 1) {
    await goOffline()
    await look()
    await comeBack()
    await look()
    await step(11 * MINUTE)
    await look()
  }
  expect(await tasks()).toMatchObject([{ state: 'released', reopened: 2 }])
})

test('a task that somebody has does not end under his hands', async () => {
  await goOffline()
  await look()
  const [{ id } = { id: 0 }] = await tasks()
  await changeTask(store.db, staff, { taskId: id, step: 'claim', version: null, note: null })
  await comeBack()
  await look()
  await step(11 * MINUTE)
  await look()
  expect(await tasks()).toMatchObject([{ id, state: 'claimed' }])
})

test('a rule that is off makes no task, and one that waits longer makes it later', async () => {
  await changeRule(store.db, staff, { problem: 'offline', isOn: false, afterMinutes: 0, priority: 2 })
  await goOffline()
  expect(await look()).toBe(0)
  await changeRule(store.db, staff, { problem: 'offline', isOn: true, afterMinutes: 120, priority: 1 })
  expect(await look()).toBe(0)
  await step(2 * HOUR)
  expect(await look()).toBe(1)
})

test('a rule that a later version left for a problem of its own changes nothing here', async () => {
  await sql`insert into "SupportProblemRules" ("problem", "isOn", "afterMinutes", "priority")
    values ('haunted', true, 1, 2)`.execute(store.db)
  await goOffline()
  expect(await look()).toBe(1)
  expect((await problemRules(store.db)).map(({ problem }) => problem)).not.toContain('haunted')
})
