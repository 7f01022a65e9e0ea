// Roles and printer over HTTP, on a real database: what is stored, what is refused without a trace, who wins.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { listStaffOperations } from '../audit/staff-log.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import {
  at,
  detailOf,
  newRunningScene,
  newScene,
  pushesOf,
  savePrinter,
  setRole,
  type Scene,
} from '../test/printing-scene.ts'
import { refusalOf, startPlace, type Place } from '../test/test-app.ts'
import { newDevice, printersOf, reportOf } from '../test/test-store.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('printing')
})
afterAll(() => place.stop())

describe('a chosen printer', () => {
  test('is stored, logged, told to the panel and pushed to the devices whom it concerns', async () => {
    const { pharmacy, portal, ids, sessions } = await newScene(place)
    await setRole(place, { pharmacy, computerId: at(ids, 1), role: 2, version: 1 })
    const before = await lastEventId(place.store.db)
    const saved = await savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 2, tcpPort: 9105 })
    expect(saved).toMatchObject({ version: 3, customer: { printingVersion: 3, version: 1 } })
    expect(saved.customer.printerConfig).toMatchObject({
      printerComputerId: at(ids, 0),
      printerName: 'cups:ZD421',
      // As its computer reported it.
      printer: { name: expect.stringContaining('ZD421') },
      tcpPort: 9105,
    })
    expect(saved.customer.computers).toMatchObject([
      { role: 1, printerName: 'cups:ZD421', tcpPort: 9105, printerComputerName: null },
      { role: 2, printerName: null, tcpPort: null, printerComputerName: 'PC-1', assignment: { version: 3 } },
      { role: 0, printerComputerName: null, assignment: { version: 1, state: 'waiting' } },
    ])
    const events = await eventsAfter(place.store.db, before, 10)
    expect(events.map((event) => [event.kind, 'computerId' in event ? event.computerId : null])).toEqual([
      ['customer', null],
      ['computer', at(ids, 0)],
      ['computer', at(ids, 1)],
    ])
    const log = await listStaffOperations(place.store.db, {
      page: 1,
      pageSize: 1,
      q: '',
      customerId: pharmacy.id,
    })
    expect(log.items[0]).toMatchObject({
      action: 'printer-config.save',
      computerId: at(ids, 0),
      summary: `Made PC-1 the PrinterComputer of ${pharmacy.storeId} with cups:ZD421 on port 9105`,
    })
    // All staff may read it with the pharmacy.
    const changes = saved.customer.staffChanges ?? []
    expect(changes.map(({ action, computerName }) => [action, computerName])).toEqual([
      ['printer-config.save', 'PC-1'],
      ['computer.set-role', 'PC-2'],
    ])
    expect(changes[0]).toMatchObject({
      staffName: log.items[0]?.staffName,
      at: log.items[0]?.at,
      before: { printerName: null },
      after: { printerName: 'cups:ZD421' },
    })
    await until('three pushes came', () => pushesOf(portal).length === 3)
    const [server, client] = [sessions[0], sessions[1]]
    const newest = new Map(pushesOf(portal).map(({ sessionId, assignment }) => [sessionId, assignment]))
    expect(newest.get(server?.sessionId ?? '')).toMatchObject({
      role: 'Server',
      version: 2,
      clients: [{ deviceKey: client?.deviceKey }],
    })
    expect(newest.get(client?.sessionId ?? '')).toMatchObject({
      role: 'Client',
      version: 3,
      target: { computerName: 'PC-1', deviceKey: server?.deviceKey, tcpPort: 9105 },
    })
  })

  test('on another computer makes the previous one a Client, also while it is offline: it learns on return', async () => {
    const { pharmacy, hub, portal, ids, sessions, devices } = await newRunningScene(place)
    await hub.close(sessions[0]?.sessionId ?? '', 'bye')
    const saved = await savePrinter(place, { pharmacy, computerId: at(ids, 1), version: 3 })
    expect(saved.customer.computers).toMatchObject([
      { role: 2, printerName: null, tcpPort: null, printerComputerName: 'PC-2', isOnline: false },
      { role: 1, printerName: 'cups:ZD421' },
      { role: 0 },
    ])
    await until('the new one heard', () => pushesOf(portal).length > 0)
    expect(pushesOf(portal).map(({ sessionId }) => sessionId)).toEqual([sessions[1]?.sessionId])
    const back = await hub.open(devices[0] ?? newDevice(pharmacy))
    expect(back.assignment).toMatchObject({ role: 'Client', target: { computerName: 'PC-2' } })
    expect((await detailOf(place, pharmacy)).computers[0]?.assignment).toMatchObject({ state: 'waiting' })
    const configs = await place.store.db
      .selectFrom('PrinterConfigs')
      .select(['printerComputerId', 'isActive'])
      .where('customerId', '=', pharmacy.id)
      .orderBy('id')
      .execute()
    expect(configs).toEqual([
      { printerComputerId: at(ids, 0), isActive: false },
      { printerComputerId: at(ids, 1), isActive: true },
    ])
  })

  test.each([
    ['Client', 2],
    ['None', 0],
  ] as const)('is given up when its computer becomes %s, and Clients have no target', async (_case, role) => {
    const { pharmacy, portal, ids } = await newRunningScene(place)
    const { customer } = await setRole(place, { pharmacy, computerId: at(ids, 0), role, version: 3 })
    expect(customer).toMatchObject({
      printerConfig: null,
      computers: [
        { role, printerName: null, tcpPort: null, printerComputerName: null },
        { role: 2, printerComputerName: null },
        { role: 0 },
      ],
    })
    await until('both heard', () => pushesOf(portal).length === 2)
    expect(pushesOf(portal).map(({ assignment }) => assignment.target)).toEqual([null, null])
  })

  test('stays when a Client gives up its role', async () => {
    const { pharmacy, ids } = await newRunningScene(place)
    const { customer } = await setRole(place, { pharmacy, computerId: at(ids, 1), role: 0, version: 3 })
    expect(customer.printerConfig).toMatchObject({ printerComputerId: at(ids, 0) })
  })
})

