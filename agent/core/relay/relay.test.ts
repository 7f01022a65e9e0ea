// The relay against a real socket.io server: registering, coming back after every kind of end, saying goodbye.
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { DEVICE_KEY, startTestHub, TestHub } from '../../test/test-hub.ts'
import { BOOT_ID, CERTIFICATE, INSTALL_ID, newRelay, onlineRelay, setupFor } from './test-relay.ts'
import { REBUILD_MS } from './watchdog.ts'

describe('Relay', () => {
  test('introduces itself, registers and reports from its own address', async () => {
    const { hub, relay, seen } = await onlineRelay()
    expect(hub.hellos).toEqual([
      {
        protocolVersion: PROTOCOL_VERSION,
        agentVersion: '0.1.0',
        installId: INSTALL_ID,
        bootId: BOOT_ID,
        knows: ['AskTracedAsync'],
      },
    ])
    expect(hub.remoteAddresses).toEqual(['127.0.1.11'])
    expect(hub.registrations).toEqual([
      {
        computerName: 'COUNTER-1',
        username: 'counter',
        localIpAddress: '127.0.1.11',
        email: '',
        clientVersion: '0.1.0',
        pharmacyId: 7,
        role: 'None',
      },
    ])
    expect(hub.reports[0]).toMatchObject({
      supportAppNumber: '123 456 789',
      certificate: CERTIFICATE,
      tcpPort: null,
    })
    expect(hub.reports[0]?.totalRamMb).toBeGreaterThan(0)
    expect(relay.connection()).toMatchObject({ state: 'online', deviceKey: DEVICE_KEY, latencyMs: null })
    expect(seen.online).toBe(1)
  })

  test('answers heartbeats with a rising number and shows the latency the hub measured', async () => {
    const { hub, relay } = await onlineRelay()
    const expected = { isAlive: true, bootId: BOOT_ID, queueDepth: 0, configVersion: 0, configHash: '' }
    expect(await hub.nudge(4)).toMatchObject({ ...expected, seq: 1 })
    expect(await hub.nudge(6)).toMatchObject({ ...expected, seq: 2 })
    expect(relay.connection()).toMatchObject({ latencyMs: 6 })
  })

  test('comes back after the hub disconnects it', async () => {
    const { hub, relay, clock, reach } = await onlineRelay()
    for (const socket of hub.sockets()) socket.disconnect()
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: 'The hub closed the connection' })
    clock.stepMs(5_000)
    await reach('online')
    expect(hub.registrations).toHaveLength(2)
  })

  test('comes back after a rejected handshake', async () => {
    const hub = await startTestHub()
    hub.refuseHandshake = { code: 'UNAVAILABLE', message: 'The registry is not available' }
    const { relay, clock, reach } = newRelay()
    await relay.apply(setupFor(hub.url))
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: 'The registry is not available' })
    hub.refuseHandshake = null
    clock.stepMs(1_000)
    await reach('online')
  })

  test('comes back after the hub was killed and started again', async () => {
    const { hub, relay, clock, reach } = await onlineRelay()
    const { port } = hub
    clock.stepMs(60_000)
    await hub.kill()
    await reach('waiting')
    await until('a try without a hub', () => {
      const connection = relay.connection()
      if (connection.state !== 'waiting') return false
      if (connection.why.includes('is the portal running?')) return true
      // The first after the loss, and one more for each that met a hub that was not quite gone.
      clock.stepMs(5_000)
      return false
    })
    const again = await startTestHub(port)
    clock.stepMs(1_000)
    await reach('online')
    expect(again.registrations).toHaveLength(1)
  })

  test('says why the hub refuses it and keeps trying every quarter of an hour', async () => {
    const hub = await startTestHub()
    hub.refuseHandshake = { code: 'BAD_KEY', message: 'The key is another one' }
    const { relay, clock, reach } = newRelay()
    await relay.apply(setupFor(hub.url))
    await reach('refused')
    expect(relay.connection()).toMatchObject({ code: 'BAD_KEY', why: 'The key is another one' })
    clock.stepMs(15 * 60_000 - 1)
    expect(relay.connection().state).toBe('refused')
    hub.refuseHandshake = null
    clock.stepMs(1)
    await reach('online')
  })

  test('is refused when the hub does not accept the registration', async () => {
    const hub = await startTestHub()
    hub.refuseRegistration = { code: 'UPGRADE_REQUIRED', message: 'This agent is too old' }
    const { relay, reach } = newRelay()
    await relay.apply(setupFor(hub.url))
    await reach('refused')
    expect(relay.connection()).toMatchObject({ code: 'UPGRADE_REQUIRED' })
  })

  test('is refused when the hub ends the session for good, also when the socket closes at once', async () => {
    const { hub, relay, reach } = await onlineRelay()
    const [socket] = hub.sockets()
    socket?.emit('SessionEndedAsync', { code: 'REVOKED', message: 'This computer was removed' })
    socket?.disconnect()
    await reach('refused')
    expect(relay.connection()).toMatchObject({ code: 'REVOKED', why: 'This computer was removed' })
  })

  test('that was shut out says so until the hub lets it in, also while a try reaches nobody', async () => {
    const { hub, relay, clock, seen, reach } = await onlineRelay()
    hub.refuseHandshake = { code: 'REVOKED', message: 'An Admin withdrew its access' }
    await hub.say('SessionEndedAsync', hub.refuseHandshake)
    for (const socket of hub.sockets()) socket.disconnect()
    await reach('refused')
    const dueMs = (): number => {
      const connection = relay.connection()
      return connection.state === 'refused' ? Date.parse(connection.nextTryAt) : 0
    }
    const states = new Set<string>()
    const tryNow = (): void => clock.stepMs(dueMs() - clock.wallMs())
    const nextTry = async (): Promise<void> => {
      const before = dueMs()
      tryNow()
      await until('another try is due', () => {
        states.add(relay.connection().state)
        return dueMs() !== before
      })
    }
    await nextTry()
    const { port } = hub
    await hub.kill()
    await nextTry()
    expect([...states]).toEqual(['refused'])
    expect(relay.connection()).toMatchObject({ code: 'REVOKED', why: 'An Admin withdrew its access' })

    await startTestHub(port)
    tryNow()
    await reach('online')
    expect(seen.online).toBe(2)
  })

  test('comes back soon when the hub ends this connection alone', async () => {
    const { hub, relay, clock, reach } = await onlineRelay()
    const [socket] = hub.sockets()
    socket?.emit('SessionEndedAsync', { code: 'NOT_REGISTERED', message: 'This session is over' })
    socket?.disconnect()
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: 'This session is over' })
    clock.stepMs(10_000)
    await reach('online')
  })

  test('waits for the window that a restarting hub announces', async () => {
    const { hub, relay, clock, reach } = await onlineRelay()
    await hub.say('RestartingAsync', { afterMs: 20_000, windowMs: 10_000 })
    for (const socket of hub.sockets()) socket.conn.close()
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: 'The hub is being restarted' })
    clock.stepMs(24_999)
    await reach('waiting')
    clock.stepMs(1)
    await reach('online')
  })

  test('waits as long as Retry-After asks', async () => {
    const hub = await startTestHub()
    hub.httpAnswer = { status: 503, retryAfter: '30' }
    const { relay, clock, reach } = newRelay()
    await relay.apply(setupFor(hub.url))
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: expect.stringContaining('HTTP 503') })
    hub.httpAnswer = null
    clock.stepMs(34_999)
    expect(relay.connection().state).toBe('waiting')
    clock.stepMs(1)
    await reach('online')
  })

  test('steps aside for another agent with its identity, and tries again', async () => {
    const { hub, relay, clock, reach } = await onlineRelay()
    await hub.say('SessionReplacedAsync')
    clock.stepMs(0)
    await reach('waiting')
    expect(relay.connection()).toMatchObject({ why: expect.stringContaining('Another agent') })
    clock.stepMs(5_000)
    await reach('online')
  })

  test('builds the connection anew when no heartbeat came for 5 minutes', async () => {
    const { hub, clock, reach, relay } = await onlineRelay()
    clock.stepMs(REBUILD_MS)
    expect(relay.connection()).toMatchObject({
      state: 'waiting',
      why: expect.stringContaining('no heartbeat'),
    })
    clock.stepMs(5_000)
    await reach('online')
    expect(hub.registrations).toHaveLength(2)
  })

  test('gives a hub that does not answer 10 s', async () => {
    const hub = new TestHub()
    hub.refuseHandshake = null
    await hub.start()
    const { relay, clock } = newRelay()
    const applied = relay.apply(setupFor(hub.url))
    clock.stepMs(10_000)
    await applied
    expect(relay.connection()).toMatchObject({
      state: 'waiting',
      why: expect.stringContaining('within 10 s'),
    })
  })

  test('unregisters when it stops, and stays stopped', async () => {
    const { hub, relay, clock } = await onlineRelay()
    await relay.stop()
    expect(hub.goodbyes).toBe(1)
    await until('no socket', () => hub.sockets().length === 0)
    expect(clock.nextInMs()).toBeNull()
    expect(relay.connection()).toMatchObject({ state: 'off' })
  })

  test('stops while it waits for the next try', async () => {
    const { relay, clock, reach } = newRelay()
    await relay.apply(setupFor('http://127.0.0.1:1'))
    await reach('waiting')
    await relay.stop()
    expect(clock.nextInMs()).toBeNull()
  })

  test('does not answer events that the contract does not know', async () => {
    const { hub } = await onlineRelay()
    const [socket] = hub.sockets()
    const reply: unknown = await socket?.timeout(2_000).emitWithAck('constructor', 1)
    expect(reply).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' })
    const wrong: unknown = await socket?.timeout(2_000).emitWithAck('RoleChangedAsync', 1)
    expect(wrong).toMatchObject({ ok: false, code: 'INVALID' })
  })
})
