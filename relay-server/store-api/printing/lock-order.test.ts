// Staff, hubs and new computers at one pharmacy at the same moment: nobody waits for each other in a circle.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { at, detailOf, newRunningScene, setRole, type Scene } from '../test/printing-scene.ts'
import { startPlace, type Place } from '../test/test-app.ts'
import { codesFor, newDevice, newHub, openOf, pairOf, printersOf, reportOf } from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('lock_order')
})
afterAll(() => place.stop())

/** One after the other they would be well within the 2 s that anybody waits for a lock, on a slow machine, too. */
const AT_ONCE = 4
const WAVES = 3

test('changes, heartbeats, moves and new computers at the same moment wait for each other and all succeed', async () => {
  const scene = await newRunningScene(place, 6)
  const { pharmacy } = scene
  const reasons: unknown[] = []
  for (let wave = 0; wave < WAVES; wave += 1) {
    const outcomes = await Promise.allSettled([...(await busyOnes(scene, wave)), ...changes(scene)])
    for (const one of outcomes) if (one.status === 'rejected') reasons.push(one.reason)
  }
  const faults = reasons.filter(
    (reason) => !(reason instanceof ProblemError) || reason.code !== 'version_stale',
  )
  expect(faults.map(String)).toEqual([])
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

/** Hubs with new computers, moved and living ones, and what those report. */
async function busyOnes({ pharmacy, devices }: Scene, wave: number): Promise<Promise<void>[]> {
  const others = newHub(place.store)
  const codes = await codesFor(
    place.store,
    Array.from({ length: AT_ONCE }, () => pharmacy),
  )
  return codes.map(async (code, round) => {
    const moved = openOf(devices[0] ?? newDevice(pharmacy))
    const registration = { ...moved.registration, computerName: `PC-1-${wave}-${round}` }
    const opens = [...devices.slice(1).map((device) => openOf(device)), { ...moved, registration }]
    const results = await others.send(
      pairOf(newDevice(pharmacy, `NEW-${wave}-${round}`), code),
      ...opens,
      ...opens.map(({ sessionId }) => reportOf(sessionId, { printers: printersOf('cups:ZD421') })),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
  })
}

function changes({ pharmacy, ids }: Scene): Promise<unknown>[] {
  return Array.from({ length: AT_ONCE }, async (_none, round) => {
    const { printingVersion } = await detailOf(place, pharmacy)
    const role = round % 2 === 0 ? 2 : 0
    return setRole(place, { pharmacy, computerId: at(ids, 2 + round), role, version: printingVersion })
  })
}
