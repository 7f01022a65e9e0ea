// Between devices: relay, nudge and status events stay inside one pharmacy and have one outcome each.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { PresenceEvent } from '../presence/status-events.ts'
import type { HubSettings } from '../limits/settings.ts'
import { never, startTestHub } from '../test/test-hub.ts'
import { later, startLine } from '../test/test-line.ts'

const NONSENSE_KEY = '0'.repeat(64)

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
    // The hub answers when the target's socket has the bytes; its program reads them a moment later.
    await expect.poll(() => received.map((message) => message.from)).toEqual([sender.identity.deviceKey])
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

  test('is delivered when its target has the bytes, whatever becomes of them there', async () => {
    const hub = await startTestHub()
    const target = await hub.register({ handlers: { ReceiveMessageAsync: never } })
    const sender = await hub.register()
    for (let n = 0; n < 20; n += 1)
      await expect(
        sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(9)),
      ).resolves.toBe(null)
  })

  test('longer than 64 KiB is TOO_LARGE, to anybody', async () => {
    const hub = await startTestHub()
    const sender = await hub.register()
    const relayed = sender.ask('RelayMessageAsync', NONSENSE_KEY, new Uint8Array(65_537))
    await expect(relayed).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('never overtakes another one of its sender', async () => {
    const hub = await startTestHub()
    const received: number[] = []
    const target = await hub.register({
      handlers: {
        ReceiveMessageAsync: async (_from, bytes) => {
          received.push(Buffer.from(bytes).readUInt32BE(0))
          return null
        },
      },
    })
    const sender = await hub.register()
    const sizes = Array.from({ length: 400 }, (_, n) => 4 + ((n * 7_919) % 60_000))
    const send = async (n: number, size: number) => {
      const payload = Buffer.alloc(size)
      payload.writeUInt32BE(n)
      return sender.ask('RelayMessageAsync', target.identity.deviceKey, payload)
    }
    for (let from = 0; from < sizes.length; from += 8)
      await Promise.all(sizes.slice(from, from + 8).map(async (size, n) => send(from + n, size)))
    await expect.poll(() => received).toHaveLength(sizes.length)
    expect(received).toEqual(sizes.map((_, n) => n))
  })
})

describe('A target that takes nothing', () => {
  const FAST = { relayBytesPerSecond: 1e9, relayMessagesPerSecond: 1e9 }

  /** A device behind a line that a test stops, and a sender with as much under way as the line takes. */
  async function behindStoppedLine(settings: Partial<HubSettings>) {
    const clock = new SteppedClock()
    const hub = await startTestHub({ settings: { ...FAST, ...settings }, clock })
    const line = await startLine(hub.url)
    const target = await hub.register({ url: line.url })
    const sender = await hub.register()
    line.stop()
    const outcomes: string[] = []
    const send = async (bytes: number): Promise<void> =>
      sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(bytes)).then(
        () => void outcomes.push('delivered'),
        (error: unknown) => void outcomes.push(error instanceof HubError ? error.code : 'unknown'),
      )
    // Until the buffers of the operating system are full.
    const stalled = async (): Promise<void> => {
      for (;;) {
        const sent = send(65_536)
        const isDelivered = await Promise.race([sent.then(() => true), later(700)])
        if (!isDelivered) return
      }
    }
    await stalled()
    outcomes.length = 0
    return { hub, clock, target, sender, send, outcomes }
  }

  test('has 8 messages of one sender waiting, and the next one is QUEUE_FULL', async () => {
    const { send, outcomes } = await behindStoppedLine({})
    for (let n = 0; n < 7; n += 1) void send(10)
    await send(10)
    expect(outcomes).toEqual(['QUEUE_FULL'])
  })

  test('has so many bytes waiting, whoever sent them', async () => {
    const { hub, target, send, outcomes } = await behindStoppedLine({ maxRelayedBytesPerTarget: 100_000 })
    await send(65_536)
    expect(outcomes).toEqual(['QUEUE_FULL'])
    const other = await hub.register()
    const relayed = other.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(65_536))
    await expect(relayed).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  })

  test('is closed after 5 s, and every message has its outcome', async () => {
    const { hub, clock, target, send, outcomes } = await behindStoppedLine({})
    const waiting = Array.from({ length: 7 }, async () => send(10))
    await later(100)
    clock.stepMs(4_999)
    await later(50)
    expect(hub.hub.sessionCount()).toBe(2)
    clock.stepMs(1)
    await Promise.all(waiting)
    await expect.poll(() => hub.hub.sessionCount()).toBe(1)
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => 'PEER_GONE'))
    expect(hub.registry.closeReasonOf(target.identity.connectionId)).toBe('backpressure')
  })

  // A close waits until the device has taken what was sent before.
  test('is cut a second after its access ended', async () => {
    const { hub, clock, target } = await behindStoppedLine({})
    const sessionId = target.identity.connectionId
    const end = { code: 'REVOKED' as const, message: 'Staff withdrew the access of this computer' }
    hub.hub.revoke([{ sessionId, reason: 'revoked', end }])
    await later(100)
    expect(hub.registry.closeReasonOf(sessionId)).toBe(null)
    clock.stepMs(1_000)
    await expect.poll(() => hub.registry.closeReasonOf(sessionId)).toBe('revoked')
  })
})

test('a sender beyond its rate is refused for a while, so that nothing overtakes what was refused', async () => {
  const clock = new SteppedClock()
  const hub = await startTestHub({ settings: { relayBytesPerSecond: 100_000 }, clock })
  const target = await hub.register()
  const sender = await hub.register()
  const send = async (bytes: number) =>
    sender.ask('RelayMessageAsync', target.identity.deviceKey, new Uint8Array(bytes))
  await send(60_000)
  await expect(send(60_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(send(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock.stepMs(99)
  await expect(send(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock.stepMs(101)
  await expect(send(60_000)).resolves.toBe(null)
})

test('a nudge of a peer measures its latency', async () => {
  const hub = await startTestHub()
  const target = await hub.register()
  const sender = await hub.register()
  const response = await sender.ask('NudgeAsync', target.identity.deviceKey)
  expect(response).toMatchObject({ isAlive: true })
})

test('nothing ever crosses from one pharmacy to another', async () => {
  const hub = await startTestHub({
    settings: { maxNudgesPerTarget: 1_000, maxRelaysPerPair: 1_000, maxUnprovenPerAddress: 100 },
  })
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
        presence({
          customerId,
          deviceKey: from.identity.deviceKey,
          presenceSeq: seq,
          status: seq % 2 === 0 ? 'Online' : 'Offline',
        }),
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
