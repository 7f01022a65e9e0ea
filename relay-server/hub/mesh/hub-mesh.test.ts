// Two and three hubs over a real NATS: who is reached, in which order, with which outcome, and what happens without NATS.
import { describe, expect, test } from 'vitest'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { startTestHub, type TestDevice, type TestHubOptions } from '../test/test-hub.ts'
import { later, startLine } from '../test/test-line.ts'
import { hasNats, NATS_NEEDED, soon, startNats } from './test-nats.ts'

const NONSENSE_KEY = '0'.repeat(64)

/** Hubs that are connected to NATS; sessions of each are newer than those of the ones before. */
async function startHubs(count: number, options: TestHubOptions = {}) {
  const nats = await startNats()
  const hubs = await Promise.all(
    Array.from({ length: count }, async (_, n) =>
      startTestHub({ ...options, natsUrl: nats.url, connSeqBefore: n * 1_000 }),
    ),
  )
  for (const { hub } of hubs) await soon(() => expect(hub.facts().mesh?.isUp).toBe(true))
  const [one, two, three] = hubs
  if (one === undefined || two === undefined) throw new Error('too few hubs')
  return { nats, one, two, three: three ?? two }
}

interface Heard {
  readonly from: string
  readonly bytes: Buffer
}

/** The handler of a device that keeps what it receives. */
function listening() {
  const heard: Heard[] = []
  const ReceiveMessageAsync = async (from: string, bytes: Uint8Array): Promise<null> => {
    heard.push({ from, bytes: Buffer.from(bytes) })
    return null
  }
  return { heard, handlers: { ReceiveMessageAsync } }
}

async function outcomeOf(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'delivered',
    (error: unknown) => (error instanceof HubError ? error.code : String(error)),
  )
}

async function send(device: TestDevice, target: string, bytes: Uint8Array = Buffer.from('x')) {
  return outcomeOf(device.ask('RelayMessageAsync', target, bytes))
}

/** Until the other hub has heard that the device is here. */
async function reachable(device: TestDevice, target: string): Promise<void> {
  await soon(async () => expect(await send(device, target)).toBe('delivered'))
}

