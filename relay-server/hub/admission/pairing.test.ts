// A code on a connection that proved its key, and what a device is told to become before it is let in.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { never, newHello, startTestHub, type TestDevice } from '../test/test-hub.ts'

const names = { computerName: 'COUNTER-1', username: 'till' }
const PAIRED = { state: 'paired', pharmacyId: 7, pharmacyName: 'Central' } as const

const heardOf = ({ heard }: TestDevice, event: string) =>
  heard.filter((one) => one.event === event).map(({ args }) => args[0])

describe('pairing', () => {
  test('asks the registry with the proven certificate, and the device registers on the same connection', async () => {
    const hub = await startTestHub()
    hub.registry.answerByCode.set('BCDFGHJK', PAIRED)
    const device = await hub.connect({ pharmacyId: 7 })
    expect(await device.ask('PairDeviceAsync', { code: 'bcdf-ghjk', ...names })).toEqual(PAIRED)
    await device.ask('RegisterDeviceAsync', device.registration)
    const [pair] = hub.registry.pairs
    expect(pair).toMatchObject({
      hello: device.hello,
      request: { code: 'BCDFGHJK', ...names },
      remoteIp: '127.0.0.1',
    })
    expect(pair?.certificate).toBe(hub.registry.opens[0]?.certificate)
  })

  test('that is refused ends the connection behind the words', async () => {
    const hub = await startTestHub()
    const device = await hub.connect()
    const pairing = device.ask('PairDeviceAsync', { code: 'BCDFGHJK', ...names })
    await expect(pairing).rejects.toMatchObject({ code: 'PAIRING_REFUSED' })
    await device.closed
    await until('its place is free', () => hub.hub.facts().unproven === 0)
  })

  test('is tried once a connection', async () => {
    const hub = await startTestHub()
    hub.registry.answerByCode.set('BCDFGHJK', PAIRED)
    const device = await hub.connect()
    await device.ask('PairDeviceAsync', { code: 'BCDFGHJK', ...names })
    const again = device.ask('PairDeviceAsync', { code: 'BCDFGHJL', ...names })
    await expect(again).rejects.toMatchObject({ code: 'INVALID' })
    expect(hub.registry.pairs).toHaveLength(1)
    await device.closed
  })

  test('leaves five seconds to register', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    hub.registry.answerByCode.set('BCDFGHJK', PAIRED)
    const device = await hub.connect()
    clock.stepMs(4_000)
    await device.ask('PairDeviceAsync', { code: 'BCDFGHJK', ...names })
    clock.stepMs(4_000)
    expect(device.socket.connected).toBe(true)
    clock.stepMs(1_000)
    await device.closed
  })

  test('leaves nothing of a code in the log, right or wrong', async () => {
    const lines: string[] = []
    const write = (...line: unknown[]): unknown => lines.push(JSON.stringify(line))
    const logger: Logger = { info: write, warn: write, error: write, debug: write, named: () => logger }
    const hub = await startTestHub({ logger })
    hub.registry.answerByCode.set('BCDFGHJK', PAIRED)
    const [device, guesser] = [await hub.connect({ pharmacyId: 7 }), await hub.connect()]
    await device.ask('PairDeviceAsync', { code: 'BCDF-GHJK', ...names })
    await guesser.ask('PairDeviceAsync', { code: 'CDFG-HJKL', ...names }).catch(() => undefined)
    await guesser.closed
    const log = lines.join('\n')
    expect(log).toMatch(/device\.paired[^]*pairing\.refused/)
    expect(log).not.toMatch(/BCDF.?GHJK|CDFG.?HJKL|CERTIFICATE/i)
  })
})

describe('a device that has to become another first', () => {
  test('hears of its new pharmacy, and is in no table', async () => {
    const hub = await startTestHub()
    const hello = newHello()
    const movedTo = { pharmacyId: 8, pharmacyName: 'North' }
    hub.registry.redirectByInstall.set(hello.installId, { movedTo, newIdentity: null })
    const device = await hub.connect({ hello, pharmacyId: 7 })
    const registering = device.ask('RegisterDeviceAsync', device.registration)
    await expect(registering).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(heardOf(device, 'PharmacyChangedAsync')).toEqual([movedTo])
    await device.closed
    expect(heardOf(device, 'PrinterConfigChangedAsync')).toEqual([])
    expect(hub.hub.sessionCount()).toBe(0)
    expect(hub.registry.leases.at(-1)?.sessionIds ?? []).toEqual([])
  })

  test('hears the code of its new identity', async () => {
    const hub = await startTestHub()
    const hello = newHello()
    const newIdentity = { code: 'BCDFGHJK' }
    hub.registry.redirectByInstall.set(hello.installId, { movedTo: null, newIdentity })
    const device = await hub.connect({ hello })
    await device.ask('RegisterDeviceAsync', device.registration).catch(() => undefined)
    expect(heardOf(device, 'NewIdentityAsync')).toEqual([newIdentity])
    await device.closed
  })

  test('is found out at a comparison after a lapse', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    hub.registry.redirectByInstall.set(device.hello.installId, {
      movedTo: { pharmacyId: 8, pharmacyName: 'North' },
      newIdentity: null,
    })
    hub.registry.loseRows()
    await until('the rows are compared', () => {
      clock.stepMs(1_000)
      return device.socket.disconnected
    })
    expect(heardOf(device, 'SessionEndedAsync')).toMatchObject([{ code: 'NOT_REGISTERED' }])
  })
})

describe('what the store says of sessions', () => {
  test('superseded elsewhere: told and closed', async () => {
    const hub = await startTestHub()
    const [device, other] = [await hub.register(), await hub.register()]
    hub.hub.supersede([device.identity.connectionId, newHello().bootId])
    await device.closed
    expect(heardOf(device, 'SessionReplacedAsync')).toHaveLength(1)
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBe('replaced')
    expect(other.socket.connected).toBe(true)
  })

  test('revoked: told why and closed, also while its open is under way', async () => {
    const hub = await startTestHub()
    const device = await hub.register()
    const end = { code: 'REVOKED' as const, message: 'Staff withdrew the access of this computer' }
    hub.hub.revoke([{ sessionId: device.identity.connectionId, reason: 'revoked', end }])
    await device.closed
    expect(heardOf(device, 'SessionEndedAsync')).toEqual([end])
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBe('revoked')

    const gate = Promise.withResolvers<void>()
    hub.registry.gate = gate.promise
    const opening = await hub.connect()
    const registering = opening.ask('RegisterDeviceAsync', opening.registration).catch(() => undefined)
    await until('the open is under way', () => hub.registry.opens.length === 2)
    const { sessionId } = hub.registry.opens[1] ?? { sessionId: '' }
    hub.hub.revoke([{ sessionId, reason: 'revoked', end }])
    gate.resolve()
    await Promise.all([opening.closed, registering])
    await until('its row is closed', () => hub.registry.closeReasonOf(sessionId) === 'revoked')
    expect(hub.hub.sessionCount()).toBe(0)
  })

  test('a new identity: told, and the connection ends when it is kept; a device that is silent keeps its own', async () => {
    const hub = await startTestHub()
    const device = await hub.register()
    await hub.hub.giveNewIdentity(device.identity.connectionId, { code: 'BCDFGHJK' })
    await device.closed
    const soonOver = await startTestHub({ settings: { assignmentTimeoutMs: 100 } })
    const silent = await soonOver.register({ handlers: { NewIdentityAsync: never } })
    await soonOver.hub.giveNewIdentity(silent.identity.connectionId, { code: 'BCDFGHJK' })
    expect(silent.socket.connected).toBe(true)
  })
})
