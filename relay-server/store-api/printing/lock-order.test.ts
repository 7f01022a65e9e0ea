// Staff, hubs and new computers at one pharmacy at the same moment: nobody waits for each other in a circle.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { at, detailOf, newRunningScene, setRole, type Place } from '../test/printing-scene.ts'
import { startTestApp } from '../test/test-app.ts'
import {
  codesFor,
  newDevice,
  newHub,
  openOf,
  openTestStore,
  pairOf,
  printersOf,
  reportOf,
} from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  const store = await openTestStore('lock_order')
  place = { store, site: await startTestApp(store) }
})
afterAll(async () => {
  await place.site.stop()
  await place.store.stop()
})

test('changes, heartbeats, moves and new computers at the same moment wait for each other and all succeed', async () => {
  const { pharmacy, ids, devices } = await newRunningScene(place, 6)
  const others = newHub(place.store)
  const codes = await codesFor(
    place.store,
    Array.from({ length: 12 }, () => pharmacy),
  )
  const busy = Array.from({ length: 12 }, async (_none, round) => {
    const moved = openOf(devices[0] ?? newDevice(pharmacy))
    const registration = { ...moved.registration, computerName: `PC-1-${round}` }
    const opens = [...devices.slice(1).map((device) => openOf(device)), { ...moved, registration }]
    const results = await others.send(
      pairOf(newDevice(pharmacy, `NEW-${round}`), codes[round] ?? ''),
      ...opens,
      ...opens.map(({ sessionId }) => reportOf(sessionId, { printers: printersOf('cups:ZD421') })),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
  })
  const changes = Array.from({ length: 12 }, async (_none, round) => {
    const { printingVersion } = await detailOf(place, pharmacy)
    return setRole(place, {
      pharmacy,
      computerId: at(ids, 2 + (round % 4)),
      role: round % 2 === 0 ? 2 : 0,
      version: printingVersion,
    })
  })
  const outcomes = await Promise.allSettled([...busy, ...changes])
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  const faults = reasons.filter(
    (reason) => !(reason instanceof ProblemError) || reason.code !== 'version_stale',
  )
  expect(faults).toEqual([])
  const { computers } = await detailOf(place, pharmacy)
  const server = computers.find(({ role }) => role === 1)
  const clients = computers.filter(({ role }) => role === 2)
  const stored = await place.store.db
    .selectFrom('RelayAssignments')
    .select(['computerId', 'document'])
    .where('customerId', '=', pharmacy.id)
    .execute()
  const documents = new Map(stored.map(({ computerId, document }) => [computerId, document]))
  expect(documents.get(server?.id ?? 0)?.clients).toHaveLength(clients.length)
  for (const { id } of clients) expect(documents.get(id)?.target?.computerName).toBe(server?.pcName)
})
