// The hub towards one device: handshake, registration, refusals, goodbye, replacement.
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { describe, expect, test } from 'vitest'
import { deviceKeyOf } from './test/memory-registry.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { NOTHING_NEW } from './registry/registry.ts'
import { newHello, openSocket, startTestHub, type TestHub } from './test/test-hub.ts'

async function connectErrorOf(hub: TestHub, auth: object): Promise<Error & { data?: unknown }> {
  const socket = openSocket(hub.url, auth)
  return new Promise((resolve, reject) => {
    socket.once('connect_error', resolve)
    socket.once('connect', () => reject(new Error('the hub let the socket in')))
  })
}

describe('the handshake', () => {
  test('refuses a hello that does not parse and says what is wrong', async () => {
    const hub = await startTestHub()
    const refused = await connectErrorOf(hub, { ...newHello(), installId: 'no uuid' })
    expect(refused.data).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('installId') as unknown,
    })
  })

  test('refuses a hello without its fields, and repeats nothing of it', async () => {
    const hub = await startTestHub()
    const refused = await connectErrorOf(hub, { protocolVersion: 1, key: 'secret' })
    expect(refused.data).toMatchObject({ code: 'INVALID' })
    expect(JSON.stringify(refused.data)).not.toContain('secret')
  })

  test('refuses a request with an Origin before the upgrade', async () => {
    const hub = await startTestHub()
    const socket = openSocket(hub.url, newHello(), { origin: 'https://example.com' })
    const error = await new Promise((resolve) => socket.once('connect_error', resolve))
    expect(String(error)).toContain('websocket error')
    expect(hub.hub.facts()).toMatchObject({ unproven: 0, admissionsRefused: 1 })
  })

  test('refuses polling', async () => {
    const hub = await startTestHub()
    const response = await fetch(`${hub.url}/hubs/?EIO=4&transport=polling`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'Transport unknown' })
  })

  test('refuses the old engine protocol', async () => {
    const hub = await startTestHub()
    const status = await new Promise((resolve) => {
      const upgrade = httpRequest(`${hub.url}/hubs/?EIO=3&transport=websocket`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      })
      upgrade.once('response', (response) => resolve(response.statusCode))
      upgrade.once('upgrade', () => resolve(101))
      upgrade.end()
    })
    expect(status).toBe(400)
    expect(hub.hub.facts().admissionsRefused).toBe(1)
  })

  test('admits no more unproven sockets of one address than allowed, while registered ones do not count', async () => {
    const hub = await startTestHub({ settings: { maxUnprovenPerAddress: 2 } })
    await hub.register()
    await hub.register()
    await hub.register()
    const waiting = await hub.connect()
    await hub.connect()
    await expect(hub.connect()).rejects.toThrow('websocket error')
    waiting.socket.disconnect()
    await expect.poll(() => hub.hub.facts().unproven).toBe(1)
    await hub.connect()
  })

  test('asks devices beyond the rate to come back, and admits them a second later', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock, settings: { admissionsPerSecond: 1 } })
    await hub.connect()
    expect((await connectErrorOf(hub, newHello())).data).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterMs: 3_000,
    })
    expect((await connectErrorOf(hub, newHello())).data).toMatchObject({ retryAfterMs: 4_000 })
    clock.stepMs(1_000)
    await hub.connect()
  })

  test('asks devices beyond the largest number of sessions to come back', async () => {
    const hub = await startTestHub({ settings: { maxSessions: 1 } })
    await hub.register()
    expect((await connectErrorOf(hub, newHello())).data).toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('registration', () => {
  test('answers the identity that the registry gave', async () => {
    const hub = await startTestHub()
    const device = await hub.register({ pharmacyId: 7 })
    expect(device.identity.deviceKey).toBe(deviceKeyOf(7, device.hello.installId))
    expect(device.identity.publicIpAddress).toBe('127.0.0.1')
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBeNull()
    expect(hub.hub.sessionCount()).toBe(1)
  })

  test('is answered only after the registry answered', async () => {
    const hub = await startTestHub()
    const gate = Promise.withResolvers<void>()
    hub.registry.gate = gate.promise
    const device = await hub.connect()
    const registering = device.ask('RegisterDeviceAsync', device.registration)
    await expect.poll(() => hub.registry.opens).toHaveLength(1)
    await expect(device.ask('UpdateRoleAsync', 'Client')).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
    gate.resolve()
    await expect(registering).resolves.toMatchObject({ publicIpAddress: '127.0.0.1' })
  })

  test('twice on one socket gives the same identity and opens one session', async () => {
    const hub = await startTestHub()
    const device = await hub.register()
    const again = await device.ask('RegisterDeviceAsync', { ...device.registration, computerName: 'OTHER' })
    expect(again).toEqual(device.identity)
    expect(hub.registry.opens).toHaveLength(1)
  })

  test.for<HubCode>(['UPGRADE_REQUIRED', 'REVOKED', 'BAD_KEY'])(
    'refused with %s is answered with that code, then the connection is closed so that the client may come back',
    async (code) => {
      const hub = await startTestHub()
      const device = await hub.connect()
      hub.registry.refusalByInstall.set(device.hello.installId, code)
      await expect(device.ask('RegisterDeviceAsync', device.registration)).rejects.toMatchObject({ code })
      await expect(device.closed).resolves.toBe('transport close')
      expect(hub.hub.sessionCount()).toBe(0)
    },
  )

  test('closes the row at once when the socket went away meanwhile', async () => {
    const hub = await startTestHub()
    const gate = Promise.withResolvers<void>()
    hub.registry.gate = gate.promise
    const device = await hub.connect()
    device.ask('RegisterDeviceAsync', device.registration).catch(() => undefined)
    await expect.poll(() => hub.registry.opens).toHaveLength(1)
    device.socket.disconnect()
    await expect.poll(() => hub.hub.facts().unproven).toBe(0)
    gate.resolve()
    const sessionId = hub.registry.opens[0]?.sessionId ?? ''
    await expect.poll(() => hub.registry.closeReasonOf(sessionId)).toBe('bye')
    expect(hub.hub.sessionCount()).toBe(0)
  })

  test('that never comes closes the socket after five seconds', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const silent = await hub.connect()
    const registered = await hub.register()
    clock.stepMs(4_999)
    expect(silent.socket.connected).toBe(true)
    clock.stepMs(1)
    await expect(silent.closed).resolves.toBe('transport close')
    expect(registered.socket.connected).toBe(true)
  })

  test('on a socket that does not even introduce itself ends the same way', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const raw = new WebSocket(`${hub.url.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
    await once(raw, 'message')
    expect(hub.hub.facts().unproven).toBe(1)
    const closed = once(raw, 'close')
    clock.stepMs(5_000)
    await closed
    await expect.poll(() => hub.hub.facts().unproven).toBe(0)
  })
})

describe('the end of a session', () => {
  test('by UnregisterDeviceAsync is told to the registry before the reply, then the connection is closed', async () => {
    const hub = await startTestHub()
    const device = await hub.register()
    await device.ask('UnregisterDeviceAsync')
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBe('bye')
    await expect(device.closed).resolves.toBe('transport close')
    expect(hub.hub.sessionCount()).toBe(0)
  })

  test('by a broken connection has its own reason', async () => {
    const hub = await startTestHub()
    const device = await hub.register()
    device.socket.io.engine.close()
    const { connectionId } = device.identity
    await expect.poll(() => hub.registry.closeReasonOf(connectionId)).toBe('transport_close')
  })

  test('by a newer socket of the same installation is told to the older one', async () => {
    const hub = await startTestHub()
    const older = await hub.register()
    const newer = await hub.register({ hello: { installId: older.hello.installId } })
    await expect(older.closed).resolves.toBe('transport close')
    expect(older.heard).toContainEqual({ event: 'SessionReplacedAsync', args: [] })
    await expect.poll(() => hub.registry.closeReasonOf(older.identity.connectionId)).toBe('replaced')
    expect(hub.registry.closeReasonOf(newer.identity.connectionId)).toBeNull()
    expect(newer.socket.connected).toBe(true)
    expect(hub.hub.sessionCount()).toBe(1)
  })

  test('reported late leaves the newer session alone', async () => {
    const hub = await startTestHub()
    const older = await hub.register()
    const peer = await hub.register()
    const newer = await hub.register({ hello: { installId: older.hello.installId } })
    await older.closed
    await expect.poll(() => hub.registry.closeReasonOf(older.identity.connectionId)).toBe('replaced')
    await expect(peer.ask('NudgeAsync', newer.identity.deviceKey)).resolves.toMatchObject({ isAlive: true })
    expect(hub.registry.openRows()).toHaveLength(2)
  })

  test('the installation of one pharmacy does not replace that of another', async () => {
    const hub = await startTestHub()
    const older = await hub.register({ pharmacyId: 1 })
    await hub.register({ pharmacyId: 2, hello: { installId: older.hello.installId } })
    expect(older.socket.connected).toBe(true)
    expect(hub.hub.sessionCount()).toBe(2)
  })
})

test('reports reach the registry with the session they came from', async () => {
  const hub = await startTestHub()
  const device = await hub.register()
  const system = {
    totalRamMb: 8_192,
    supportAppNumber: null,
    os: 'Linux',
    addresses: ['10.0.0.7'],
    certificate: null,
    tcpPort: 9_100,
  }
  await device.ask('UpdateRoleAsync', 'Server')
  await device.ask('ReportSystemAsync', system)
  const printers = [{ id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' }]
  await device.ask('ReportPrintersAsync', printers)
  const sessionId = device.identity.connectionId
  expect(hub.registry.reports).toEqual([
    { sessionId, ...NOTHING_NEW, role: 'Server' },
    { sessionId, ...NOTHING_NEW, system },
    { sessionId, ...NOTHING_NEW, printers },
  ])
})
