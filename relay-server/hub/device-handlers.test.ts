// What a device may not ask: nothing reaches a handler before registration, or in a form that the contract does not know.
import { once } from 'node:events'
import { DeviceRegistration } from '@pharmacy-relay/shared/device.ts'
import type { HubCode, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, test } from 'vitest'
import { deviceKeyOf } from './test/memory-registry.ts'
import { DEFAULT_HUB_SETTINGS, type HubSettings } from './limits/settings.ts'
import { newHello, startTestHub } from './test/test-hub.ts'

const PRINTER = { id: 'cups:ZD421', name: 'ZD421', detail: '' }
const ABOUT = { version: 1, hash: '0'.repeat(64) }

describe('what never reaches a handler', () => {
  test('anything before registration', async () => {
    const hub = await startTestHub()
    const device = await hub.connect()
    const key = deviceKeyOf(1, device.hello.installId)
    for (const asked of [
      device.ask('UpdateRoleAsync', 'Client'),
      device.ask('ReportPrintersAsync', []),
      device.ask('ReportConfigAsync', { version: 1, hash: key, state: 'applied' }),
      device.ask('NudgeAsync', key),
      device.ask('RelayMessageAsync', key, new Uint8Array(1)),
      device.ask('UnregisterDeviceAsync'),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
    }
    expect(hub.registry.reports).toEqual([])
    expect(hub.registry.progress).toEqual([])
  })

  test.for<[string, string, unknown[], HubCode]>([
    ['a misspelt event', 'UpdateRoleAsnyc', ['Client'], 'UNKNOWN_EVENT'],
    ['an event in another case', 'updateRoleAsync', ['Client'], 'UNKNOWN_EVENT'],
    ['the event __proto__', '__proto__', [], 'UNKNOWN_EVENT'],
    ['the event constructor', 'constructor', [], 'UNKNOWN_EVENT'],
    ['the number of a role', 'UpdateRoleAsync', [1], 'INVALID'],
    ['a missing argument', 'UpdateRoleAsync', [], 'INVALID'],
    ['an argument too many', 'UpdateRoleAsync', ['Client', 'Server'], 'INVALID'],
    ['a payload of text', 'RelayMessageAsync', ['0'.repeat(64), 'text'], 'INVALID'],
    ['a report without its fields', 'ReportSystemAsync', [{ os: 'Linux' }], 'INVALID'],
    ['printers by name', 'ReportPrintersAsync', [['ZD421']], 'INVALID'],
    ['more printers than fit', 'ReportPrintersAsync', [Array(51).fill(PRINTER)], 'INVALID'],
    ['a failure without its reason', 'ReportConfigAsync', [{ ...ABOUT, state: 'failed' }], 'INVALID'],
  ])('%s', async ([_case, event, args, code]) => {
    const hub = await startTestHub()
    const device = await hub.register()
    const reply: unknown = await device.socket.emitWithAck(event, ...args)
    expect(reply).toMatchObject({ ok: false, code })
    expect(hub.registry.reports).toEqual([])
    const states = hub.registry.progress.map(({ config }) => config.state)
    expect(['sent', 'received']).toEqual(expect.arrayContaining(states))
  })

  test.for<[string, string]>([
    ['a message beyond 128 KiB', `42["UpdateRoleAsync","${'x'.repeat(140_000)}"]`],
    ['a packet that is no JSON', '42["UpdateRoleAsync"'],
    ['a packet of no known type', '4x'],
    ['too many attachments', '4599-["UpdateRoleAsync",{"_placeholder":true,"num":0}]'],
    ['an event that is an object', '42[{"toString":1},"Client"]'],
  ])('%s ends that connection and no other', async ([, packet]) => {
    const hub = await startTestHub()
    const other = await hub.register()
    const raw = new WebSocket(`${hub.url.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
    await once(raw, 'message')
    raw.send(`40${JSON.stringify(newHello())}`)
    await once(raw, 'message')
    const closed = once(raw, 'close')
    raw.send(packet)
    await closed
    await other.ask('UpdateRoleAsync', 'None')
  })

  test('a registration with a role that is none', async () => {
    const hub = await startTestHub()
    const device = await hub.connect()
    const reply: unknown = await device.socket.emitWithAck('RegisterDeviceAsync', {
      ...device.registration,
      role: 2,
    })
    expect(reply).toMatchObject({ ok: false, code: 'INVALID' })
    expect(DeviceRegistration.safeParse(device.registration).success).toBe(true)
    expect(hub.registry.opens).toEqual([])
  })
})

test('a device that floods the hub with reports keeps nobody else out', async () => {
  const hub = await startTestHub({ settings: { reportsPerSecond: 3 }, clock: new SteppedClock() })
  const device = await hub.register()
  const asked = [
    device.ask('UpdateRoleAsync', 'Client'),
    device.ask('ReportPrintersAsync', [PRINTER]),
    device.ask('UpdateRoleAsync', 'None'),
    device.ask('ReportPrintersAsync', []),
    device.ask('ReportConfigAsync', { ...ABOUT, state: 'applied' }),
  ]
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(outcomes[4]).toMatchObject({ reason: { code: 'RATE_LIMITED' } })
  expect(hub.registry.reports).toHaveLength(3)
})

test.for<[string, Partial<HubSettings>, number]>([
  ['messages', { relayMessagesPerSecond: 2 }, 2],
  ['bytes', { relayBytesPerSecond: 250 }, 2],
])('a device may send its peers so many %s a second, and goes on in the next', async ([, settings, most]) => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ settings, clock })
  const [sender, target] = [await hub.register(), await hub.register()]
  const send = async () =>
    sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(100)).then(
      () => 'DELIVERED',
      (error: HubError) => error.code,
    )
  const outcomes = [await send(), await send(), await send()]
  expect(outcomes).toEqual([...Array<string>(most).fill('DELIVERED'), 'RATE_LIMITED'])
  clock.stepMs(1_000)
  expect(await send()).toBe('DELIVERED')
})

describe('a device that goes on beyond its rate is told so, and its connection ends:', () => {
  const faulty: [string, string, unknown[]][] = [
    ['events that nobody knows', 'NoSuchEventAsync', []],
    ['events in a form that nobody knows', 'UpdateRoleAsync', [1]],
  ]
  test.for(faulty)('%s', async ([, event, args]) => {
    const hub = await startTestHub({ settings: { faultsPerSecond: 3 }, clock: new SteppedClock() })
    const [device, other] = [await hub.register(), await hub.register()]
    for (let n = 0; n < 3; n += 1)
      expect(await device.socket.emitWithAck(event, ...args)).toMatchObject({ ok: false })
    expect(device.socket.connected).toBe(true)
    device.socket.emit(event, ...args)
    await expect(device.closed).resolves.toBe('transport close')
    const ended = { event: 'SessionEndedAsync', args: [expect.objectContaining({ code: 'INVALID' })] }
    expect(device.heard).toContainEqual(ended)
    await expect.poll(() => hub.registry.closeReasonOf(device.identity.connectionId)).toBe('protocol_error')
    await other.ask('UpdateRoleAsync', 'None')
  })

  test('anything at all, also what is refused for its rate', async () => {
    const settings = { framesPerSecond: 100, reportsPerSecond: 3 }
    const hub = await startTestHub({ settings, clock: new SteppedClock() })
    const [device, other] = [await hub.register(), await hub.register()]
    // Answered one by one: of what comes in one piece with the frame that ends the connection, nothing is reported.
    for (let n = 0; n < settings.reportsPerSecond; n += 1) await device.ask('UpdateRoleAsync', 'Client')
    // Not more: what came behind the end of the connection would reset it, and with it the word that says why.
    const others = settings.framesPerSecond - settings.reportsPerSecond
    for (let n = 0; n <= others; n += 1) device.socket.emit('UpdateRoleAsync', 'Client')
    await expect(device.closed).resolves.toBe('transport close')
    const ended = { event: 'SessionEndedAsync', args: [expect.objectContaining({ code: 'RATE_LIMITED' })] }
    expect(device.heard).toContainEqual(ended)
    expect(hub.registry.reports).toHaveLength(3)
    await other.ask('UpdateRoleAsync', 'None')
  })
})

test('a device may relay at its full rate and is not taken for a flood', async () => {
  const { relayMessagesPerSecond, framesPerSecond } = DEFAULT_HUB_SETTINGS
  // A message and its bytes, and its share of answers.
  expect(framesPerSecond).toBeGreaterThanOrEqual(3 * relayMessagesPerSecond)
})
