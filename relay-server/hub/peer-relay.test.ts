// Between devices: relay, nudge and status events stay inside one pharmacy and have one outcome each.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { deviceKeyOf } from './memory-registry.ts'
import type { PresenceEvent } from './status-events.ts'
import { startTestHub } from './test-hub.ts'

const NONSENSE_KEY = '0'.repeat(64)

function presence(changes: Partial<PresenceEvent> & Pick<PresenceEvent, 'deviceKey'>): PresenceEvent {
  return {
    ...{ id: 1, customerId: 1, at: '2026-01-01T00:00:00.000Z', kind: 'presence', computerId: 1 },
    ...{ presenceSeq: 1, status: 'Offline', reason: null },
    ...changes,
  }
}

describe('a relayed message', () => {
  test('arrives with the key of its sender and its bytes unchanged', async () => {
    const hub = await startTestHub()
    const received: { from: string; bytes: Uint8Array }[] = []
    const target = await hub.register({
      handlers: {
        ReceiveMessageAsync: async (from, bytes) => {
          received.push({ from, bytes: new Uint8Array(bytes) })
          return null
        },
      },
    })
    const sender = await hub.register()
    const payload = Uint8Array.from({ length: 65_536 }, (_, at) => at % 251)
    await sender.ask('RelayMessageAsync', target.identity.deviceKey, payload)
    expect(received.map((message) => message.from)).toEqual([sender.identity.deviceKey])
    expect(received[0]?.bytes).toEqual(payload)
  })

  test('to a device of another pharmacy is answered exactly as one to a device that never was', async () => {
    const hub = await startTestHub()
    const stranger = await hub.register({ pharmacyId: 2 })
    const sender = await hub.register({ pharmacyId: 1 })
    const payload = new Uint8Array([1])
    const toStranger: unknown = await sender.socket.emitWithAck(
      'RelayMessageAsync',
      stranger.identity.deviceKey,
      payload,
    )
    const toNobody: unknown = await sender.socket.emitWithAck('RelayMessageAsync', NONSENSE_KEY, payload)
    expect(toStranger).toMatchObject({ ok: false, code: 'PEER_UNKNOWN' })
    expect(toStranger).toEqual(toNobody)
    const nudged: unknown = await sender.socket.emitWithAck('NudgeAsync', stranger.identity.deviceKey)
    expect(nudged).toEqual(await sender.socket.emitWithAck('NudgeAsync', NONSENSE_KEY))
    expect(stranger.heard.filter((one) => one.event === 'ReceiveMessageAsync')).toEqual([])
  })

  test('to a device of the pharmacy that has left is PEER_OFFLINE', async () => {
    const hub = await startTestHub()
    const target = await hub.register()
    const sender = await hub.register()
    await target.ask('UnregisterDeviceAsync')
    const relayed = sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(1))
    await expect(relayed).rejects.toMatchObject({ code: 'PEER_OFFLINE' })
  })

  test('whose target leaves before it answers is PEER_GONE at once', async () => {
    const hub = await startTestHub()
    const asked = Promise.withResolvers<void>()
    const target = await hub.register({
      handlers: {
        ReceiveMessageAsync: async () => {
          asked.resolve()
          return new Promise<null>(() => undefined)
        },
      },
    })
    const sender = await hub.register()
    const relayed = sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(1))
    await asked.promise
    target.socket.disconnect()
    await expect(relayed).rejects.toMatchObject({ code: 'PEER_GONE' })
  })

  test('that is never answered is TIMEOUT, and its place in the window is free again', async () => {
    const hub = await startTestHub({ settings: { relayTimeoutMs: 60, maxInFlightPerTarget: 1 } })
    const target = await hub.register({
      handlers: { ReceiveMessageAsync: async () => new Promise<null>(() => undefined) },
    })
    const sender = await hub.register()
    const send = async () => sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(1))
    await expect(send()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect(send()).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('beyond the window of its target is QUEUE_FULL', async () => {
    const hub = await startTestHub()
    const gate = Promise.withResolvers<null>()
    const target = await hub.register({ handlers: { ReceiveMessageAsync: async () => gate.promise } })
    const sender = await hub.register()
    const send = async () => sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(1))
    const waiting = Array.from({ length: 8 }, send)
    await expect(send()).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    gate.resolve(null)
    await expect(Promise.all(waiting)).resolves.toHaveLength(8)
  })
})

test('a nudge of a peer measures its latency', async () => {
  const hub = await startTestHub()
  const target = await hub.register()
  const sender = await hub.register()
  const response = await sender.ask('NudgeAsync', target.identity.deviceKey)
  expect(response).toMatchObject({ isAlive: true })
})

test('nothing ever crosses from one pharmacy to another', { timeout: 20_000 }, async () => {
  const hub = await startTestHub({ settings: { maxInFlightPerTarget: 1_000, maxUnprovenPerAddress: 100 } })
  const pharmacyByDevice = new Map<string, number>()
  const crossed: string[] = []
  const connect = async (pharmacyId: number) => {
    const own: { key: string } = { key: '' }
    const note = (from: string) => {
      if (pharmacyByDevice.get(from) !== pharmacyId) crossed.push(`${from} → ${own.key}`)
    }
    const device = await hub.register({
      pharmacyId,
      handlers: {
        ReceiveMessageAsync: async (from) => {
          note(from)
          return null
        },
        DeviceStatusChangedAsync: async (about) => {
          note(about)
          return null
        },
      },
    })
    own.key = device.identity.deviceKey
    pharmacyByDevice.set(own.key, pharmacyId)
    return device
  }
  const devices = await Promise.all(Array.from({ length: 20 }, async (_, at) => connect(1 + (at % 5))))
  const index = fc.nat({ max: devices.length - 1 })
  const operation = fc.record({ kind: fc.constantFrom('relay', 'nudge', 'status'), from: index, to: index })
  let seq = 0

  const carryOut = async (asked: { kind: string; from: number; to: number }) => {
    const from = devices[asked.from]
    const to = devices[asked.to]
    if (from === undefined || to === undefined) throw new Error('no such device')
    const target = to.identity.deviceKey
    const customerId = from.registration.pharmacyId
    if (asked.kind === 'status') {
      seq += 1
      hub.hub.announce(
        presence({ customerId, deviceKey: from.identity.deviceKey, presenceSeq: seq, status: 'Online' }),
      )
      return
    }
    const request =
      asked.kind === 'relay'
        ? from.ask('RelayMessageAsync', target, new Uint8Array([asked.from]))
        : from.ask('NudgeAsync', target)
    const outcome = await request.then(
      () => 'delivered',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown'),
    )
    expect(outcome).toBe(to.registration.pharmacyId === customerId ? 'delivered' : 'PEER_UNKNOWN')
  }
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
      await Promise.all(operations.map(carryOut))
      expect(crossed).toEqual([])
    }),
    { numRuns: 60 },
  )
  expect(hub.hub.facts().relayed).toBeGreaterThan(100)
  expect(hub.hub.facts().statusEventsTold).toBeGreaterThan(100)
})

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
    await vi.waitFor(() => expect(statusOf(peer)).toEqual([[subject.identity.deviceKey, 'Offline']]))
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
    await vi.waitFor(() => expect(statusOf(peer).map(([, status]) => status)).toEqual(['Online', 'Offline']))
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