describe.skipIf(!hasNats)(`devices on two hubs (${NATS_NEEDED})`, () => {
  test('reach each other: the bytes, from whom, and how fast the other answers', async () => {
    const { one, two } = await startHubs(2)
    const { heard, handlers } = listening()
    const target = await two.register({ handlers })
    const sender = await one.register()
    const { deviceKey } = target.identity
    await reachable(sender, deviceKey)
    heard.length = 0
    const payload = Buffer.from(Uint8Array.from({ length: 65_536 }, (_, at) => at % 251))
    expect(await send(sender, deviceKey, payload)).toBe('delivered')
    expect(heard).toEqual([{ from: sender.identity.deviceKey, bytes: payload }])
    await expect(sender.ask('NudgeAsync', deviceKey)).resolves.toMatchObject({ isAlive: true })
    expect(one.hub.facts().mesh).toMatchObject({ relayedToHubs: 2, unanswered: 0 })
    expect(two.hub.facts().mesh).toMatchObject({ relayedFromHubs: 2 })
  })

  test('of other pharmacies are answered exactly as a device that never was', async () => {
    const { one, two } = await startHubs(2)
    const { heard, handlers } = listening()
    const stranger = await two.register({ pharmacyId: 2, handlers })
    const friend = await two.register({ pharmacyId: 1 })
    const sender = await one.register({ pharmacyId: 1 })
    await reachable(sender, friend.identity.deviceKey)
    for (const event of ['RelayMessageAsync', 'NudgeAsync'] as const) {
      const args = event === 'NudgeAsync' ? [] : [Buffer.from('x')]
      const ask = async (key: string): Promise<unknown> => sender.socket.emitWithAck(event, key, ...args)
      const toStranger = await ask(stranger.identity.deviceKey)
      expect(toStranger).toMatchObject({ ok: false, code: 'PEER_UNKNOWN' })
      expect(toStranger).toEqual(await ask(NONSENSE_KEY))
    }
    expect(heard).toEqual([])
  })

  test('are offline at once when they left, and known by what the registry says', async () => {
    const { one, two } = await startHubs(2)
    const target = await two.register()
    const sender = await one.register()
    const { deviceKey } = target.identity
    await reachable(sender, deviceKey)
    one.hub.announce({
      id: 1,
      customerId: 1,
      at: '2026-01-01T00:00:00.000Z',
      kind: 'presence',
      computerId: 1,
      deviceKey,
      presenceSeq: 1,
      status: 'Online',
      presence: 'online',
      reason: null,
    })
    await target.ask('UnregisterDeviceAsync')
    const outcomes: string[] = []
    await soon(async () => {
      outcomes.push(await send(sender, deviceKey))
      expect(outcomes.at(-1)).toBe('PEER_OFFLINE')
    })
    // As after the 6 s of a request that nobody answers.
    expect(outcomes).not.toContain('TIMEOUT')
  })

  test('get the messages of one sender in their order', async () => {
    const { one, two } = await startHubs(2)
    const { heard, handlers } = listening()
    const target = await two.register({ handlers })
    const sender = await one.register()
    const { deviceKey } = target.identity
    await reachable(sender, deviceKey)
    heard.length = 0
    const numbered = (n: number): Buffer => {
      const payload = Buffer.alloc(4 + ((n * 7_919) % 60_000))
      payload.writeUInt32BE(n)
      return payload
    }
    for (let from = 0; from < 200; from += 8)
      await Promise.all(
        Array.from({ length: 8 }, async (_, n) => send(sender, deviceKey, numbered(from + n))),
      )
    await soon(() => expect(heard).toHaveLength(200))
    expect(heard.map(({ bytes }) => bytes.readUInt32BE(0))).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  test('have one hub at a time: the newest session is reached, also from the hub of the older one', async () => {
    const { one, two, three } = await startHubs(3)
    const [older, newer] = [listening(), listening()]
    const first = await one.register({ handlers: older.handlers })
    const { hello } = first
    const besideOld = await one.register()
    const elsewhere = await three.register()
    const { deviceKey } = first.identity
    await reachable(besideOld, deviceKey)
    await reachable(elsewhere, deviceKey)
    const second = await two.register({ hello, handlers: newer.handlers })
    expect(second.identity.deviceKey).toBe(deviceKey)
    older.heard.length = 0
    await soon(async () => {
      await send(besideOld, deviceKey)
      expect(newer.heard).not.toEqual([])
    })
    older.heard.length = 0
    newer.heard.length = 0
    for (const device of [besideOld, elsewhere]) expect(await send(device, deviceKey)).toBe('delivered')
    expect(newer.heard).toHaveLength(2)
    expect(older.heard).toEqual([])
    // The late end of the older session takes nothing from the newer one.
    first.socket.disconnect()
    await first.closed
    for (const device of [besideOld, elsewhere]) expect(await send(device, deviceKey)).toBe('delivered')
  })

  test('are reached all the time while the registry opens their sessions again', async () => {
    const { one, two } = await startHubs(2, { settings: { leaseMs: 20, reconcileMs: 40 } })
    const target = await two.register()
    const sender = await one.register()
    const { deviceKey } = target.identity
    await reachable(sender, deviceKey)
    const outcomes: string[] = []
    let isOver = false
    const sending = (async () => {
      while (!isOver) outcomes.push(await send(sender, deviceKey))
    })()
    for (let times = 1; times <= 10; times += 1) {
      two.registry.loseRows()
      await soon(() => expect(two.hub.facts().sessionsReopened).toBe(times))
    }
    isOver = true
    await sending
    expect(outcomes.length).toBeGreaterThan(10)
    expect(new Set(outcomes)).toEqual(new Set(['delivered']))
  })

  test('whose connection takes nothing: 8 messages wait, then all have their outcome', async () => {
    const { one, two } = await startHubs(2, {
      settings: { relayBytesPerSecond: 1e9, relayMessagesPerSecond: 1e9, drainWithinMs: 3_000 },
    })
    const line = await startLine(two.url)
    const target = await two.register({ url: line.url })
    const sender = await one.register()
    const { deviceKey } = target.identity
    await reachable(sender, deviceKey)
    line.stop()
    const outcomes: Promise<string>[] = []
    for (;;) {
      const sent = send(sender, deviceKey, Buffer.alloc(65_536))
      if ((await Promise.race([sent, later(700)])) !== false) continue
      outcomes.push(sent)
      break
    }
    for (let n = 0; n < 7; n += 1) outcomes.push(send(sender, deviceKey))
    expect(await send(sender, deviceKey)).toBe('QUEUE_FULL')
    expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 8 }, () => 'PEER_GONE'))
    expect(two.registry.closeReasonOf(target.identity.connectionId)).toBe('backpressure')
    expect(one.hub.facts().mesh?.unanswered).toBe(0)
  })

  test('that take nothing leave room for those of other pharmacies', async () => {
    const { one, two } = await startHubs(2, {
      settings: { relayBytesPerSecond: 1e9, maxRemoteBytesPerPharmacy: 150_000, maxRemoteBytes: 300_000 },
    })
    const line = await startLine(two.url)
    const stuck = await two.register({ url: line.url })
    const senders = [await one.register(), await one.register({ pharmacyId: 2 })] as const
    const other = await two.register({ pharmacyId: 2 })
    await reachable(senders[0], stuck.identity.deviceKey)
    await reachable(senders[1], other.identity.deviceKey)
    line.stop()
    const outcomes = new Set<string>()
    // Those that wait take what their pharmacy may have, and its next message finds no room.
    while (!outcomes.has('QUEUE_FULL')) {
      const sent = send(senders[0], stuck.identity.deviceKey, Buffer.alloc(65_536))
      const outcome = await Promise.race([sent, later(700)])
      if (outcome !== false) outcomes.add(outcome)
    }
    expect(await send(senders[1], other.identity.deviceKey, Buffer.alloc(65_536))).toBe('delivered')
  })
})

