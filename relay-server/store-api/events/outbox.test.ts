// The order of the outbox under transactions at the same time, and the feed that follows it.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreEvent } from './store-event.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { newPharmacy, openTestStore, type StoreTestDatabase, type TestPharmacy } from '../test/test-store.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startListener } from '../../db/database-listener.ts'
import { startEventFeed } from '../../db/event-feed.ts'
import { startLine } from '../../db/test-line.ts'
import {
  EVENTS_CHANNEL,
  MAX_REPLAY,
  appendEvents,
  eventsAfter,
  lastEventId,
  relayOutbox,
} from './outbox.queries.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('outbox')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

const append = (count: number, beforeCommitMs = 0): Promise<void> =>
  store.db.transaction().execute(async (trx) => {
    await appendEvents(
      trx,
      Array.from({ length: count }, () => ({ kind: 'customer', customerId: pharmacy.id })),
    )
    await delay(beforeCommitMs)
  })

test('a reader with a cursor skips no row, however the transactions overlap', async () => {
  const begin = await lastEventId(store.db)
  let cursor = begin
  let isWriting = true
  const seen: number[] = []
  const reading = (async () => {
    for (let isLast = false; !isLast;) {
      isLast = !isWriting
      for (const { id } of await eventsAfter(store.db, cursor, 500)) {
        seen.push(id)
        cursor = id
      }
    }
  })()
  await Promise.all(Array.from({ length: 40 }, (_none, index) => append(1 + (index % 3), index % 4)))
  isWriting = false
  await reading
  const all = (await eventsAfter(store.db, begin, 500)).map(({ id }) => id)
  expect(seen).toEqual(all)
  expect(all).toHaveLength(79)
})

test('a transaction that fails leaves no event and no notification of one', async () => {
  const before = await lastEventId(store.db)
  const failing = store.db.transaction().execute(async (trx) => {
    await appendEvents(trx, [{ kind: 'customer', customerId: pharmacy.id }])
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await lastEventId(store.db)).toBe(before)
})

test('the feed hands on what commits, once and in order, and replays what a listener missed', async () => {
  const feed = await startEventFeed({
    outbox: relayOutbox(store.db),
    maxReplay: MAX_REPLAY,
    clock: systemClock,
    logger: silentLogger,
  })
  const listener = await store.listen(EVENTS_CHANNEL, () => feed.wake(), { onReconnect: () => feed.wake() })
  const rows: StoreEvent[] = []
  const begin = await lastEventId(store.db)
  const first = await feed.join((news) => void rows.push(...news), null)
  expect(first).toMatchObject({ lastEventId: begin, missed: null })
  await Promise.all([append(3), append(700), append(2)])
  await until('all rows came', () => rows.length === 705)
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  const late = await feed.join(() => {}, begin + 5)
  expect(late.missed?.map(({ id }) => id)).toEqual(ids.filter((id) => id > begin + 5))
  await append(300)
  expect((await feed.join(() => {}, begin)).missed).toBeNull()
  expect((await feed.join(() => {}, begin + 1_000_000)).missed).toBeNull()
  await listener.stop()
  await feed.stop()
})

test('O110: what commits while LISTEN is lost, as in a failover, is handed on when it is back, without another event', async () => {
  const line = await startLine(store.url)
  const feed = await startEventFeed({
    outbox: relayOutbox(store.db),
    maxReplay: MAX_REPLAY,
    clock: systemClock,
    logger: silentLogger,
  })
  const wake = (): void => feed.wake()
  const listener = await startListener({
    url: line.url,
    channel: EVENTS_CHANNEL,
    onPayload: wake,
    onReconnect: wake,
    logger: silentLogger,
  })
  const rows: StoreEvent[] = []
  await feed.join((news) => void rows.push(...news), null)
  line.cut()
  await append(3)
  line.mend()
  await until('all rows came', () => rows.length === 3)
  await listener.stop()
  await feed.stop()
})
