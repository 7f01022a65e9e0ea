// What the store API asks of devices through the portal, over real sockets from one end to the other.
import { randomUUID } from 'node:crypto'
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import {
  connectDevice,
  never,
  type DeviceOptions,
  type TestDevice,
} from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { assignmentOf } from '@pharmacy-relay/relay-server/hub/test/memory-registry.ts'
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { BLOCKED } from '../pages/testing/diagnosis-pages.ts'
import { openStream } from '../test/test-stream.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'

const PRINTERS: PrinterList = [{ id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' }]
const JOB = printJobOf({
  n: 12,
  state: 'failed',
  reasons: [reason('printer_unreachable', {})],
  sender: 'this computer',
  destination: 'cups:ZD421',
  attempts: 1,
})

interface Fleet extends PortalRig {
  readonly device: TestDevice
  readonly sessionId: string
}

/** A portal that follows the store, and a device that is registered with its hub. */
async function startFleet(handlers: DeviceOptions['handlers'] = {}): Promise<Fleet> {
  const rig = await startPortalRig()
  await until('the subscription stands', () => rig.portal.streams.lastEventId !== null)
  const device = await connectDevice(rig.url, { handlers })
  const { connectionId } = await device.ask('RegisterDeviceAsync', device.registration)
  return { ...rig, device, sessionId: connectionId }
}

/** The versions of the assignments that a device heard. */
function versionsOf(device: TestDevice): number[] {
  return device.heard
    .filter(({ event }) => event === 'PrinterConfigChangedAsync')
    .map(({ args }) => PrinterAssignment.parse(args[0]).version)
}

function progressOf({ upstream }: PortalRig): string[] {
  return upstream.store.operations.flatMap((operation) =>
    operation.kind === 'report' && operation.config !== null
      ? [`${operation.config.version} ${operation.config.state}`]
      : [],
  )
}

describe('a pushed assignment', () => {
  test('is answered at once, however slow the device is', async () => {
    const fleet = await startFleet({ PrinterConfigChangedAsync: never })
    const pushed = { sessionId: fleet.sessionId, assignment: assignmentOf(2) }
    const startedAt = performance.now()
    await fleet.upstream.storeHub.ask('PushPrinterConfigAsync', [pushed])
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    await until('the first one is told as sent', () => progressOf(fleet).includes('1 sent'))
    expect(versionsOf(fleet.device)).toEqual([1])
  })

  test('reaches the device, and the store hears how far it has come', async () => {
    const fleet = await startFleet()
    await until('the first one arrived', () => progressOf(fleet).includes('1 received'))
    const pushed = { sessionId: fleet.sessionId, assignment: assignmentOf(2, { role: 'Client' }) }
    await fleet.upstream.storeHub.ask('PushPrinterConfigAsync', [pushed])
    await until('the second one arrived', () => progressOf(fleet).includes('2 received'))
    const { version, hash } = pushed.assignment
    await fleet.device.ask('ReportConfigAsync', { version, hash, state: 'applied' })
    expect(versionsOf(fleet.device)).toEqual([1, 2])
    expect(progressOf(fleet)).toEqual(['1 sent', '1 received', '2 sent', '2 received', '2 applied'])
  })

  test('among thousands does not hold events up', async () => {
    const fleet = await startFleet()
    await until('the first one arrived', () => progressOf(fleet).includes('1 received'))
    const { storeHub } = fleet.upstream
    const many = Array.from({ length: 49 }, () => ({
      sessionId: crypto.randomUUID(),
      assignment: assignmentOf(2),
    }))
    const pushes = Array.from({ length: 100 }, async (_, at) => {
      const own = { sessionId: fleet.sessionId, assignment: assignmentOf(2 + at) }
      return storeHub.ask('PushPrinterConfigAsync', [...many, own])
    })
    const startedAt = performance.now()
    await storeHub.send([{ kind: 'customer', id: 1, customerId: 1, at: '2026-01-01T00:00:00.000Z' }])
    // Ends a hang: other work on the machine makes it ten times slower.
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    expect(fleet.portal.streams.lastEventId).toBe(1)
    await Promise.all(pushes)
    await until('the last one arrived', () => progressOf(fleet).includes('101 received'))
  })
})

describe('a request of staff', () => {
  test('reaches the device and brings its answer back', async () => {
    const fleet = await startFleet({
      ListPrintersAsync: async () => PRINTERS,
      PrintTestLabelAsync: async () => JOB,
      ListJobsAsync: async (limit) => Array.from({ length: limit }, () => JOB),
      CancelJobAsync: async (id) => ({ ...JOB, id, state: 'cancelled' }),
      CollectDiagnosticsAsync: async () => BLOCKED,
    })
    const { storeHub } = fleet.upstream
    expect(await storeHub.ask('AskDeviceAsync', fleet.sessionId, 'ListPrintersAsync', [])).toEqual(PRINTERS)
    expect(await storeHub.ask('AskDeviceAsync', fleet.sessionId, 'PrintTestLabelAsync', [])).toEqual(JOB)
    expect(await storeHub.ask('AskDeviceAsync', fleet.sessionId, 'ListJobsAsync', [2])).toEqual([JOB, JOB])
    expect(await storeHub.ask('AskDeviceAsync', fleet.sessionId, 'CollectDiagnosticsAsync', [])).toEqual(
      BLOCKED,
    )
    expect(await storeHub.ask('AskDeviceAsync', fleet.sessionId, 'CancelJobAsync', [JOB.id])).toMatchObject({
      state: 'cancelled',
    })
  })

  test('for a session that is not here is PEER_OFFLINE', async () => {
    const { upstream, device, sessionId } = await startFleet()
    await device.ask('UnregisterDeviceAsync')
    for (const name of ['ListPrintersAsync', 'PrintTestLabelAsync'])
      for (const id of [sessionId, crypto.randomUUID()])
        await expect(upstream.storeHub.ask('AskDeviceAsync', id, name, [])).rejects.toMatchObject({
          code: 'PEER_OFFLINE',
        })
  })

  test('that its device does not answer holds nothing else up', async () => {
    const { portal, upstream, device, sessionId } = await startFleet({ ListPrintersAsync: never })
    const waiting = upstream.storeHub.ask('AskDeviceAsync', sessionId, 'ListPrintersAsync', [])
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'PEER_GONE' })
    await upstream.storeHub.send([{ kind: 'customer', id: 1, customerId: 1, at: '2026-01-01T00:00:00.000Z' }])
    expect(portal.streams.lastEventId).toBe(1)
    device.socket.disconnect()
    await outcome
  })
})