describe.skipIf(!hasNats)(`without NATS (${NATS_NEEDED})`, () => {
  async function twoHubsAndNoNats() {
    const { nats, one, two } = await startHubs(2)
    const target = await two.register()
    const sender = await one.register()
    const beside = await one.register()
    await reachable(sender, target.identity.deviceKey)
    await nats.kill()
    await soon(() => expect(one.hub.facts().mesh?.isUp).toBe(false))
    return { nats, sender, target: target.identity.deviceKey, beside: beside.identity.deviceKey }
  }

  test('devices of one hub go on, others are UNAVAILABLE in words, and it heals by itself', async () => {
    const { nats, sender, target, beside } = await twoHubsAndNoNats()
    expect(await send(sender, beside)).toBe('delivered')
    for (const key of [target, NONSENSE_KEY])
      await expect(sender.ask('RelayMessageAsync', key, Buffer.from('x'))).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('NATS is away'),
      })
    await expect(sender.ask('NudgeAsync', target)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await nats.start()
    await reachable(sender, target)
  })

  test('a hub that is the only one says nothing of it', async () => {
    const { hub, register } = await startTestHub()
    const sender = await register()
    expect(await send(sender, NONSENSE_KEY)).toBe('PEER_UNKNOWN')
    expect(hub.facts().mesh).toBe(null)
  })

  test('that hangs: what is under way is unknown in the end, and nothing here waits for it', async () => {
    const { nats, one, two } = await startHubs(2)
    const target = await two.register()
    const [sender, beside] = [await one.register(), await one.register()]
    await reachable(sender, target.identity.deviceKey)
    await nats.freeze()
    const stuck = send(sender, target.identity.deviceKey)
    expect(await send(sender, beside.identity.deviceKey)).toBe('delivered')
    expect(await stuck).toBe('TIMEOUT')
    nats.thaw()
  })

  test('what was under way when it died is unknown at once', async () => {
    const { nats, one, two } = await startHubs(2)
    const target = await two.register()
    const sender = await one.register()
    await reachable(sender, target.identity.deviceKey)
    await nats.freeze()
    const outcomes = Array.from({ length: 8 }, async () => send(sender, target.identity.deviceKey))
    await later(100)
    const began = performance.now()
    await nats.kill()
    expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 8 }, () => 'TIMEOUT'))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
