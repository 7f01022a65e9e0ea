// How a hub leaves: nobody comes in, what is under way has its outcome, and the sockets are closed one after the other.
import { describe, expect, test } from 'vitest'
import { paceMs, returnWindowMs } from './drain.ts'
import { never, newHello, openSocket, startTestHub, type TestHub } from './test/test-hub.ts'
import { later, startLine } from './test/test-line.ts'

const RESTARTING = { event: 'RestartingAsync', args: [{ afterMs: 500, windowMs: 5_000 }] }

async function closedAtMs({ closed }: { readonly closed: Promise<unknown> }): Promise<number> {
  await closed
  return performance.now()
}

/** As many devices as that, each of the pharmacy that `pharmacyOf` says. */
async function registerAll(hub: TestHub, count: number, pharmacyOf = (_at: number): number => 1) {
  const each = Array.from({ length: count }, async (_, at) => hub.register({ pharmacyId: pharmacyOf(at) }))
  return Promise.all(each)
}

describe('a hub that stops', () => {
  test('tells every device when to come back, closes it and reports it as drained', async () => {
    const hub = await startTestHub()
    const devices = await Promise.all([hub.register(), hub.register({ pharmacyId: 2 }), hub.connect()])
    await hub.hub.stop()
    for (const device of devices) {
      await expect(device.closed).resolves.toBe('transport close')
      expect(device.heard.filter(({ event }) => event === 'RestartingAsync')).toEqual([RESTARTING])
    }
    expect(hub.registry.leases.at(-1)).toEqual({ draining: true, sessionIds: null })
    const rows = [...hub.registry.rowBySession.values()]
    expect(rows.map((row) => row.closed)).toEqual(['hub_drain', 'hub_drain'])
    await expect.poll(() => hub.hub.facts()).toMatchObject({ sessions: 0, unproven: 0 })
  })

  test('closes few of them 50 ms apart', async () => {
    const hub = await startTestHub()
    const devices = await registerAll(hub, 6)
    const ends = Promise.all(devices.map(closedAtMs))
    const startMs = performance.now()
    await hub.hub.stop()
    const timesMs = (await ends).toSorted((one, other) => one - other)
    // A late event loop may close some at once, and none is early; 5 ms for the two clocks.
    for (const [at, atMs] of timesMs.entries()) expect(atMs - startMs).toBeGreaterThan(at * 50 - 5)
  })

  test('closes many of them spread over its time, all of a pharmacy together', async () => {
    const hub = await startTestHub({ settings: { drainAloneMs: 1_500, maxUnprovenPerAddress: 60 } })
    const devices = await registerAll(hub, 60, (at) => 1 + (at % 3))
    const left: { readonly atMs: number; readonly pharmacy: number }[] = []
    for (const device of devices)
      void closedAtMs(device).then((atMs) => left.push({ atMs, pharmacy: device.registration.pharmacyId }))
    const startMs = performance.now()
    await hub.hub.stop()
    await expect.poll(() => left).toHaveLength(60)
    // 25 ms each: a late event loop may close some at once, and none is early.
    for (const [at, { atMs }] of left.entries()) expect(atMs - startMs).toBeGreaterThan(at * 25 - 30)
    // Neighbours that are closed in one turn of a late event loop may be heard of in another order.
    for (const pharmacy of [1, 2, 3]) {
      const places = left.flatMap((one, place) => (one.pharmacy === pharmacy ? [place] : []))
      const inTheirOwn = places.filter((place) => Math.floor(place / 20) === pharmacy - 1)
      expect([pharmacy, inTheirOwn.length >= 17]).toEqual([pharmacy, true])
    }
  })

  test('refuses who comes meanwhile, and keeps its lease as long as it has sockets', async () => {
    const hub = await startTestHub({ settings: { leaseMs: 50 } })
    await registerAll(hub, 8)
    const stopping = hub.hub.stop()
    const socket = openSocket(hub.url, newHello())
    const refused = await new Promise((resolve) => socket.once('connect_error', resolve))
    expect(refused).toMatchObject({ data: { code: 'HUB_RESTARTING' } })
    await stopping
    expect(hub.registry.leases.filter(({ draining }) => draining).length).toBeGreaterThan(3)
    const count = hub.registry.leases.length
    await later(200)
    expect(hub.registry.leases).toHaveLength(count)
  })

  test('lets nobody in any more, and leaves the server to its owner', async () => {
    const hub = await startTestHub()
    await hub.hub.stop()
    const socket = openSocket(hub.url, newHello())
    const error = await new Promise((resolve) => socket.once('connect_error', resolve))
    expect(String(error)).toContain('websocket error')
    expect(hub.server.listening).toBe(true)
  })
})

