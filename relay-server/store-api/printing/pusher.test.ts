// Pushes over real sockets: to every hub, in messages of a limited size, and again when one was missed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { at, detailOf, newScene, pushesOf, savePrinter } from '../test/printing-scene.ts'
import { startPlace, storeApi, type Place } from '../test/test-app.ts'
import { connectPortal, keepHubAlive } from '../test/test-portal.ts'
import { newDevice, newHub, nudgeOf } from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('pusher')
})
afterAll(() => place.stop())

test('pushes go to all hubs, at most 50 in a message, whatever becomes of another hub', async () => {
  const scene = await newScene(place, 60)
  const { pharmacy, ids } = scene
  const [near, away] = [newHub(place.store), newHub(place.store)]
  const elsewhere = await near.open(newDevice(pharmacy, 'NEAR-1'))
  const unreachable = await away.open(newDevice(pharmacy, 'AWAY-1'))
  for (const { hubId } of [near, away]) await keepHubAlive(place.store, hubId)
  const nearPortal = await connectPortal(place.site, near.hubId)
  await place.store.db
    .updateTable('RelayComputers')
    .set({ role: 2 })
    .where('customerId', '=', pharmacy.id)
    .execute()
  await savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 1 })
  await until('all were pushed', () => pushesOf(scene.portal).length === 60)
  expect(scene.portal.messages.map(({ length }) => length)).toEqual([50, 10])
  await until('the other hub heard', () => nearPortal.messages.length === 1)
  expect(pushesOf(nearPortal)).toMatchObject([
    { sessionId: elsewhere.sessionId, assignment: { role: 'Client', target: { computerName: 'PC-1' } } },
  ])
  expect((await detailOf(place, pharmacy)).computers).toContainEqual(
    expect.objectContaining({
      id: unreachable.computerId,
      assignment: expect.objectContaining({ version: 2, state: 'waiting' }),
    }),
  )
})

test('what did not reach a hub is made up for by the next heartbeat', async () => {
  const { pharmacy, hub, portal, ids, sessions } = await newScene(place, 1)
  portal.socket.disconnect()
  await savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 1 })
  const back = await connectPortal(place.site, hub.hubId)
  const session = sessions[0]
  if (session === undefined) throw new Error('no session')
  const { sessionId, assignment } = session
  const beat = () =>
    place.site.call(
      storeApi.registryBatch,
      { body: { hubId: hub.hubId, operations: [nudgeOf(sessionId, assignment)] } },
      { role: 'Service' },
    )
  await beat()
  await until('the newest came', () => pushesOf(back).length === 1)
  expect(pushesOf(back)).toMatchObject([{ sessionId, assignment: { version: 2, role: 'Server' } }])
})