test('a portal that stops serves the store, its devices and its pages until the last device has left', async () => {
  const answering = Promise.withResolvers<void>()
  const fleet = await startFleet({
    ListPrintersAsync: async () => {
      await answering.promise
      return PRINTERS
    },
  })
  const { portal, upstream, device, sessionId } = fleet
  await until('the first one arrived', () => progressOf(fleet).includes('1 received'))
  const printers = upstream.storeHub.ask('AskDeviceAsync', sessionId, 'ListPrintersAsync', [])
  await until('it is asked', () => device.heard.some(({ event }) => event === 'ListPrintersAsync'))
  const stopping = portal.stop()
  await upstream.storeHub.ask('PushPrinterConfigAsync', [{ sessionId, assignment: assignmentOf(2) }])
  await until('the second one arrived', () => progressOf(fleet).includes('2 received'))
  expect((await fleet.browser().get('/sign-in')).status).toBe(200)
  answering.resolve()
  expect(await printers).toEqual(PRINTERS)
  await stopping
  expect(device.heard.map(({ event }) => event)).toContain('RestartingAsync')
  await expect(fleet.browser().get('/sign-in')).rejects.toThrow('ECONNREFUSED')
})

test.for<[string, string, unknown[]]>([
  ['too many pushes', 'PushPrinterConfigAsync', [Array(51).fill(pushOf(crypto.randomUUID()))]],
  ['no push', 'PushPrinterConfigAsync', [[]]],
  ['a push to no session', 'PushPrinterConfigAsync', [[pushOf('everybody')]]],
  ['a push without a hash', 'PushPrinterConfigAsync', [[{ ...pushOf(crypto.randomUUID()), assignment: {} }]]],
  ['a request by device key', 'AskDeviceAsync', ['a'.repeat(64), 'ListPrintersAsync', []]],
  ['a test label for everybody', 'AskDeviceAsync', ['PrintTestLabelAsync', []]],
  ['more jobs than fit', 'AskDeviceAsync', [crypto.randomUUID(), 'ListJobsAsync', [41]]],
  ['a job by its number', 'AskDeviceAsync', [crypto.randomUUID(), 'CancelJobAsync', ['12']]],
])('%s is refused', async ([, event, args]) => {
  const { upstream, device } = await startFleet()
  expect(await upstream.storeHub.askAnything(event, args)).toMatchObject({ ok: false, code: 'INVALID' })
  await device.ask('UpdateRoleAsync', 'None')
  expect(versionsOf(device)).toEqual([1])
})

function pushOf(sessionId: string) {
  return { sessionId, assignment: assignmentOf(2) }
}