describe('what is under way when its hub stops', () => {
  test('has its outcome; what comes after it is refused as a restart', async () => {
    const hub = await startTestHub()
    const answering = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const target = await hub.register({
      handlers: {
        ListPrintersAsync: async () => {
          asked.resolve()
          await answering.promise
          return []
        },
      },
    })
    const [sender, other] = await registerAll(hub, 2)
    const printers = hub.hub.askDevice(target.identity.connectionId, 'ListPrintersAsync', [])
    await asked.promise
    const stopping = hub.hub.stop()
    await sender?.closed
    await other?.closed
    expect(target.socket.connected).toBe(true)
    const late = target.ask('NudgeAsync', sender?.identity.deviceKey ?? '')
    await expect(late).rejects.toMatchObject({ code: 'HUB_RESTARTING' })
    answering.resolve()
    await expect(printers).resolves.toEqual([])
    await stopping
    await expect(target.closed).resolves.toBe('transport close')
  })

  test('a relayed message is delivered, and its sender hears of it before it is closed', async () => {
    const hub = await startTestHub({ settings: { relayBytesPerSecond: 1e9 } })
    const line = await startLine(hub.url)
    const received: number[] = []
    const target = await hub.register({
      url: line.url,
      handlers: {
        ReceiveMessageAsync: async (_from, bytes) => {
          received.push(new Uint8Array(bytes)[0] ?? 0)
          return null
        },
      },
    })
    const sender = await hub.register()
    line.stop()
    const sent: Promise<unknown>[] = []
    // Until the buffers of the operating system are full.
    for (let isTaken = true; isTaken;) {
      const payload = new Uint8Array(65_536).fill(sent.length % 256)
      const one = sender.ask('RelayMessageAsync', target.identity.deviceKey, payload)
      sent.push(one)
      isTaken = await Promise.race([one.then(() => true), later(400)])
    }
    const stopping = hub.hub.stop()
    expect(await Promise.race([stopping.then(() => true), later(500)])).toBe(false)
    expect([sender.socket.connected, target.socket.connected]).toEqual([true, true])
    line.goOn()
    await expect(Promise.all(sent)).resolves.toEqual(sent.map(() => null))
    await stopping
    await target.closed
    expect(received).toEqual(sent.map((_, at) => at % 256))
  })

  test('is given up when it takes too long', async () => {
    const hub = await startTestHub({ settings: { drainOutcomesMs: 300 } })
    const target = await hub.register({ handlers: { ListPrintersAsync: never } })
    const printers = hub.hub.askDevice(target.identity.connectionId, 'ListPrintersAsync', [])
    const refused = expect(printers).rejects.toMatchObject({ code: 'PEER_GONE' })
    const startMs = performance.now()
    await hub.hub.stop()
    await refused
    expect(performance.now() - startMs).toBeGreaterThan(300)
    await expect(target.closed).resolves.toBe('transport close')
    expect(target.heard).toContainEqual(RESTARTING)
  })
})

describe('the pace', () => {
  test.for([
    [1, 50],
    [600, 50],
    [10_000, 3],
  ] as const)('of %i devices over 30 s is one each %i ms', ([devices, ms]) => {
    expect(paceMs(devices, 30_000)).toBe(ms)
  })

  test.for([
    [1, 0, 5_000],
    [2_000, 0, 5_000],
    [5_000, 0, 12_500],
    [10_000, 30_000, 5_000],
    [20_000, 30_000, 20_000],
    [400_000, 0, 600_000],
  ] as const)('%i devices, closed over %i ms, come back within %i ms', ([devices, spreadMs, windowMs]) => {
    expect(returnWindowMs(devices, spreadMs)).toBe(windowMs)
  })
})
