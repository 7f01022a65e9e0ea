// The history of a computer's connection: what changed when and why, and what is not known.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_TRANSITIONS } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { refusalOf } from '../test/test-app.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  pairAll,
  stepDatabaseTime,
  type StoreTestDatabase,
} from '../test/test-store.ts'
import { computerHistory } from './computer-history.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('history')
})
afterAll(() => store.stop())

async function historyOf(customerId: number, computerId: number) {
  const { schema } = storeApi.computerHistory.reply
  return schema.parse(await computerHistory(store.db, { customerId, computerId }))
}

test('every change is told with its reason, oldest first; nothing is known of the time before the first', async () => {
  const pharmacy = await newPharmacy(store)
  const device = newDevice(pharmacy)
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(device)
  await stepDatabaseTime(store, HOUR)
  await hub.close(sessionId)
  await stepDatabaseTime(store, HOUR)
  await hub.open(device)
  const history = await historyOf(pharmacy.id, computerId)
  expect(history).toMatchObject({ computerId, before: null, isCut: false })
  expect(history.transitions).toMatchObject([
    { presence: 'online', reason: null },
    { presence: 'offline', reason: 'bye' },
    { presence: 'online', reason: null },
  ])
  expect(Date.parse(history.to) - Date.parse(history.from)).toBe(30 * DAY)
})

test('what is older than 30 days is told as what it was when they began', async () => {
  const pharmacy = await newPharmacy(store)
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(newDevice(pharmacy))
  await stepDatabaseTime(store, 31 * DAY)
  expect(await historyOf(pharmacy.id, computerId)).toMatchObject({ before: 'online', transitions: [] })
  await hub.close(sessionId)
  expect(await historyOf(pharmacy.id, computerId)).toMatchObject({
    before: 'online',
    transitions: [{ presence: 'offline', reason: 'bye' }],
  })
})

test('of a computer that comes and goes all the time the newest changes are told, and that there were more', async () => {
  const pharmacy = await newPharmacy(store)
  const device = newDevice(pharmacy)
  const hub = newHub(store)
  const { computerId } = await hub.open(device)
  await store.db
    .insertInto('RelayTransitions')
    .values(
      Array.from({ length: MAX_TRANSITIONS + 5 }, (_, index) => ({
        computerId,
        presenceSeq: index + 2,
        reason: null,
        ...(index % 2 === 0
          ? ({ was: 'online', became: 'degraded' } as const)
          : ({ was: 'degraded', became: 'online' } as const)),
        at: new Date(Date.now() + 31 * DAY + index * 1_000),
      })),
    )
    .execute()
  const history = await historyOf(pharmacy.id, computerId)
  expect(history).toMatchObject({ isCut: true, before: 'degraded' })
  expect(history.transitions).toHaveLength(MAX_TRANSITIONS)
  expect(history.from).toBe(history.transitions[0]?.at)
})

test('one that never connected has no history, and one of another pharmacy is not found', async () => {
  const [pharmacy, other] = [await newPharmacy(store), await newPharmacy(store)]
  const device = newDevice(pharmacy)
  await pairAll(store, [device])
  const { id } = await store.db
    .selectFrom('RelayComputers')
    .select('id')
    .where('installId', '=', device.installId)
    .executeTakeFirstOrThrow()
  expect(await historyOf(pharmacy.id, id)).toMatchObject({ before: null, transitions: [] })
  expect(await refusalOf(historyOf(other.id, id))).toMatchObject({ code: 'not_found' })
})
