// Two running copies of one disk over the registry: detected, damped, shown, and made two computers by one click.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../test/test-app.ts'
import { connectPortal, keepHubAlive } from '../test/test-portal.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  pairOf,
  stepDatabaseTime,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('conflicts')
})
afterAll(() => place.stop())

interface Copies {
  readonly pharmacy: TestPharmacy
  readonly hub: TestHub
  readonly one: TestDevice
  readonly two: TestDevice
  readonly computerId: number
}

/** `one` is connected; `two` came last, which was the fourth takeover, and was refused. */
async function newCopies(): Promise<Copies> {
  const [pharmacy, hub] = [await newPharmacy(place.store), newHub(place.store)]
  const two = newDevice(pharmacy, 'DISK-1')
  const one = { ...two, bootId: randomUUID(), computerName: 'DISK-2' }
  const { computerId } = await hub.open(two)
  await keepHubAlive(place.store, hub.hubId)
  for (const taker of [one, two, one]) await hub.open(taker)
  const [refused] = await hub.send(openOf(two))
  expect(refused).toMatchObject({ ok: false, code: 'IDENTITY_CONFLICT', retryAfterMs: 60_000 })
  return { pharmacy, hub, one, two, computerId }
}

const open = async (hub: TestHub, device: TestDevice) => (await hub.send(openOf(device)))[0]
const detail = (pharmacy: TestPharmacy) =>
  place.site.call(storeApi.getCustomer, { params: { customerId: String(pharmacy.id) } })
const leave = ({ pharmacy, computerId }: Copies, bootId: string) => {
  const params = { customerId: String(pharmacy.id), computerId: String(computerId) }
  return place.site.call(storeApi.newIdentity, { params, body: { bootId } })
}

test('the fourth takeover within a minute makes a conflict; who is connected stays, the other comes in when it is gone', async () => {
  const { pharmacy, hub, one, two } = await newCopies()
  const { computers } = await detail(pharmacy)
  expect(computers).toMatchObject([
    {
      isOnline: true,
      conflict: {
        sides: [
          { bootId: one.bootId, isIn: true, pcName: 'DISK-2', isLeaving: false },
          { bootId: two.bootId, isIn: false, pcName: 'DISK-1' },
        ],
      },
    },
  ])
  expect(await open(hub, two)).toMatchObject({ ok: false, code: 'IDENTITY_CONFLICT' })
  const again = await open(hub, one)
  expect(again).toMatchObject({ ok: true, data: { kind: 'open' } })
  for (const row of await place.store.db.selectFrom('RelaySessions').select('sessionId').execute())
    await hub.close(row.sessionId, 'transport_close')
  expect(await open(hub, two)).toMatchObject({ ok: true, data: { kind: 'open' } })
  expect(await open(hub, one)).toMatchObject({ ok: false, code: 'IDENTITY_CONFLICT' })
})

test('three takeovers, and restarts of one agent, are no conflict', async () => {
  const [pharmacy, hub] = [await newPharmacy(place.store), newHub(place.store)]
  const device = newDevice(pharmacy)
  await hub.open(device)
  for (let restart = 0; restart < 8; restart += 1) await hub.open({ ...device, bootId: randomUUID() })
  expect((await detail(pharmacy)).computers[0]?.conflict).toBeNull()
})

test('one click makes the refused side a computer of its own when it comes next; then nobody is in conflict', async () => {
  const copies = await newCopies()
  const { pharmacy, hub, one, two } = copies
  const told = await leave(copies, two.bootId)
  expect(told.computers[0]?.conflict?.sides).toMatchObject([{ isLeaving: false }, { isLeaving: true }])
  const redirect = await open(hub, two)
  expect(redirect).toMatchObject({ ok: true, data: { kind: 'redirect', movedTo: null } })
  // Its answer may be lost: asked again, it gets another code, and the first one is good for nothing.
  const second = await open(hub, two)
  const [first, code] = [redirect, second].map((result) =>
    result?.ok === true && result.data.kind === 'redirect' ? (result.data.newIdentity?.code ?? '') : '',
  )
  const fresh = { ...newDevice(pharmacy, 'DISK-1'), bootId: two.bootId, certificate: newCertificate() }
  const [refused] = await hub.send(pairOf(fresh, first ?? ''))
  expect(refused).toMatchObject({ ok: false, code: 'PAIRING_REFUSED' })
  const [paired] = await hub.send(pairOf(fresh, code ?? ''))
  expect(paired).toMatchObject({ ok: true, data: { state: 'paired' } })
  await hub.open(fresh)
  await hub.open(one)
  const { computers, pairingCodes } = await detail(pharmacy)
  expect(computers.map(({ conflict, isOnline }) => [conflict, isOnline])).toEqual([
    [null, true],
    [null, true],
  ])
  expect(pairingCodes).toEqual([])
})

test('the side that is connected is told at once', async () => {
  const copies = await newCopies()
  const { hub, one } = copies
  const portal = await connectPortal(place.site, hub.hubId)
  await leave(copies, one.bootId)
  const [told] = portal.newIdentities
  const session = await place.store.db
    .selectFrom('RelaySessions')
    .select('bootId')
    .where('sessionId', '=', told?.sessionId ?? '')
    .executeTakeFirst()
  expect(session?.bootId).toBe(one.bootId)
  expect(told?.code).toHaveLength(8)
  portal.socket.disconnect()
})

test('a side that there is not cannot be told; a conflict whose other side has not come for a day is over', async () => {
  const copies = await newCopies()
  expect((await refusalOf(leave(copies, randomUUID()))).code).toBe('state_conflict')
  await stepDatabaseTime(place.store, 86_400_001)
  expect((await detail(copies.pharmacy)).computers[0]?.conflict).toBeNull()
  expect((await refusalOf(leave(copies, copies.one.bootId))).code).toBe('state_conflict')
})
