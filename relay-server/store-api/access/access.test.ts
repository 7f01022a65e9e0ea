// What an Admin does to a computer over HTTP: what it sees, what its hub is told, what its peers know, what the log says.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { RevokedSession } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { at, detailOf, newRunningScene, type Scene } from '../test/printing-scene.ts'
import { refusalOf, startPlace, type Place } from '../test/test-app.ts'
import { connectPortal } from '../test/test-portal.ts'
import { codeFor, newDevice, newHub, newPharmacy, openOf, pairAll, pairOf } from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('access')
})
afterAll(() => place.stop())

let scene: Scene
/** PC-1 is the PrinterComputer, PC-2 its Client. */
beforeEach(async () => {
  scene = await newRunningScene(place, 2)
})

const ofComputer = (index: number) => ({
  params: { customerId: String(scene.pharmacy.id), computerId: String(at(scene.ids, index)) },
})
const computer = async (index: number) =>
  (await detailOf(place, scene.pharmacy)).computers.find(({ id }) => id === at(scene.ids, index))
const sessionOf = (index: number) => scene.sessions[index]?.sessionId ?? ''
const deviceOf = (index: number) => scene.devices[index] ?? newDevice(scene.pharmacy)
const openAgain = async (index: number) => (await scene.hub.send(openOf(deviceOf(index))))[0]

/** What the hub was told of the session, as soon as it was. */
async function heardOf(sessionId: string): Promise<RevokedSession | undefined> {
  const heard = () => scene.portal.revoked.find((one) => one.sessionId === sessionId)
  await until('the hub heard that a session is over', () => heard() !== undefined)
  return heard()
}

async function documentOf(index: number) {
  const row = await place.store.db
    .selectFrom('RelayAssignments')
    .select('document')
    .where('computerId', '=', at(scene.ids, index))
    .executeTakeFirst()
  return row?.document
}

async function lastLogged(): Promise<string> {
  const { items } = await place.site.call(storeApi.listStaffOperations, {
    query: { customerId: String(scene.pharmacy.id), pageSize: '1' },
  })
  return `${items[0]?.action}: ${items[0]?.summary}`
}