describe('news of support tasks', () => {
  const task = { id: 7, customerId: 1, subject: 'help', claimedBy: null, at: '2026-11-20T09:00:00.000Z' }

  test('move the cursor of the subscription as relay events do, so that none is asked for again', async () => {
    const rig = await startPortalRig()
    await until('the subscription stands', () => rig.portal.streams.lastEventId !== null)
    const { storeHub } = rig.upstream
    await storeHub.ask('ReceiveNewSupportTaskAsync', { ...task, eventId: 41, version: 1, state: 'new' })
    await storeHub.send([{ id: 42, kind: 'customer', customerId: 1, at: task.at }])
    const words = { taskId: 7, senderName: 'PC-1', text: 'No label', at: task.at }
    await storeHub.ask('ReceiveMessageAsync', { ...words, eventId: 43, customerId: 1, seq: 1 })
    expect(rig.portal.streams.lastEventId).toBe(43)
    storeHub.drop()
    await until('it came back', () => storeHub.subscriptions.length === 2)
    expect(storeHub.subscriptions[1]?.afterEventId).toBe(43)
  })

  test('K17: reach the computer that they are about, once each; notes among staff and other computers do not', async () => {
    const { upstream, device } = await startFleet()
    const { pharmacyId: customerId } = device.registration
    const { storeHub } = upstream
    const about = { ...task, customerId, version: 1, state: 'claimed' } as const
    const words = {
      taskId: 8,
      senderName: 'Nell',
      text: 'Hello',
      at: task.at,
      customerId,
      computerId: 1,
      seq: 1,
    }
    await storeHub.ask('ReceiveDoSupportTaskAsync', { ...about, computerId: 1, eventId: 51 })
    await storeHub.ask('ReceiveDoSupportTaskAsync', { ...about, computerId: 1, eventId: 51 })
    await storeHub.ask('ReceiveDoSupportTaskAsync', { ...about, id: 9, computerId: 2, eventId: 52 })
    await storeHub.ask('ReceiveDoSupportTaskAsync', {
      ...about,
      id: 9,
      computerId: 1,
      customerId: 2,
      eventId: 53,
    })
    await storeHub.ask('ReceiveMessageAsync', { ...words, taskId: 9, eventId: 54, isInternal: true })
    await storeHub.ask('ReceiveMessageAsync', { ...words, eventId: 55, isInternal: false })
    const told = () =>
      device.heard.filter(({ event }) => event === 'HelpChangedAsync').map(({ args }) => args[0])
    await until('the last one is heard', () => told().length >= 2)
    expect(told()).toEqual([{ taskId: 7 }, { taskId: 8 }])
  })

  test('that support writes reach the computer of the task, without a name; that somebody looks, or a pharmacy writes, does not', async () => {
    const { upstream, device } = await startFleet()
    const [{ storeHub }, customerId] = [upstream, device.registration.pharmacyId]
    const ada = { viewerId: randomUUID(), guid: 'ada', name: 'Ada', taskId: 7, customerId, computerId: 1 }
    const said = [
      { ...ada, kind: 'looks' },
      ...[{ guid: null }, { computerId: 2 }, { customerId: customerId + 1 }, { computerId: null }].map(
        (change) => ({ ...ada, taskId: 9, kind: 'writes' as const, ...change, viewerId: randomUUID() }),
      ),
      { ...ada, kind: 'writes' },
      { ...ada, kind: 'left' },
    ] as const
    for (const one of said) await storeHub.ask('SupportPresenceAsync', one)
    const told = () =>
      device.heard.flatMap(({ event, args }) => (event === 'SupportPresenceAsync' ? args : []))
    await until('both are heard', () => told().length >= 2)
    expect(told()).toEqual(['writes', 'left'].map((kind) => ({ taskId: 7, kind })))
  })

  test('K30: of a store API of the version before and of the one after are taken, and close no socket', async () => {
    const rig = await startPortalRig()
    await until('the subscription stands', () => rig.portal.streams.lastEventId !== null)
    const { storeHub } = rig.upstream
    expect(await storeHub.askAnything('ReceiveDoSupportTaskAsync', [task])).toMatchObject({ ok: true })
    const later = { ...task, eventId: 50, version: 2, state: 'paused', mood: 'good' }
    expect(await storeHub.askAnything('ReceiveLeaveSupportTaskAsync', [later])).toMatchObject({ ok: true })
    expect(rig.portal.streams.lastEventId).toBe(50)
    expect(storeHub.subscriptions).toHaveLength(1)
  })

  test('are told to each live page at once: who has the task now, and no words', async () => {
    const rig = await startPortalRig()
    await until('the subscription stands', () => rig.portal.streams.lastEventId !== null)
    const stream = await openStream(await rig.signedIn('Support'))
    const { storeHub } = rig.upstream
    const claimed = {
      ...task,
      claimedBy: 'Ann',
      by: 'Ann',
      eventId: 51,
      version: 2,
      state: 'claimed',
    } as const
    await storeHub.ask('ReceiveDoSupportTaskAsync', claimed)
    // Once more, as after a gap: nobody is told twice.
    await storeHub.ask('ReceiveDoSupportTaskAsync', claimed)
    const words = {
      taskId: 7,
      senderName: 'PC-1',
      text: 'No label',
      at: task.at,
      author: 'pharmacy',
    } as const
    await storeHub.ask('ReceiveMessageAsync', { ...words, eventId: 52, customerId: 1, seq: 1 })
    const told = [(await stream.next('task')).data, (await stream.next('task')).data]
    expect(told).toEqual([
      { taskId: 7, what: 'changed', version: 2, state: 'claimed', claimedBy: 'Ann', by: 'Ann' },
      { taskId: 7, what: 'message', version: null, state: null, claimedBy: null, by: null },
    ])
    expect(JSON.stringify(stream.heard)).not.toContain('No label')
    stream.close()
  })
})
