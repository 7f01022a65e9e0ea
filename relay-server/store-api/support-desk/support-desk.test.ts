// The desk of support over HTTP: sums of the fleet, times of answers, canned answers, colleagues.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { NO_JOBS } from '@pharmacy-relay/shared/labels/job-report.ts'
import { supportDeskApi } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { startSupport, type SupportPlace, type TestStaff } from '../support-tasks/test/support-place.ts'
import { refusalOf } from '../test/test-app.ts'
import { countFleet, countLabels, removeOldHours } from './fleet-counts.queries.ts'

let place: SupportPlace
let ann: TestStaff
let lea: TestStaff
beforeAll(async () => {
  place = await startSupport('support_desk')
  ann = await place.staff('Ann')
  lea = await place.staff('Lea', 'SuperSupport')
})
afterAll(() => place.stop())

const hours = async () =>
  place.store.db.selectFrom('FleetHours').selectAll().orderBy('hour', 'desc').execute()

test('the overview is told from sums, which whoever looks first counts, and which then stand for a minute', async () => {
  const { computerId } = await place.pc()
  const { id } = await place.newTask()
  await ann.claim(id)
  const first = await ann.call(supportDeskApi.getDashboard, {})
  expect(first).toMatchObject({ online: 1, tasks: { free: 0, mine: 1, all: 1, overdue: 0 } })
  expect(first.hours).toMatchObject([{ online: 1, fewestOnline: 1, labels: null }])
  await sql`update "RelayPresence" set "state" = 'offline' where "computerId" = ${computerId}`.execute(
    place.store.db,
  )
  expect((await ann.call(supportDeskApi.getDashboard, {})).online).toBe(1)
  await countFleet(place.store.db)
  const next = await ann.call(supportDeskApi.getDashboard, {})
  expect(next.online).toBe(0)
  expect(next.pharmacies).toBe(first.pharmacies)
})

test('an hour keeps the fewest that were online at any look', async () => {
  const { db } = place.store
  await db.deleteFrom('FleetHours').execute()
  const { computerId } = await place.pc()
  await countFleet(db)
  await sql`update "RelayPresence" set "state" = 'offline' where "computerId" = ${computerId}`.execute(db)
  await countFleet(db)
  await sql`update "RelayPresence" set "state" = 'online' where "computerId" = ${computerId}`.execute(db)
  await countFleet(db)
  expect(await hours()).toMatchObject([{ online: 1, fewestOnline: 0 }])
})

test('labels of an hour are counted once it is over, again when some are reported late, and go after 90 days', async () => {
  const { db } = place.store
  const { computerId } = await place.pc()
  const ago = (h: number) =>
    sql<Date>`date_trunc('hour', relay_now(), 'UTC') - make_interval(hours => ${h}::integer)`
  const hourOf = { online: 1, fewestOnline: 1, computers: 1, labels: null, labelProblems: null }
  await db.deleteFrom('FleetHours').execute()
  await db
    .insertInto('FleetHours')
    .values([0, 1, 2, 24 * 91].map((h) => ({ ...hourOf, hour: ago(h) })))
    .execute()
  const report = async (accepted: number, expired: number) => {
    const counts = { ...NO_JOBS, accepted, forwarded: 2, expired }
    await sql`insert into "RelayJobHours" values (${computerId}, ${ago(1)}, ${accepted}, ${JSON.stringify(counts)}, '[]')
      on conflict ("computerId", "hour") do update set "counts" = excluded."counts"`.execute(db)
  }
  const counted = async () => (await hours()).map(({ labels, labelProblems }) => [labels, labelProblems])
  await report(12, 1)
  await countLabels(db)
  expect(await counted()).toEqual([
    [null, null],
    [10, 1],
    [0, 0],
    [0, 0],
  ])
  await report(22, 3)
  await countLabels(db)
  expect((await counted())[1]).toEqual([20, 3])
  expect(await removeOldHours(db, 100)).toBe(1)
  expect(await removeOldHours(db, 100)).toBe(0)
})

test('times are those from a task to its first answer and to its end, by the day of the reader', async () => {
  const { db } = place.store
  await sql`update "SupportTasks" set "createdAt" = relay_now() - interval '60 days'`.execute(db)
  // Half an hour before midnight of UTC.
  const late = new Date(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T23:30:00.000Z`)
  for (const minutes of [10, 20, 60]) {
    const { id } = await place.newTask()
    const firstAnsweredAt = new Date(late.getTime() + minutes * 60_000)
    await db
      .updateTable('SupportTasks')
      .set({ createdAt: late, firstAnsweredAt })
      .where('id', '=', id)
      .execute()
  }
  const ofZone = async (zone: string) =>
    (await ann.call(supportDeskApi.listSupportTimes, { query: { zone } })).days
  const told = {
    created: 3,
    answered: 3,
    answerMedianS: 1_200,
    answerP90S: 3_600,
    done: 0,
    doneMedianS: null,
  }
  expect(await ofZone('UTC')).toMatchObject([{ ...told, day: late.toISOString().slice(0, 10) }])
  const next = new Date(late.getTime() + 3_600_000).toISOString().slice(0, 10)
  expect(await ofZone('Europe/Istanbul')).toMatchObject([{ ...told, day: next }])
})

test('canned answers are kept in three languages, changed by who may, and never over the changes of another', async () => {
  const texts = { en: 'Is it on?', de: 'Ist er an?', tr: null }
  const body = { title: 'Is it on?', texts }
  expect((await refusalOf(ann.call(supportDeskApi.createAnswer, { body }))).code).toBe('role_not_allowed')
  const { answers } = await lea.call(supportDeskApi.createAnswer, { body })
  const [made] = answers
  expect(made).toMatchObject({ ...body, version: 1, changedBy: 'Lea' })
  expect((await refusalOf(lea.call(supportDeskApi.createAnswer, { body }))).code).toBe('state_conflict')
  const params = { answerId: String(made?.id) }
  const changed = { title: 'On?', texts: { ...texts, tr: 'Açık mı?' } }
  await lea.call(supportDeskApi.changeAnswer, { params, body: changed }, 1)
  expect((await refusalOf(lea.call(supportDeskApi.changeAnswer, { params, body }, 1))).code).toBe(
    'version_stale',
  )
  expect((await ann.call(supportDeskApi.listAnswers, {})).answers).toMatchObject([{ ...changed, version: 2 }])
  expect((await lea.call(supportDeskApi.removeAnswer, { params })).answers).toEqual([])
  const { items } = await lea.call(storeApi.listStaffOperations, { query: { action: 'support-answer' } })
  expect(items.map(({ action }) => action)).toEqual([
    'support-answer.remove',
    'support-answer.set',
    'support-answer.set',
  ])
})

test('a task is handed over to a colleague of the list, and to nobody who was disabled', async () => {
  // Known as staff is who did something.
  await lea.call(supportTasksApi.setProblemRule, {
    body: { problem: 'clock', isOn: false, afterMinutes: 10, priority: 3 },
  })
  const names = async () => (await ann.call(supportDeskApi.listColleagues, {})).staff.map(({ name }) => name)
  expect(await names()).toContain('Lea')
  await place.store.db.updateTable('Staffs').set({ isActive: false }).where('guid', '=', lea.guid).execute()
  expect(await names()).not.toContain('Lea')
})
