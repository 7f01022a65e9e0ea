// Labels of a computer: asked of it, cancelled with a row in the staff log, and counted per hour.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { NO_JOBS, type JobHour, type JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { MAX_LISTED_JOBS } from '@pharmacy-relay/shared/print-job.ts'
import { listStaffOperations } from '../audit/staff-log.queries.ts'
import { connectOne, type OneComputer } from '../test/printing-scene.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../test/test-app.ts'
import { doneJob } from '../test/test-portal.ts'
import { newDevice, newHub, newPharmacy, reportOf } from '../test/test-store.ts'
import { removeOldHours } from './job-reports.queries.ts'

let place: Place
let pharmacy: OneComputer['pharmacy']
let hub: OneComputer['hub']
let session: OneComputer['session']
let portal: OneComputer['portal']
let params: OneComputer['params']
beforeAll(async () => {
  place = await startPlace('jobs')
})
afterAll(() => place.stop())
beforeEach(async () => {
  ;({ pharmacy, hub, session, portal, params } = await connectOne(place))
})
afterEach(() => void portal.socket.disconnect())

const jobs = () => place.site.call(storeApi.ListJobsAsync, { params }, { role: 'Support' })
const cancel = (jobId: string) =>
  place.site.call(storeApi.CancelJobAsync, { params: { ...params, jobId } }, { role: 'Support' })
const counters = () => place.site.call(storeApi.jobCounters, { params }, { role: 'Support' })
const log = async (q = 'cancel label') => {
  const asked = { page: 1, pageSize: 10, q, customerId: pharmacy.id }
  return (await listStaffOperations(place.store.db, asked)).items
}

const HOSTILE = { code: 'hostile', params: {}, detail: '' }
const NOBODY = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
async function thisHour(): Promise<number> {
  const { rows } = await sql<{ hour: number }>`
    select floor(extract(epoch from relay_now()) / 3600)::integer as "hour"`.execute(place.store.db)
  return rows[0]?.hour ?? 0
}
function hourOf(hour: number, version: number, changes: Partial<JobHour> = {}): JobHour {
  return { hour, version, counts: { ...NO_JOBS, accepted: version }, took: [], ...changes }
}
const report = async (...reports: Partial<JobsReport>[]) =>
  hub.send(
    ...reports.map((told) => reportOf(session.sessionId, { jobs: { hours: [], waiting: NOBODY, ...told } })),
  )

