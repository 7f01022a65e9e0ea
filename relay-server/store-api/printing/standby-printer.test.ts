// The standby printer over HTTP, on a real database: who may have it, what every computer is told, and when it ends.
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  at,
  detailOf,
  newRunningScene,
  pushesOf,
  savePrinter,
  setRole,
  type Scene,
} from '../test/printing-scene.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../test/test-app.ts'
import { printersOf, reportOf } from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('standby')
})
afterAll(() => place.stop())

const CHOICE = { printerName: 'cups:ZD421', afterSeconds: 60, return: 'auto' } as const

/** PC-1 has the printer, PC-2 and PC-3 are Clients; version 4. */
async function pharmacy(): Promise<Scene> {
  const scene = await newRunningScene(place)
  await setRole(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 2), role: 2, version: 3 })
  return scene
}

async function saveStandby(scene: Scene, version: number, over: object | null = {}) {
  const params = { customerId: String(scene.pharmacy.id) }
  const standby = over === null ? null : { computerId: at(scene.ids, 1), ...CHOICE, ...over }
  return place.site.call(storeApi.saveStandby, { params, body: { standby } }, { version })
}

async function firstAgain({ pharmacy: { id } }: Scene, version: number) {
  return place.site.call(storeApi.useFirstPrinter, { params: { customerId: String(id) } }, { version })
}

/** The document of each computer as it stands in the database, as an agent of this version reads it. */
async function documents({ ids }: Scene) {
  const rows = await place.store.db
    .selectFrom('RelayAssignments')
    .select(['computerId', 'version', 'hash', 'document'])
    .where('computerId', 'in', ids)
    .execute()
  return ids.map((id) => {
    const row = rows.find(({ computerId }) => computerId === id)
    return readerOf(PrinterAssignment).parse({ ...row?.document, version: row?.version, hash: row?.hash })
  })
}

describe('a chosen standby printer', () => {
  test('stands in the document of every computer with a part, and makes its own computer take labels', async () => {
    const scene = await pharmacy()
    const [first, second, third] = scene.sessions
    const saved = await saveStandby(scene, 4)
    expect(saved).toMatchObject({
      version: 5,
      customer: { printerConfig: { standby: { computerId: at(scene.ids, 1), ...CHOICE } } },
    })
    const [server, standsBy, client] = await documents(scene)
    const told = {
      computerName: 'PC-2',
      deviceKey: second?.deviceKey,
      ...CHOICE,
      firstAgain: 0,
      tcpPort: 9100,
    }
    expect(server).toMatchObject({ role: 'Server', standby: told })
    expect(server?.clients).toHaveLength(2)
    expect(server?.standsBy).toBeUndefined()
    expect(client).toMatchObject({
      role: 'Client',
      target: { computerName: 'PC-1' },
      standby: told,
      clients: [],
    })
    expect(standsBy).toMatchObject({
      role: 'Client',
      standsBy: true,
      standby: told,
      target: { deviceKey: first?.deviceKey },
      clients: [{ deviceKey: third?.deviceKey, computerName: 'PC-3' }],
    })
    await until('all heard', () => pushesOf(scene.portal).length >= 4)
    expect(await saveStandby(scene, 1)).toMatchObject({ version: 5 })
  })

  test('follows the port and the addresses that its computer reports', async () => {
    const scene = await pharmacy()
    await saveStandby(scene, 4)
    const { sessionId = '' } = scene.sessions[1] ?? {}
    const system = {
      totalRamMb: null,
      supportAppNumber: null,
      os: 'Linux',
      addresses: ['192.168.7.2'],
      certificate: null,
      tcpPort: 9333,
    }
    await scene.hub.send(reportOf(sessionId, { system }))
    const [server, , client] = await documents(scene)
    const told = { addresses: ['192.168.7.2'], tcpPort: 9333 }
    expect([server?.standby, client?.standby]).toMatchObject([told, told])
  })

  test('makes a computer without a role a Client', async () => {
    const scene = await newRunningScene(place)
    const { customer } = await saveStandby(scene, 3, { computerId: at(scene.ids, 2) })
    expect(customer.computers[2]).toMatchObject({ role: 2, printerComputerName: 'PC-1' })
  })

  test('is said anew by each use of the first printer again', async () => {
    const scene = await pharmacy()
    await saveStandby(scene, 4)
    expect(await firstAgain(scene, 5)).toMatchObject({ version: 6 })
    const all = await documents(scene)
    expect(all.map(({ standby }) => standby?.firstAgain)).toEqual([1, 1, 1])
  })
})

