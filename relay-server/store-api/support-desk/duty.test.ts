// Who is on call and when nobody answers, and by when a task is due then.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_WITHIN_MINUTES } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { startSupport, type SupportPlace, type TestStaff } from '../support-tasks/test/support-place.ts'
import { readDuty, setDuty } from './duty.ts'
import { admin } from '../test/test-store.ts'

const ZONE = 'Europe/Berlin'

let place: SupportPlace
let lea: TestStaff
beforeAll(async () => {
  place = await startSupport('support_duty')
  lea = await place.staff('Lea', 'SuperSupport')
})
afterAll(() => place.stop())

async function close(...closedDays: string[]): Promise<void> {
  const { db } = place.store
  const { version } = await readDuty(db, ZONE)
  await setDuty({ db, zone: ZONE }, admin, { phone: null, language: 'en', closedDays, version })
}

/** When an answer is due to what was asked then. */
async function dueAt(asked: string, priority: number): Promise<string | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select support_due(${asked}::timestamptz, ${priority}) as "due"`.execute(place.store.db)
  return rows[0]?.due?.toISOString() ?? null
}

test('K21: a clock change and a holiday inside a due time: it stands still for as long as the day is', async () => {
  // Clocks go back on Sunday, 25 October 2026 in Berlin: that day has 25 hours.
  await close('2026-10-25')
  // Saturday 20:00 there, 8 hours: 4 until midnight, none on Sunday, 4 on Monday.
  expect(await dueAt('2026-10-24T18:00:00.000Z', 3)).toBe('2026-10-26T03:00:00.000Z')
  // Asked within the closed day: from its end on.
  expect(await dueAt('2026-10-25T12:00:00.000Z', 1)).toBe('2026-10-25T23:15:00.000Z')
  // Without the holiday the clock alone changes nothing: eight hours are eight hours.
  await close()
  expect(await dueAt('2026-10-24T18:00:00.000Z', 3)).toBe('2026-10-25T02:00:00.000Z')
  // Clocks go forward on Sunday, 28 March 2027: 23 hours. The Friday before is closed, and the Monday after.
  await close('2027-03-29', '2027-03-26', '2027-03-28')
  expect(await dueAt('2027-03-25T20:00:00.000Z', 3)).toBe('2027-03-27T04:00:00.000Z')
  // Saturday 23:30, an hour: the half of it on Saturday, the rest on Tuesday.
  expect(await dueAt('2027-03-27T22:30:00.000Z', 2)).toBe('2027-03-29T22:30:00.000Z')
  for (const [priority, minutes] of Object.entries(ANSWER_WITHIN_MINUTES))
    expect(await dueAt('2026-06-01T00:00:00.000Z', Number(priority))).toBe(
      new Date(Date.UTC(2026, 5, 1, 0, minutes)).toISOString(),
    )
})

test('K21: open tasks are due anew when the days change, and at once when they are asked', async () => {
  await close()
  const { id } = await place.newTask()
  const before = Date.parse((await lea.see(id)).dueAt ?? '')
  const today = new Date(before - 3_600_000)
  const days = [-1, 0, 1].map((add) =>
    new Date(today.getTime() + add * 86_400_000).toISOString().slice(0, 10),
  )
  await close(...days)
  const after = Date.parse((await lea.see(id)).dueAt ?? '')
  expect(after - before).toBeGreaterThan(20 * 3_600_000)
  const { id: later } = await place.newTask()
  expect(Date.parse((await lea.see(later)).dueAt ?? '')).toBeGreaterThanOrEqual(after)
  await close()
  expect(Date.parse((await lea.see(id)).dueAt ?? '')).toBe(before)
})

test('it is set by who may, by its version, in the log without the number', async () => {
  const { version, zone } = await lea.call(storeApi.getDuty, {})
  expect(zone).toBe('UTC')
  const body = { phone: '+905321234567', language: 'tr' as const, closedDays: ['2026-12-25', '2026-12-25'] }
  const set = await lea.call(storeApi.setDuty, { body }, version)
  expect(set).toEqual({ ...body, closedDays: ['2026-12-25'], version: version + 1, zone })
  await expect(lea.call(storeApi.setDuty, { body }, version)).rejects.toMatchObject({ code: 'version_stale' })
  const { items } = await lea.call(storeApi.listStaffOperations, { query: { action: 'support-duty' } })
  expect(items[0]?.after).toEqual({ phoneEnd: '4567', language: 'tr', closedDays: 2 })
  expect(JSON.stringify(items)).not.toContain('321234567')
})
