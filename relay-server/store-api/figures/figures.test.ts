// Figures of the store at /metrics: each is provoked and read as Prometheus reads it.
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_JOBS } from '@pharmacy-relay/shared/labels/job-report.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createStoreMetrics } from '../metrics.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { startTestScheduler, testTask } from '../scheduler/test/test-scheduler.ts'
import { startSupport, type SupportPlace } from '../support-tasks/test/support-place.ts'
import { newDevice, newHub, newPharmacy, openOf, reportOf } from '../test/test-store.ts'
import { jobQueueAge } from './figures.queries.ts'
import { watchFigures } from './watch-figures.ts'

let place: SupportPlace
beforeAll(async () => {
  place = await startSupport('figures')
})
afterAll(() => place.stop())

/** Value of a series, as it stands in the text. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? Number.NaN)
}

/** Reads the figures once, as they are now. */
async function figuresAt(outboxCursor: number): Promise<string> {
  const registry = new Registry()
  const clock = new SteppedClock()
  const parts = {
    db: place.store.db,
    outboxCursor: () => outboxCursor,
    registry,
    clock,
    logger: silentLogger,
  }
  const figures = watchFigures(parts)
  await until('the figures', async () =>
    (await registry.metrics()).includes('store_labels_recent{state="expired"}'),
  )
  await figures.stop()
  return registry.metrics()
}

test('rows that were not handed on, overdue tasks, agents by version, and labels that are unknown or expired', async () => {
  const cursor = await lastEventId(place.store.db)
  const pharmacy = await newPharmacy(place.store)
  const hub = newHub(place.store)
  const device = newDevice(pharmacy)
  const [first, second] = [await hub.open(device), newDevice(pharmacy, 'COUNTER-2')]
  const { hello } = openOf(second)
  await hub.open(second, { hello: { ...hello, agentVersion: '2.0.0' } })
  const { rows } = await sql<{ hour: number }>`
    select floor(extract(epoch from relay_now()) / 3600)::integer as "hour"`.execute(place.store.db)
  const counts = { ...NO_JOBS, accepted: 9, unknown: 2, expired: 3 }
  const hours = [{ hour: rows[0]?.hour ?? 0, version: 14, counts, took: [] }]
  const waiting = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
  await hub.send(reportOf(first.sessionId, { jobs: { hours, waiting } }))
  const pc = await place.pc()
  const { id } = await pc.ask('No label comes out')
  await sql`update "SupportTasks" set "unansweredSince" = relay_now() - interval '9 hours' where "id" = ${id}`.execute(
    place.store.db,
  )
  await sql`update "RelayEvents" set "at" = "at" - interval '90 seconds' where "id" > ${cursor}`.execute(
    place.store.db,
  )

  const text = await figuresAt(cursor)
  expect(valueOf(text, 'store_outbox_unread_rows')).toBeGreaterThan(0)
  expect(valueOf(text, 'store_outbox_lag_seconds')).toBeGreaterThan(80)
  expect(valueOf(text, 'store_support_tasks_open')).toBe(1)
  expect(valueOf(text, 'store_support_tasks_overdue')).toBe(1)
  expect(valueOf(text, 'store_agents{version="2.0.0"}')).toBe(1)
  expect(valueOf(text, 'store_agents{version="1.0.0"}')).toBeGreaterThanOrEqual(1)
  expect(
    ['accepted', 'unknown', 'expired', 'failed'].map((state) =>
      valueOf(text, `store_labels_recent{state="${state}"}`),
    ),
  ).toEqual([9, 2, 3, 0])
  expect(valueOf(text, 'store_figures_time_seconds')).toBeGreaterThan(0)

  const later = await figuresAt(await lastEventId(place.store.db))
  expect([valueOf(later, 'store_outbox_unread_rows'), valueOf(later, 'store_outbox_lag_seconds')]).toEqual([
    0, 0,
  ])
})

test('a job that is due and that nobody takes grows old', async () => {
  const { db } = place.store
  expect(await jobQueueAge(db)).toBeNull()
  const scheduler = await startTestScheduler(place.store, [testTask('late')])
  expect(await jobQueueAge(db)).toBe(0)
  await scheduler.stop()
  await sql`insert into pgboss.job (name, start_after) values ('late', now() - interval '700 seconds')`.execute(
    db,
  )
  expect(await jobQueueAge(db)).toBeGreaterThan(690)
})

test('batches and their commits are timed, a figure each', async () => {
  const registry = new Registry()
  const hub = newHub(place.store, { metrics: createStoreMetrics(registry) })
  await hub.open(newDevice(await newPharmacy(place.store)))
  const text = await registry.metrics()
  const [batches, commits] = ['batch', 'commit'].map((what) => ({
    count: valueOf(text, `store_registry_${what}_seconds_count`),
    sum: valueOf(text, `store_registry_${what}_seconds_sum`),
  }))
  expect(batches?.count).toBeGreaterThan(0)
  expect(commits?.count).toBe(batches?.count)
  expect(commits?.sum).toBeLessThan(batches?.sum ?? 0)
})
