// Batches of several hubs at the same moment: no deadlock, no refusal, one truth in the end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
} from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('registry_at_once')
})
afterAll(() => store.stop())

test('batches of several hubs over the same devices at the same moment all succeed and agree in the end', async () => {
  const crowded = await newPharmacy(store)
  const devices = Array.from({ length: 20 }, (_none, index) => newDevice(crowded, `CROWD-${index}`))
  await pairAll(store, devices)
  const hubs = [newHub(store), newHub(store)]
  const sessions = await Promise.all(
    Array.from({ length: 12 }, async (_none, round) => {
      const hub = hubs[round % 2] ?? newHub(store)
      const mixed = round % 3 === 0 ? devices : devices.toReversed()
      const lease: RegistryOperation = { kind: 'lease', id: 1, draining: false, sessionIds: [] }
      const results = await hub.send(...mixed.map((device) => openOf(device)), lease)
      expect(results.every(({ ok }) => ok)).toBe(true)
      return results.flatMap((result) =>
        result.ok && result.data.kind === 'open' ? [{ hub, ...result.data }] : [],
      )
    }),
  )
  const connected = async () => (await readCustomer(store.db, { id: crowded.id })).connectedCount
  expect(await connected()).toBe(20)
  const [last, ...others] = sessions.flat().toSorted((a, b) => b.connSeq - a.connSeq)
  // As many at once as the pool has connections: behind them others would wait for one longer than it allows on a busy machine.
  while (others.length > 0)
    await Promise.all(others.splice(0, 10).map(({ hub, sessionId }) => hub.close(sessionId)))
  expect(await connected()).toBe(1)
  if (last !== undefined) await last.hub.close(last.sessionId)
  expect(await connected()).toBe(0)
})