describe('The labels of a computer', () => {
  test('are what its device tells, asked of its session', async () => {
    const asked: unknown[] = []
    portal.answers.ListJobsAsync = (...args) => {
      asked.push(args)
      return Promise.resolve([
        { ...doneJob, reasons: [{ ...HOSTILE, detail: 'a\u0000b' }], destination: '\u0007' },
      ])
    }
    const told = await jobs()
    expect(told.computerId).toBe(session.computerId)
    expect(told.answer).toEqual([{ ...doneJob, reasons: [{ ...HOSTILE, detail: 'a b' }], destination: ' ' }])
    expect(asked).toEqual([[session.sessionId, MAX_LISTED_JOBS]])
  })

  test('are asked for page by page; a device that cannot do that is named as too old', async () => {
    const asked: unknown[] = []
    portal.answers.ListJobsAsync = (...args) => {
      asked.push(args.slice(1))
      return asked.length < 3 ? Promise.resolve([]) : Promise.reject(new HubError('INVALID', 'Too big'))
    }
    const page = (query: { readonly only?: JobListName; readonly before?: string }) =>
      place.site.call(storeApi.ListJobsAsync, { params, query }, { role: 'Support' })
    await page({ only: 'not-out', before: '41' })
    await page({ only: 'asks' })
    expect(asked).toEqual([
      [MAX_LISTED_JOBS, { only: 'not-out', before: 41 }],
      [MAX_LISTED_JOBS, { only: 'asks', before: null }],
    ])
    expect((await refusalOf(page({ only: 'asks' }))).text).toMatch(/Install the newest version/)
    expect((await refusalOf(page({}))).text).not.toMatch(/newest version/)
    expect((await refusalOf(page({ before: 'x' }))).code).toBe('invalid')
  })

  test('O03: who read of which labels is in the staff log, and nobody reads without a row', async () => {
    portal.answers.ListJobsAsync = () =>
      Promise.resolve([
        { ...doneJob, n: 12 },
        { ...doneJob, n: 7 },
      ])
    await jobs()
    portal.answers.ListJobsAsync = () => Promise.resolve([])
    await jobs()
    expect(await log('list-jobs')).toMatchObject([
      { action: 'computer.list-jobs', staffRole: 'Support', summary: 'Looked for labels of PC-1' },
      {
        action: 'computer.list-jobs',
        staffRole: 'Support',
        computerId: session.computerId,
        summary: 'Read of labels 12, 7 of PC-1',
        at: expect.stringMatching(/^20/),
      },
    ])
    portal.answers.ListJobsAsync = () => Promise.reject(new HubError('TIMEOUT', 'no answer'))
    await refusalOf(jobs())
    expect(await log('list-jobs')).toHaveLength(2)
    await sql`alter table "StaffOperationHistory" add constraint "full" check ("id" < 0) not valid`.execute(
      place.store.db,
    )
    portal.answers.ListJobsAsync = () => Promise.resolve([doneJob])
    const refused = await refusalOf(jobs())
    await sql`alter table "StaffOperationHistory" drop constraint "full"`.execute(place.store.db)
    expect(refused.code).toBe('internal')
  })

  test('of an offline computer are not known; a silent one is a timeout, an old one is told so', async () => {
    portal.answers.ListJobsAsync = () => Promise.reject(new HubError('TIMEOUT', 'no answer'))
    expect((await refusalOf(jobs())).code).toBe('device_timeout')
    portal.answers.ListJobsAsync = () => Promise.reject(new HubError('UNKNOWN_EVENT', 'no such event'))
    expect((await refusalOf(jobs())).text).toMatch(/Install the newest version/)
    await hub.close(session.sessionId)
    expect((await refusalOf(jobs())).code).toBe('device_offline')
  })
})

describe('Cancelling a label', () => {
  test('answers how it stands and is in the staff log, with who', async () => {
    const id = randomUUID()
    expect(await cancel(id)).toMatchObject({
      computerId: session.computerId,
      answer: { id, state: 'cancelled' },
    })
    expect(await log()).toMatchObject([
      {
        action: 'computer.cancel-job',
        staffRole: 'Support',
        computerId: session.computerId,
        summary: `Asked PC-1 to cancel label ${id}`,
      },
    ])
  })

  test('that the device refuses is a conflict in its words, and in the log all the same', async () => {
    portal.answers.CancelJobAsync = () => Promise.reject(new HubError('INVALID', 'Label 12 has been printed'))
    const { code, text } = await refusalOf(cancel(randomUUID()))
    expect([code, text]).toEqual(['state_conflict', 'PC-1 could not do this: Label 12 has been printed'])
    expect(await log()).toHaveLength(1)
  })

  test('of an offline computer, or of another pharmacy’s, is refused and not in the log', async () => {
    const stranger = await newHub(place.store).open(newDevice(await newPharmacy(place.store)))
    const theirs = { ...params, computerId: String(stranger.computerId), jobId: randomUUID() }
    expect((await refusalOf(place.site.call(storeApi.CancelJobAsync, { params: theirs }))).code).toBe(
      'not_found',
    )
    await hub.close(session.sessionId)
    expect((await refusalOf(cancel(randomUUID()))).code).toBe('device_offline')
    expect(await log()).toEqual([])
  })
})

