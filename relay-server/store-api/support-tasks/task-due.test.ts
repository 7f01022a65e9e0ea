// When an answer is due: only while somebody waits for one.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { followLastingProblems } from './lasting-problems.ts'
import { startSupport, type SupportPlace, type TestStaff } from './test/support-place.ts'

let place: SupportPlace
let ann: TestStaff
beforeAll(async () => {
  place = await startSupport('task_due')
  ann = await place.staff('Ann')
})
afterAll(() => place.stop())

const overdue = async () =>
  (await ann.call(supportTasksApi.listSupportTasks, { query: { view: 'all' } })).counts.overdue

test('K22: a time that passes after a task was done makes nothing overdue, and one that opens again is due by its new words', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('No label comes out')
  await sql`update "SupportTasks" set "unansweredSince" = relay_now() - interval '9 hours' where "id" = ${id}`.execute(
    place.store.db,
  )
  expect(await overdue()).toBe(1)
  const { version } = await ann.claim(id)
  const params = { taskId: String(id) }
  await ann.call(supportTasksApi.resolveSupportTask, { params, body: { note: 'New ribbon' } }, version)
  const done = await ann.see(id)
  expect(done).toMatchObject({ state: 'done', dueAt: null })
  expect(await overdue()).toBe(0)
  // The only timer that changes tasks comes late.
  await followLastingProblems(place.store.db)
  expect(await ann.see(id)).toMatchObject({ state: 'done', dueAt: null, version: done.version })

  const before = Date.now()
  await pc.say(id, 'It is back')
  const { state, dueAt } = await ann.see(id)
  expect(state).toBe('released')
  expect(Date.parse(dueAt ?? '')).toBeGreaterThan(before)
  expect(await overdue()).toBe(0)
})