describe('a revoked computer', () => {
  test('is out at once, unknown to its peers, and back with its role by a new code', async () => {
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    expect(await heardOf(sessionOf(1))).toMatchObject({ reason: 'revoked', end: { code: 'REVOKED' } })
    expect(await computer(1)).toMatchObject({
      access: 'revoked',
      isOnline: false,
      presence: 'offline',
      offlineReason: 'revoked',
      role: 2,
    })
    expect((await documentOf(0))?.clients).toEqual([])
    expect(await lastLogged()).toBe(
      `computer.revoke: Withdrew the access of PC-2 of ${scene.pharmacy.storeId}`,
    )
    expect(await openAgain(1)).toMatchObject({ ok: false, code: 'REVOKED' })
    expect((await refusalOf(place.site.call(storeApi.approveComputer, ofComputer(1)))).code).toBe(
      'state_conflict',
    )
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    await scene.hub.send(pairOf(deviceOf(1), await codeFor(place.store, scene.pharmacy)))
    expect(await openAgain(1)).toMatchObject({ ok: true, data: { assignment: { role: 'Client' } } })
    expect((await documentOf(0))?.clients).toHaveLength(1)
  })

  test('is let in again with its key and its role when its access is restored, without a code', async () => {
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    expect(await openAgain(1)).toMatchObject({ ok: false, code: 'REVOKED' })
    for (let time = 0; time < 2; time += 1) await place.site.call(storeApi.restoreComputer, ofComputer(1))
    expect(await lastLogged()).toBe(
      `computer.restore: Restored the access of PC-2 of ${scene.pharmacy.storeId}`,
    )
    expect(await computer(1)).toMatchObject({ access: 'approved', role: 2 })
    expect((await documentOf(0))?.clients).toHaveLength(1)
    expect(await openAgain(1)).toMatchObject({ ok: true, data: { assignment: { role: 'Client' } } })
  })

  test('that waits for approval is not restored', async () => {
    const device = newDevice(scene.pharmacy, 'WAITS')
    await scene.hub.send(pairOf(device, await codeFor(place.store, scene.pharmacy, true)))
    const { computers } = await detailOf(place, scene.pharmacy)
    const id = computers.find(({ pcName }) => pcName === 'WAITS')?.id
    const params = { customerId: String(scene.pharmacy.id), computerId: String(id) }
    const refused = await refusalOf(place.site.call(storeApi.restoreComputer, { params }))
    expect(refused.code).toBe('state_conflict')
  })

  test('that is the PrinterComputer leaves its Clients without a target', async () => {
    await place.site.call(storeApi.revokeComputer, ofComputer(0))
    expect(await documentOf(1)).toMatchObject({ role: 'Client', target: null })
  })

  test('that reports a socket after a lapse of its hub is told why it has to end', async () => {
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    const [asserted] = await scene.hub.send(openOf(deviceOf(1), { sessionId: sessionOf(1), reassert: true }))
    expect(asserted).toMatchObject({ ok: false, code: 'REVOKED' })
    const lease = await scene.hub.lease([sessionOf(0), sessionOf(1)])
    expect(lease.missing).toEqual([sessionOf(1)])
  })

  test('ends on whichever hub it is, of two at the same moment', async () => {
    const second = newHub(place.store)
    const { sessionId } = await second.open(deviceOf(1))
    const portal = await connectPortal(place.site, second.hubId)
    const startedAt = performance.now()
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    await until('the second hub heard it', () => portal.revoked.some((one) => one.sessionId === sessionId))
    await heardOf(sessionOf(1))
    // The promise of 2 s is measured where all hubs run; what is missed here comes only with the lists, after 30 s.
    expect(performance.now() - startedAt).toBeLessThan(25_000)
    portal.socket.disconnect()
  })

  test('ends also where its row was closed as lost, and its hub had not opened it again yet', async () => {
    await scene.hub.lease([sessionOf(0)])
    expect(await computer(1)).toMatchObject({ presence: 'reconnecting' })
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    expect(await heardOf(sessionOf(1))).toMatchObject({ reason: 'revoked', end: { code: 'REVOKED' } })
    expect(await computer(1)).toMatchObject({ presence: 'offline', offlineReason: 'revoked' })
  })

  test('is told again while its hub reconnects', async () => {
    scene.portal.socket.disconnect()
    await place.site.call(storeApi.revokeComputer, ofComputer(1))
    const portal = await connectPortal(place.site, scene.hub.hubId)
    await until('the hub heard it', () => portal.revoked.some((one) => one.sessionId === sessionOf(1)))
    portal.socket.disconnect()
  })
})

describe('a removed computer', () => {
  test('is gone with its configuration, hears that it was removed, and joins anew with later assignments', async () => {
    const before = (await computer(0))?.assignment?.version ?? 0
    await place.site.call(storeApi.removeComputer, ofComputer(0))
    expect(await heardOf(sessionOf(0))).toMatchObject({ reason: 'deleted', end: { code: 'DELETED' } })
    const { computers, printerConfig, computerCount } = await detailOf(place, scene.pharmacy)
    expect([computers.map(({ pcName }) => pcName), printerConfig, computerCount]).toEqual([['PC-2'], null, 1])
    expect(await documentOf(1)).toMatchObject({ target: null })
    expect(await openAgain(0)).toMatchObject({ ok: false, code: 'DELETED' })
    expect((await refusalOf(place.site.call(storeApi.removeComputer, ofComputer(0)))).code).toBe('not_found')
    await pairAll(place.store, [deviceOf(0)])
    const again = await scene.hub.open(deviceOf(0))
    expect(again.computerId).not.toBe(at(scene.ids, 0))
    expect(again.assignment).toMatchObject({ role: 'None', version: before + 1 })
  })
})