describe('Counters', () => {
  test('are none before a report, then those of the last day and of 90 days with their durations', async () => {
    const none = { counts: NO_JOBS, p50Ms: null, p99Ms: null }
    expect(await counters()).toEqual({
      computerId: session.computerId,
      lastDay: none,
      last90Days: none,
      hours: [],
    })
    const now = await thisHour()
    const old = hourOf(now - 30, 4, { took: [{ ms: 1_000, count: 4 }] })
    const recent = hourOf(now, 6, { took: [{ ms: 20, count: 6 }] })
    await report({ hours: [old, recent] })
    const { lastDay, last90Days } = await counters()
    expect(lastDay).toEqual({ counts: { ...NO_JOBS, accepted: 6 }, p50Ms: 20, p99Ms: 20 })
    expect(last90Days).toEqual({ counts: { ...NO_JOBS, accepted: 10 }, p50Ms: 20, p99Ms: 1_000 })
  })

  test('of an hour are replaced by a higher version; late and repeated reports change nothing', async () => {
    const now = await thisHour()
    const accepted = async (): Promise<number> => (await counters()).lastDay.counts.accepted
    await report({ hours: [hourOf(now, 5)] })
    await report({ hours: [hourOf(now, 5)] })
    expect(await accepted()).toBe(5)
    await report({ hours: [hourOf(now, 3)] })
    expect(await accepted()).toBe(5)
    // In one batch, in whatever order.
    await report({ hours: [hourOf(now, 9)] }, { hours: [hourOf(now, 7)] })
    expect(await accepted()).toBe(9)
  })

  test('of hours that are too old or far ahead are not kept, and old ones go after 90 days', async () => {
    const now = await thisHour()
    const hours = [hourOf(now - 91 * 24, 1), hourOf(now + 5, 1), hourOf(now - 89 * 24, 2), hourOf(now + 1, 4)]
    await report({ hours })
    expect((await counters()).last90Days.counts.accepted).toBe(6)
    await sql`update "RelayJobHours" set "hour" = "hour" - interval '2 days'
      where "computerId" = ${session.computerId}`.execute(place.store.db)
    await place.store.db.transaction().execute((trx) => removeOldHours(trx, 1_000))
    const left = await place.store.db
      .selectFrom('RelayJobHours')
      .select('version')
      .where('computerId', '=', session.computerId)
      .execute()
    expect(left).toEqual([{ version: 4 }])
  })

  test('of a session that has ended are not kept', async () => {
    await hub.close(session.sessionId)
    await report({ hours: [hourOf(await thisHour(), 5)] })
    expect((await counters()).lastDay.counts.accepted).toBe(0)
  })
})

test('Labels of a pharmacy are those of all its computers by the hour, and one that went from one to another counts once', async () => {
  const client = await hub.open(newDevice(pharmacy))
  const stranger = await hub.open(newDevice(await newPharmacy(place.store)))
  const hour = await thisHour()
  const told = (sessionId: string, at: number, counts: Partial<typeof NO_JOBS>) =>
    reportOf(sessionId, {
      jobs: { hours: [hourOf(at, 9, { counts: { ...NO_JOBS, ...counts } })], waiting: NOBODY },
    })
  await hub.send(
    told(session.sessionId, hour, { accepted: 4, printed: 4 }),
    told(client.sessionId, hour, { accepted: 5, forwarded: 4, unknown: 1 }),
    told(client.sessionId, hour - 2, { accepted: 2, failed: 1, expired: 1 }),
    told(client.sessionId, hour - 40 * 24, { accepted: 7 }),
    told(stranger.sessionId, hour, { accepted: 3 }),
  )
  const ask = (customerId: number) =>
    place.site.call(
      storeApi.pharmacyLabels,
      { params: { customerId: String(customerId) } },
      { role: 'Support' },
    )
  const at = (n: number) => new Date(n * 3_600_000).toISOString()
  expect(await ask(pharmacy.id)).toEqual({
    customerId: pharmacy.id,
    hours: [
      { hour: at(hour - 2), accepted: 2, trouble: 2, p50Ms: null },
      { hour: at(hour), accepted: 5, trouble: 1, p50Ms: null },
    ],
  })
  expect((await refusalOf(ask(2_147_483_647))).code).toBe('not_found')
})