describe('the standby printer ends', () => {
  const isGone = async (scene: Scene): Promise<void> => {
    expect((await detailOf(place, scene.pharmacy)).printerConfig?.standby ?? null).toBeNull()
    for (const { standby, standsBy } of await documents(scene))
      expect([standby, standsBy ?? false]).toEqual([null, false])
  }

  test('when an Admin takes it away', async () => {
    const scene = await pharmacy()
    await saveStandby(scene, 4)
    expect(await saveStandby(scene, 5, null)).toMatchObject({ version: 6 })
    await isGone(scene)
    expect(await saveStandby(scene, 1, null)).toMatchObject({ version: 6 })
  })

  test('when its computer gets the first printer, or has no role any more', async () => {
    const [one, other] = [await pharmacy(), await pharmacy()]
    for (const scene of [one, other]) await saveStandby(scene, 4)
    await savePrinter(place, { pharmacy: one.pharmacy, computerId: at(one.ids, 1), version: 5 })
    await setRole(place, { pharmacy: other.pharmacy, computerId: at(other.ids, 1), role: 0, version: 5 })
    for (const scene of [one, other]) await isGone(scene)
  })

  test('when its computer is removed or moved to another pharmacy', async () => {
    const [one, other, elsewhere] = [await pharmacy(), await pharmacy(), await newRunningScene(place)]
    for (const scene of [one, other]) await saveStandby(scene, 4)
    const params = ({ pharmacy: { id }, ids }: Scene) => ({
      customerId: String(id),
      computerId: String(ids[1]),
    })
    await place.site.call(storeApi.removeComputer, { params: params(one) })
    const body = { customerId: elsewhere.pharmacy.id }
    await place.site.call(storeApi.moveComputer, { params: params(other), body })
    for (const scene of [one, other]) {
      expect((await detailOf(place, scene.pharmacy)).printerConfig?.standby ?? null).toBeNull()
      expect((await documents({ ...scene, ids: [at(scene.ids, 0)] }))[0]?.standby).toBeNull()
    }
  })

  test('for the others while its access is withdrawn, and not when the first printer becomes another', async () => {
    const scene = await pharmacy()
    await saveStandby(scene, 4)
    await scene.hub.send(
      reportOf(scene.sessions[0]?.sessionId ?? '', { printers: printersOf('cups:ZD421', 'cups:OTHER') }),
    )
    const changed = { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), version: 5 }
    await savePrinter(place, { ...changed, printerName: 'cups:OTHER' })
    expect((await documents(scene))[2]?.standby?.computerName).toBe('PC-2')
    const params = { customerId: String(scene.pharmacy.id), computerId: String(at(scene.ids, 1)) }
    await place.site.call(storeApi.revokeComputer, { params })
    expect((await documents(scene))[2]?.standby).toBeNull()
  })
})

describe('refused without a trace is', () => {
  test.each([
    ['a computer with the first printer', 0, {}, 'state_conflict'],
    ['a printer that it does not report', 1, { printerName: 'cups:NONE' }, 'invalid'],
    ['a time that is too short', 1, { afterSeconds: 14 }, 'invalid'],
    ['a time that is too long', 1, { afterSeconds: 3_601 }, 'invalid'],
    ['a way back that nobody knows', 1, { return: 'sometimes' }, 'invalid'],
  ])('%s', async (_case, index, over, code) => {
    const scene = await pharmacy()
    const refused = await refusalOf(saveStandby(scene, 4, { computerId: at(scene.ids, index), ...over }))
    expect(refused).toMatchObject({ code })
    expect((await detailOf(place, scene.pharmacy)).printingVersion).toBe(4)
  })

  test('a computer that is offline, a version that is old, and the first printer again without a standby', async () => {
    const scene = await pharmacy()
    expect(await refusalOf(saveStandby(scene, 3))).toMatchObject({ code: 'version_stale' })
    expect(await refusalOf(firstAgain(scene, 4))).toMatchObject({ code: 'state_conflict' })
    await scene.hub.close(scene.sessions[1]?.sessionId ?? '', 'bye')
    expect(await refusalOf(saveStandby(scene, 4))).toMatchObject({ code: 'device_offline' })
    expect((await detailOf(place, scene.pharmacy)).printingVersion).toBe(4)
  })
})