describe('a repeated request', () => {
  test('changes nothing, whatever version it names: no version, event, log row, configuration or push', async () => {
    const { pharmacy, portal, ids } = await newRunningScene(place)
    const [before, shown] = [await lastEventId(place.store.db), await detailOf(place, pharmacy)]
    expect(await savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 1 })).toMatchObject({
      version: 3,
    })
    expect(await setRole(place, { pharmacy, computerId: at(ids, 1), role: 2, version: 1 })).toMatchObject({
      version: 3,
    })
    expect(await setRole(place, { pharmacy, computerId: at(ids, 0), role: 1, version: 9 })).toMatchObject({
      version: 3,
    })
    expect(await lastEventId(place.store.db)).toBe(before)
    expect(await detailOf(place, pharmacy)).toEqual(shown)
    expect(pushesOf(portal)).toEqual([])
  })
})

describe('refused without a trace is', () => {
  /** The refusal of a change, after which everything is as it was. */
  async function refused(scene: Scene, change: () => Promise<unknown>) {
    const [before, shown] = [await lastEventId(place.store.db), await detailOf(place, scene.pharmacy)]
    const refusal = await refusalOf(change())
    expect(await lastEventId(place.store.db)).toBe(before)
    expect(await detailOf(place, scene.pharmacy)).toEqual(shown)
    expect(pushesOf(scene.portal)).toEqual([])
    return refusal
  }

  test.each([0, 70_000, -1, 9_100.5])('the port %s', async (tcpPort) => {
    const scene = await newScene(place, 1)
    const save = () =>
      savePrinter(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), version: 1, tcpPort })
    expect((await refused(scene, save)).code).toBe('invalid')
  })

  test.each(['cups:OTHER', 'ZD421', 'cups:', ''])('the printer "%s"', async (printerName) => {
    const scene = await newScene(place, 1)
    const save = () =>
      savePrinter(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), version: 1, printerName })
    expect((await refused(scene, save)).code).toBe('invalid')
  })

  test('a printer that was unplugged between the list and the save', async () => {
    const scene = await newScene(place, 1)
    const sessionId = scene.sessions[0]?.sessionId ?? ''
    await scene.hub.send(reportOf(sessionId, { printers: printersOf('cups:LASER') }))
    const { code, text } = await refused(scene, () =>
      savePrinter(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), version: 1 }),
    )
    expect([code, text]).toEqual([
      'invalid',
      'PC-1 does not report the printer ZD421. Ask it for its printers again.',
    ])
  })

  test('a printer for an offline computer', async () => {
    const scene = await newScene(place, 1)
    await scene.hub.close(scene.sessions[0]?.sessionId ?? '')
    const save = () =>
      savePrinter(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), version: 1 })
    expect((await refused(scene, save)).code).toBe('device_offline')
  })

  test('a computer of another pharmacy, and a pharmacy that is not there', async () => {
    const scene = await newScene(place, 1)
    const other = await newScene(place, 1)
    const nowhere = { ...scene.pharmacy, id: 2_147_483_647 }
    const changes: [string, () => Promise<unknown>][] = [
      [
        'invalid',
        () => savePrinter(place, { pharmacy: scene.pharmacy, computerId: at(other.ids, 0), version: 1 }),
      ],
      [
        'not_found',
        () => setRole(place, { pharmacy: scene.pharmacy, computerId: at(other.ids, 0), role: 2, version: 1 }),
      ],
      [
        'not_found',
        () => savePrinter(place, { pharmacy: nowhere, computerId: at(scene.ids, 0), version: 1 }),
      ],
      [
        'not_found',
        () => setRole(place, { pharmacy: nowhere, computerId: at(scene.ids, 0), role: 2, version: 1 }),
      ],
    ]
    for (const [code, change] of changes) expect((await refused(scene, change)).code).toBe(code)
    expect((await detailOf(place, other.pharmacy)).printingVersion).toBe(1)
  })

  test('the role PrinterComputer without a printer', async () => {
    const scene = await newScene(place, 1)
    const change = () =>
      setRole(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 0), role: 1, version: 1 })
    const { code, text } = await refused(scene, change)
    expect([code, text]).toEqual(['state_conflict', expect.stringContaining('choose them')])
  })

  test('what an administrator decided before seeing what another one saved', async () => {
    const scene = await newRunningScene(place)
    const { code, text } = await refused(scene, () =>
      setRole(place, { pharmacy: scene.pharmacy, computerId: at(scene.ids, 2), role: 2, version: 2 }),
    )
    expect([code, text]).toEqual(['version_stale', expect.stringContaining('version 3')])
  })
})

test('of two administrators at the same moment exactly one wins, and nothing is half applied', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { pharmacy, ids } = await newScene(place)
    const outcomes = await Promise.allSettled([
      savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 1 }),
      savePrinter(place, { pharmacy, computerId: at(ids, 1), version: 1, tcpPort: 9105 }),
      setRole(place, { pharmacy, computerId: at(ids, 2), role: 2, version: 1 }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_stale' })
    }
    const { printingVersion, computers, printerConfig } = await detailOf(place, pharmacy)
    expect(printingVersion).toBe(2)
    expect(computers.find(({ role }) => role === 1)?.id).toBe(printerConfig?.printerComputerId)
    expect(computers.filter(({ role }) => role !== 0)).toHaveLength(1)
  }
})
