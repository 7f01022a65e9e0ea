// What socket.io does unless it is told otherwise, as measured with its own server and client, cannot happen here: our
// agent's connection to our hub.
//
// Proven elsewhere: polling, a second hello and unknown fields refused, a late end of an older connection leaves the newer
// one addressable, devices beyond the rate asked to come back (relay-server/hub/relay-hub, admission); a device that no hub
// holds is answered at once, without a time-out (hub/mesh/hub-mesh).
import { once } from 'node:events'
import timers from 'node:timers'
import { newHello, openSocket } from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RawWebSocket } from '../campaigns/fuzz/raw-websocket.ts'
import { connectAll, openOffice, pause, placeOf, soon } from './office-rig.ts'

describe('a connect', () => {
  // t1_requests: four HTTP requests for each connect, since polling comes first.
  test('is one HTTP request, the upgrade', async () => {
    const office = await openOffice(1)
    const requests: (string | undefined)[] = []
    for (const event of ['request', 'upgrade'] as const)
      office.hub.server.on(event, ({ method }: { method?: string }) => requests.push(`${event} ${method}`))
    await connectAll(office)
    await soon(() => office.online() === 1)
    // An upgrade from polling, and its last request, would come in this time.
    await pause(500)
    expect(requests).toEqual(['upgrade GET'])
    expect(office.online()).toBe(1)
  })

  test('of a page in a browser is refused by its Origin before there is a WebSocket', async () => {
    const { hub } = await openOffice(0)
    const origins = ['https://portal.example', 'null', hub.url]
    for (const origin of origins) {
      const { port } = placeOf(hub)
      const raw = new RawWebSocket({ port, localAddress: '127.0.7.1', headers: [`Origin: ${origin}`] })
      await soon(() => raw.isClosed)
      expect(raw.status).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
    expect(hub.hub.facts()).toMatchObject({ unproven: 0, admissionsRefused: origins.length })
  })
})

describe('a connection is not recovered', () => {
  // t2_recovery E: one recovery id gave two clients one socket id, and closing one left a ghost that nobody can address.
  test('for the hub gives no recovery id, and who brings one is somebody new', async () => {
    const { hub } = await openOffice(0)
    const raw = new WebSocket(`${hub.url.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
    onTestFinished(() => raw.close())
    await once(raw, 'message')
    raw.send(`40${JSON.stringify(newHello())}`)
    const [{ data }] = (await once(raw, 'message')) as [MessageEvent<string>]
    expect(Object.keys(JSON.parse(data.slice(2)) as object)).toEqual(['sid'])
    const auth = { ...newHello(), pid: 'somebody', offset: 'x' }
    const sockets = [openSocket(hub.url, auth), openSocket(hub.url, auth)]
    await Promise.all(
      sockets.map(async (socket) => new Promise<void>((resolve) => void socket.once('connect', resolve))),
    )
    expect(sockets.map(({ recovered }) => recovered === true)).toEqual([false, false])
    expect(new Set(['somebody', ...sockets.map(({ id }) => id)]).size).toBe(3)
  })

  // t2_recovery D: a device that was revoked while it was away came back without a check.
  test('for who comes back is asked for its proof and checked again, and refused when revoked meanwhile', async () => {
    const office = await openOffice(1)
    const { hub, line } = office
    await connectAll(office)
    await soon(() => office.online() === 1)
    const [first] = hub.registry.opens
    hub.registry.refusalByInstall.set(first?.hello.installId ?? '', 'REVOKED')
    line.set('refusing')
    await soon(() => office.online() === 0)
    line.set('open')
    await office.passUntil(() => hub.registry.opens.length === 2, 20_000)
    await soon(() => office.relays[0]?.connection().state === 'refused')
    expect(office.relays[0]?.connection()).toMatchObject({ state: 'refused', code: 'REVOKED' })
    expect(hub.registry.opens[1]?.sessionId).not.toBe(first?.sessionId)
    expect(hub.hub.sessionCount()).toBe(0)
  })
})

// t3_detect: with the defaults a frozen peer was noticed after 21 to 45 s.
test('a peer that freezes is noticed by the other within 15 s, on both ends', async () => {
  stepTimers()
  const office = await openOffice(1)
  const { hub, line, relays } = office
  await connectAll(office)
  await soon(() => office.online() === 1)
  const sessionId = hub.registry.opens[0]?.sessionId ?? ''
  // A ping and its answer, as on every day.
  for (let second = 0; second < 12; second += 1) {
    vi.advanceTimersByTime(1_000)
    await pause(20)
  }
  expect(office.online()).toBe(1)
  line.set('silent')
  vi.advanceTimersByTime(2_900)
  await pause(50)
  expect([office.online(), hub.registry.closeReasonOf(sessionId)]).toEqual([1, null])
  vi.advanceTimersByTime(12_100)
  await soon(() => hub.registry.closeReasonOf(sessionId) !== null && office.online() === 0)
  expect(hub.registry.closeReasonOf(sessionId)).toBe('ping_timeout')
  expect(relays[0]?.connection()).toMatchObject({ state: 'waiting', why: 'The hub does not answer any more' })
})

/** Also those of engine.io, which takes them from the module. */
function stepTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = timers
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  Object.assign(timers, { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout })
  onTestFinished(() => {
    Object.assign(timers, { setTimeout: set, clearTimeout: clear })
    vi.useRealTimers()
  })
}
