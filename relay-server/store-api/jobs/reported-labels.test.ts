// What a computer reports of its labels beside the counters: what waits for whom, which is news, and what changes with every label, which is none.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { connectOne, type OneComputer } from '../test/printing-scene.ts'
import { startPlace, storeApi, type Place } from '../test/test-app.ts'
import { reportOf } from '../test/test-store.ts'

const HOSTILE = { code: 'hostile', params: {}, detail: '' }
const NOBODY = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
let place: Place
let pharmacy: OneComputer['pharmacy']
let hub: OneComputer['hub']
let session: OneComputer['session']
let portal: OneComputer['portal']
beforeAll(async () => {
  place = await startPlace('reported_labels')
})
afterAll(() => place.stop())
beforeEach(async () => {
  ;({ pharmacy, hub, session, portal } = await connectOne(place))
})
afterEach(() => void portal.socket.disconnect())

const report = async (...reports: Partial<JobsReport>[]) =>
  hub.send(
    ...reports.map((told) => reportOf(session.sessionId, { jobs: { hours: [], waiting: NOBODY, ...told } })),
  )

const shown = async () =>
  (await place.site.call(storeApi.getCustomer, { params: { customerId: String(pharmacy.id) } })).computers[0]

test('What changes with every label stands with the computer, newest word last, is no news, and stays where a report says nothing', async () => {
  expect((await shown())?.labelFacts).toBeNull()
  await report({})
  const before = await lastEventId(place.store.db)
  const [older, newer] = ['2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'].map((lastLabelAt) => ({
    lastLabelAt,
  }))
  await report({ facts: newer }, { facts: older })
  expect((await shown())?.labelFacts).toEqual(older)
  await report({ facts: newer }, {})
  expect((await shown())?.labelFacts).toEqual(newer)
  await report({ facts: {} })
  expect((await shown())?.labelFacts).toEqual(newer)
  // Hubs of the tests before this one may be swept meanwhile.
  const news = await eventsAfter(place.store.db, before, 100)
  expect(news.filter(({ customerId }) => customerId === pharmacy.id)).toEqual([])
})

test('Of what changes with every label a report replaces what it names, and leaves the rest', async () => {
  const { db } = place.store
  const kept = async () =>
    (
      await db
        .selectFrom('RelayComputers')
        .select('labelFacts')
        .where('id', '=', session.computerId)
        .executeTakeFirst()
    )?.labelFacts
  await sql`update "RelayComputers" set "labelFacts" = '{"other": "1"}' where "id" = ${session.computerId}`.execute(
    db,
  )
  const facts = { lastLabelAt: '2026-11-20T11:00:00.000Z' }
  await report({ facts })
  expect(await kept()).toEqual({ other: '1', ...facts })
})

describe('What waits', () => {
  const waiting = {
    ...NOBODY,
    unknown: 2,
    personReasons: [{ ...HOSTILE, params: { computer: 'look at\u0000it' } }],
  }

  test('stands with the computer, newest word last, and each change is news once', async () => {
    expect((await shown())?.jobsWaiting).toBeNull()
    const before = await lastEventId(place.store.db)
    await report({ waiting })
    await report({ waiting })
    expect((await shown())?.jobsWaiting).toEqual({
      ...waiting,
      personReasons: [{ ...HOSTILE, params: { computer: 'look at it' } }],
    })
    // Hubs of the tests before this one may be swept meanwhile.
    const news = (await eventsAfter(place.store.db, before, 100)).filter(
      ({ customerId }) => customerId === pharmacy.id,
    )
    expect(news).toMatchObject([{ kind: 'computer', computerId: session.computerId }])
    await report({ waiting: { ...NOBODY, printer: 3 } }, { waiting: NOBODY })
    expect((await shown())?.jobsWaiting).toEqual(NOBODY)
  })

  test('stays as it was last when the computer goes offline', async () => {
    await report({
      waiting: {
        ...NOBODY,
        printer: 3,
        printerReasons: [reason('printer_condition', { condition: 'paper_out' })],
      },
    })
    await hub.close(session.sessionId)
    expect((await shown())?.jobsWaiting).toMatchObject({ printer: 3 })
  })
})