describe('a computer that waits', () => {
  test('is let in by approval, once', async () => {
    const device = newDevice(scene.pharmacy, 'WAITS')
    await scene.hub.send(pairOf(device, await codeFor(place.store, scene.pharmacy, true)))
    const { computers } = await detailOf(place, scene.pharmacy)
    const waiting = computers.find(({ pcName }) => pcName === 'WAITS')
    expect(waiting?.access).toBe('waiting')
    const params = { customerId: String(scene.pharmacy.id), computerId: String(waiting?.id) }
    for (let time = 0; time < 2; time += 1) await place.site.call(storeApi.approveComputer, { params })
    expect(await lastLogged()).toBe(`computer.approve: Approved WAITS of ${scene.pharmacy.storeId}`)
    expect((await scene.hub.open(device)).computerId).toBe(waiting?.id)
  })
})

describe('a computer with a name that staff gave it', () => {
  test('keeps its own, and loses the other when it is taken back', async () => {
    const named = { ...ofComputer(1), body: { displayName: 'Counter by the door' } }
    await place.site.call(storeApi.renameComputer, named)
    expect(await computer(1)).toMatchObject({ pcName: 'PC-2', displayName: 'Counter by the door' })
    expect(await lastLogged()).toContain('computer.rename: Calls PC-2')
    await place.site.call(storeApi.renameComputer, { ...ofComputer(1), body: { displayName: null } })
    expect(await computer(1)).toMatchObject({ displayName: null })
  })
})

describe('a moved computer', () => {
  test('has no role, belongs there, is told where by its next open, and keeps its device key', async () => {
    const target = await newPharmacy(place.store)
    const deviceKey = (await computer(0))?.deviceKey
    const body = { customerId: target.id }
    const left = await place.site.call(storeApi.moveComputer, { ...ofComputer(0), body })
    expect(left).toMatchObject({ computerCount: 1, printerConfig: null, computers: [{ pcName: 'PC-2' }] })
    expect(await heardOf(sessionOf(0))).toMatchObject({ reason: 'replaced', end: null })
    expect(await documentOf(1)).toMatchObject({ target: null })
    const redirect = await openAgain(0)
    expect(redirect).toMatchObject({
      ok: true,
      data: {
        kind: 'redirect',
        movedTo: { pharmacyId: target.id, pharmacyName: `Pharmacy ${target.storeId}` },
      },
    })
    const [opened] = await scene.hub.send(openOf({ ...deviceOf(0), pharmacy: target }))
    expect(opened).toMatchObject({ ok: true, data: { customerId: target.id, assignment: { role: 'None' } } })
    const there = await detailOf(place, target)
    expect(there).toMatchObject({ computerCount: 1, computers: [{ deviceKey, role: 0, isOnline: true }] })
    const { items } = await place.site.call(storeApi.listStaffOperations, {
      query: { customerId: String(target.id), pageSize: '1' },
    })
    expect(items[0]?.action).toBe('computer.move')
  })

  test('stays where there is no such pharmacy, and where it is already', async () => {
    const nowhere = { ...ofComputer(0), body: { customerId: 2_000_000_000 } }
    expect((await refusalOf(place.site.call(storeApi.moveComputer, nowhere))).code).toBe('invalid')
    const here = { ...ofComputer(0), body: { customerId: scene.pharmacy.id } }
    const same = await place.site.call(storeApi.moveComputer, here)
    expect(same.printerConfig).not.toBeNull()
  })
})

test('a device that connects to another hub has its older session ended there', async () => {
  const second = newHub(place.store)
  await second.open(deviceOf(1))
  // The batch of a test's hub tells nobody: the app's own registry is asked over HTTP.
  const body = { hubId: second.hubId, operations: [openOf(deviceOf(1))] }
  await place.site.call(storeApi.registryBatch, { body }, { role: 'Service' })
  await until('the first hub heard it', () => scene.portal.superseded.includes(sessionOf(1)))
})
