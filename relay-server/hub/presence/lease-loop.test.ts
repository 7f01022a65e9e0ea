// The lease: renewed, compared with the sockets, and and what happens after a lapse.
import { describe, expect, test } from 'vitest'
import { deviceKeyOf } from '../test/memory-registry.ts'
import type { PresenceEvent } from './status-events.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startTestHub, type TestHub } from '../test/test-hub.ts'

/** Lets the loop take its turns: it plans the next one only after the registry's answer. */
async function turn(hub: TestHub, clock: SteppedClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.stepMs(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(hub.hub.hubId).toBe(hub.registry.hubId)
}

const event: PresenceEvent = {
  id: 1,
  customerId: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'presence',
  computerId: 9,
  deviceKey: deviceKeyOf(1, 'somebody'),
  presenceSeq: 1,
  status: 'Online',
  presence: 'online',
  reason: null,
}

describe('the lease', () => {
  test('is renewed every 5 s and names the sessions every 30 s', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    await turn(hub, clock, 30)
    const lists = hub.registry.leases.map((lease) => lease.sessionIds)
    expect(lists).toEqual([[], null, null, null, null, null, [device.identity.connectionId]])
    expect(hub.registry.leases.every((lease) => !lease.draining)).toBe(true)
  })

  test('opens again what the registry lost, with the same session', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    hub.registry.loseRows()
    await turn(hub, clock, 30)
    expect(hub.registry.opens.map((open) => open.reassert)).toEqual([false, true])
    expect(hub.registry.opens[1]?.sessionId).toBe(device.identity.connectionId)
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBeNull()
    await device.ask('UnregisterDeviceAsync')
    expect(hub.registry.closeReasonOf(device.identity.connectionId)).toBe('bye')
  })

  test('that failed is renewed with the sessions, and status events wait until they are open again', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    hub.registry.leaseFailing = true
    await turn(hub, clock, 6)
    expect(hub.hub.facts().leaseHeld).toBe(false)
    hub.hub.announce(event)
    hub.hub.announce({ ...event, presenceSeq: 2, status: 'Offline', presence: 'offline' })
    hub.registry.loseRows()
    await device.ask('UpdateRoleAsync', 'None')
    const statuses = () =>
      device.heard.filter((one) => one.event === 'DeviceStatusChangedAsync').map((one) => one.args[1])
    expect(statuses()).toEqual([])
    hub.registry.leaseFailing = false
    await turn(hub, clock, 2)
    expect(hub.hub.facts()).toMatchObject({ leaseHeld: true, sessionsReopened: 1 })
    await expect.poll(() => statuses()).toEqual(['Offline'])
  })

  test('that came late counts as lapsed: the sessions are named again before anything is told', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    const gate = Promise.withResolvers<void>()
    hub.registry.leaseGate = gate.promise
    await turn(hub, clock, 16)
    hub.registry.loseRows()
    const opening = Promise.withResolvers<void>()
    hub.registry.gate = opening.promise
    gate.resolve()
    await turn(hub, clock, 2)
    expect(hub.registry.leases.at(-1)?.sessionIds).toEqual([device.identity.connectionId])
    expect(hub.hub.facts()).toMatchObject({ leaseHeld: false, sessionsReopened: 0 })
    opening.resolve()
    await turn(hub, clock, 1)
    expect(hub.hub.facts()).toMatchObject({ leaseHeld: true, sessionsReopened: 1 })
  })

  test('goes on being renewed while sessions are opened again', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    await hub.register()
    hub.registry.loseRows()
    const opening = Promise.withResolvers<void>()
    hub.registry.gate = opening.promise
    await turn(hub, clock, 50)
    expect(hub.registry.opens).toHaveLength(2)
    expect(hub.registry.leases).toHaveLength(11)
    opening.resolve()
    await turn(hub, clock, 1)
    expect(hub.registry.openRows()).toHaveLength(1)
  })

  test('ends a session that may not be opened again and says why', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    hub.registry.loseRows()
    hub.registry.refusalByInstall.set(device.hello.installId, 'REVOKED')
    await turn(hub, clock, 30)
    await expect(device.closed).resolves.toBe('transport close')
    const ended = { event: 'SessionEndedAsync', args: [{ code: 'REVOKED', message: 'Refused: REVOKED' }] }
    expect(device.heard).toContainEqual(ended)
    await expect.poll(() => hub.hub.sessionCount()).toBe(0)
  })

  test('stays lapsed while a session could not be opened again yet', async () => {
    const clock = new SteppedClock()
    const hub = await startTestHub({ clock })
    const device = await hub.register()
    hub.registry.leaseFailing = true
    await turn(hub, clock, 6)
    hub.registry.loseRows()
    hub.registry.leaseFailing = false
    hub.registry.refusalByInstall.set(device.hello.installId, 'UNAVAILABLE')
    await turn(hub, clock, 3)
    expect(hub.hub.facts().leaseHeld).toBe(false)
    expect(device.socket.connected).toBe(true)
    hub.registry.refusalByInstall.clear()
    await turn(hub, clock, 2)
    expect(hub.hub.facts().leaseHeld).toBe(true)
  })

  test('that never came makes a registration wait and then fail with a code to try again', async () => {
    const hub = await startTestHub({
      settings: { firstLeaseWaitMs: 50, leaseMs: 60_000 },
      leaseFailing: true,
    })
    const device = await hub.connect()
    const registering = device.ask('RegisterDeviceAsync', device.registration)
    await expect(registering).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(hub.registry.opens).toEqual([])
  })
})
