// Status events: whom they reach, which of them are told, and what a hub knows of devices by them.
import { describe, expect, test } from 'vitest'
import { deviceKeyOf } from '../test/memory-registry.ts'
import type { PresenceEvent } from './status-events.ts'
import { startTestHub } from '../test/test-hub.ts'

function presence(changes: Partial<PresenceEvent> & Pick<PresenceEvent, 'deviceKey'>): PresenceEvent {
  return {
    id: 1,
    customerId: 1,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'presence',
    computerId: 1,
    presenceSeq: 1,
    status: 'Offline',
    presence: 'offline',
    reason: null,
    ...changes,
  }
}

describe('a status event', () => {
  const statusOf = (device: { heard: readonly { event: string; args: readonly unknown[] }[] }) =>
    device.heard.filter((one) => one.event === 'DeviceStatusChangedAsync').map((one) => one.args)

  test('reaches the other devices of the pharmacy and nobody else', async () => {
    const hub = await startTestHub()
    const subject = await hub.register()
    const peer = await hub.register()
    const stranger = await hub.register({ pharmacyId: 2 })
    const waiting = await hub.connect()
    hub.hub.announce(presence({ deviceKey: subject.identity.deviceKey, status: 'Offline' }))
    await expect.poll(() => statusOf(peer)).toEqual([[subject.identity.deviceKey, 'Offline']])
    await stranger.ask('UpdateRoleAsync', 'None')
    await subject.ask('UpdateRoleAsync', 'None')
    expect([subject, stranger, waiting].flatMap(statusOf)).toEqual([])
  })

  test('that is not newer than the last one of its device is dropped', async () => {
    const hub = await startTestHub()
    const peer = await hub.register()
    const deviceKey = deviceKeyOf(1, 'somebody')
    hub.hub.announce(presence({ deviceKey, presenceSeq: 5, status: 'Online' }))
    hub.hub.announce(presence({ deviceKey, presenceSeq: 5, status: 'Offline' }))
    hub.hub.announce(presence({ deviceKey, presenceSeq: 4, status: 'Offline' }))
    hub.hub.announce(presence({ deviceKey, presenceSeq: 6, status: 'Offline' }))
    await expect.poll(() => statusOf(peer).map(([, status]) => status)).toEqual(['Online', 'Offline'])
  })

  test('is told when the status is another, not for each state of presence', async () => {
    const hub = await startTestHub()
    const peer = await hub.register()
    const deviceKey = deviceKeyOf(1, 'somebody')
    for (const [index, state] of (
      ['online', 'degraded', 'reconnecting', 'offline', 'online'] as const
    ).entries()) {
      const status = state === 'offline' ? 'Offline' : 'Online'
      hub.hub.announce(presence({ deviceKey, presenceSeq: index + 1, status, presence: state }))
    }
    await expect
      .poll(() => statusOf(peer).map(([, status]) => status))
      .toEqual(['Online', 'Offline', 'Online'])
  })

  test('makes an absent device of the pharmacy known as offline, to its own pharmacy only', async () => {
    const hub = await startTestHub()
    const peer = await hub.register({ pharmacyId: 1 })
    const stranger = await hub.register({ pharmacyId: 2 })
    const deviceKey = deviceKeyOf(1, 'somebody')
    hub.hub.announce(presence({ customerId: 1, deviceKey }))
    await expect(peer.ask('NudgeAsync', deviceKey)).rejects.toMatchObject({ code: 'PEER_OFFLINE' })
    await expect(stranger.ask('NudgeAsync', deviceKey)).rejects.toMatchObject({ code: 'PEER_UNKNOWN' })
  })
})
