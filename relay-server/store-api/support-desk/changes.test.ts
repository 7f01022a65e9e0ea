// What changed since a reader's last visit: when that ended, and what began and ended since by the counts of then.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supportDeskApi } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { startSupport, type SupportPlace, type TestStaff } from '../support-tasks/test/support-place.ts'
import { countFleet } from './fleet-counts.queries.ts'

let place: SupportPlace
let ann: TestStaff
beforeAll(async () => {
  place = await startSupport('changes')
  ann = await place.staff('Ann')
})
afterAll(() => place.stop())

const visit = async (who = ann) => (await who.call(supportDeskApi.recordVisit, {})).since
const changes = async (since: string, who = ann) => who.call(supportDeskApi.listChanges, { query: { since } })
/** Away for so long, or back for so long. */
const since = async (computerId: number, state: 'offline' | 'online', minutes: number) =>
  sql`update "RelayPresence" set "state" = ${state}, "since" = relay_now() - make_interval(mins => ${minutes}::integer)
    where "computerId" = ${computerId}`.execute(place.store.db)
/** Everything that a visit noted was so many minutes earlier. */
const pass = async (minutes: number) =>
  sql`update "StaffVisits" set "seenAt" = "seenAt" - make_interval(mins => ${minutes}::integer),
    "countedAt" = "countedAt" - make_interval(mins => ${minutes}::integer)`.execute(place.store.db)

test('A visit ends half an hour after its last look; what began and ended since is told by the counts of then', async () => {
  const [old, back, newly, gone] = [await place.pc(), await place.pc(), await place.pc(), await place.pc()]
  await since(old.computerId, 'offline', 600)
  await since(back.computerId, 'offline', 600)
  await countFleet(place.store.db)
  expect(await visit()).toBe(null)
  await pass(29)
  expect(await visit()).toBe(null)
  await pass(120)
  await since(back.computerId, 'online', 5)
  // A problem after an hour: since 90 minutes ago it is one, and it went offline before the visit ended.
  await since(newly.computerId, 'offline', 150)
  await since(gone.computerId, 'offline', 30)
  await sql`update "Customers" set "createdAt" = relay_now() - interval '1 day' where "id" <> ${gone.pharmacy.id}`.execute(
    place.store.db,
  )
  const ended = await visit()
  const minutesAgo = (Date.now() - Date.parse(ended ?? '')) / 60_000
  expect([minutesAgo > 119, minutesAgo < 151]).toEqual([true, true])
  expect(await visit()).toBe(ended)
  const told = await changes(ended ?? '')
  expect(told.since).toBe(ended)
  expect(told.problems).toEqual([{ problem: 'offline', began: 1, ended: 1 }])
  expect(told.offline).toMatchObject({
    count: 1,
    newest: [{ computerId: gone.computerId, name: `Pharmacy ${gone.pharmacy.storeId}` }],
  })
  expect(told.pharmacies).toEqual({
    count: 1,
    newest: [{ storeId: gone.pharmacy.storeId, name: `Pharmacy ${gone.pharmacy.storeId}` }],
  })
  // Nobody counted for another reader at that moment.
  const lea = await place.staff('Lea')
  expect(await visit(lea)).toBe(null)
  expect((await changes(ended ?? '', lea)).problems).toEqual([{ problem: 'offline', began: 1, ended: null }])
})

test('A moment long ago is at most 30 days ago, and one to come is now', async () => {
  const days = (told: { readonly since: string; readonly asOf: string }) =>
    (Date.parse(told.asOf) - Date.parse(told.since)) / 86_400_000
  expect(days(await changes('2020-01-01T00:00:00.000Z'))).toBeCloseTo(30)
  expect(days(await changes('2999-01-01T00:00:00.000Z'))).toBe(0)
})
