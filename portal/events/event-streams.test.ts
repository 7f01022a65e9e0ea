// The event streams over real sockets: replay, resync, beat, stale, and when they end.
import { describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { signIn, startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import { openStream } from '../test/test-stream.ts'

const changed = (id: number, customerId: number): RelayEvent => ({
  kind: 'customer',
  id,
  customerId,
  at: '2026-01-01T00:00:00.000Z',
})

/** How a region that refreshes itself asks. */
const ITSELF = { 'sec-fetch-mode': 'cors', 'hx-request': 'true', 'x-live-refresh': 'true' }

/** A portal whose subscription stands. */
async function startLiveRig(clock?: Clock): Promise<PortalRig> {
  const rig = await startPortalRig(clock === undefined ? {} : { clock })
  await until('the subscription stands', () => rig.portal.streams.lastEventId !== null)
  return rig
}

/** Real timers for what is short, and a hand that moves the long ones on. */
function createHurriedClock(fromMs: number) {
  const stepped = new SteppedClock()
  const clock: Clock = {
    monotonicMs: () => systemClock.monotonicMs() + stepped.monotonicMs(),
    wallMs: () => systemClock.wallMs() + stepped.monotonicMs(),
    after: (delayMs, run) => (delayMs >= fromMs ? stepped : systemClock).after(delayMs, run),
  }
  return { clock, advance: (ms: number) => stepped.stepMs(ms) }
}

describe('the subscription to the store hub', () => {
  test('shows the service token to the gateway and to the hub, and names this hub', async () => {
    const rig = await startLiveRig()
    const [subscription] = rig.upstream.storeHub.subscriptions
    expect(subscription?.hubId).toBe(rig.portal.hub.hubId)
    expect(subscription?.afterEventId).toBeNull()
    expect(subscription?.auth).toEqual({ protocolVersion: 1, token: subscription?.serviceToken })
  })

  test('goes on after the last event when the connection was lost', async () => {
    const rig = await startLiveRig()
    const { storeHub } = rig.upstream
    await storeHub.send([changed(7, 1)])
    storeHub.lastEventId = 7
    storeHub.drop()
    await until('the portal subscribes again', () => storeHub.subscriptions.length === 2)
    expect(storeHub.subscriptions[1]?.afterEventId).toBe(7)
  })
})

describe('an event stream', () => {
  test('tells which pharmacies changed, in one event for what comes together', async () => {
    const rig = await startLiveRig()
    const stream = await openStream(await rig.signedIn(), '?after=0')
    await rig.upstream.storeHub.send([changed(1, 1), changed(2, 2), changed(3, 1)])
    const news = await stream.next('relay')
    expect(news).toEqual({ event: 'relay', id: '3', data: { lastEventId: 3, customerIds: [1, 2] } })
    // A row that comes again is no news.
    await rig.upstream.storeHub.send([changed(3, 1)])
    await rig.upstream.storeHub.send([changed(4, 2)])
    expect((await stream.next('relay')).data).toEqual({ lastEventId: 4, customerIds: [2] })
  })

  test('replays what happened since the page was made', async () => {
    const rig = await startLiveRig()
    const browser = await rig.signedIn()
    await rig.upstream.storeHub.send([changed(1, 1), changed(2, 2), changed(3, 3)])
    const byQuery = await openStream(browser, '?after=1')
    expect((await byQuery.next('relay')).data).toEqual({ lastEventId: 3, customerIds: [2, 3] })
    const byHeader = await openStream(browser, '?after=1', { 'last-event-id': '2' })
    expect((await byHeader.next('relay')).data).toEqual({ lastEventId: 3, customerIds: [3] })
  })

  test('asks for a resync when the ring does not reach back', async () => {
    const rig = await startLiveRig()
    const rows = Array.from({ length: 1_002 }, (_, at) => changed(at + 1, 1))
    for (const part of [rows.slice(0, 500), rows.slice(500, 1_000), rows.slice(1_000)]) {
      await rig.upstream.storeHub.send(part)
    }
    const browser = await rig.signedIn()
    const tooOld = await openStream(browser, '?after=1')
    expect((await tooOld.next('resync')).data).toEqual({ lastEventId: 1_002, customerIds: [] })
    const justIn = await openStream(browser, '?after=2')
    expect((await justIn.next('relay')).data).toEqual({ lastEventId: 1_002, customerIds: [1] })
  })

  test('asks for a resync when the store could not replay', async () => {
    const rig = await startLiveRig()
    const { storeHub } = rig.upstream
    const stream = await openStream(await rig.signedIn(), '?after=0')
    Object.assign(storeHub, { lastEventId: 50, replayed: false })
    storeHub.drop()
    expect((await stream.next('resync')).data).toEqual({ lastEventId: 50, customerIds: [] })
  })

  test('says stale while the store hub is away, and resync when it is back', async () => {
    const rig = await startLiveRig()
    const { storeHub } = rig.upstream
    const stream = await openStream(await rig.signedIn(), '?after=0')
    await stream.next('beat')
    storeHub.refusing = true
    storeHub.drop()
    await stream.next('stale')
    storeHub.refusing = false
    await stream.next('resync')
  })

  test('beats every 15 s', async () => {
    const { clock, advance } = createHurriedClock(10_000)
    const rig = await startLiveRig(clock)
    const stream = await openStream(await rig.signedIn())
    await stream.next('beat')
    advance(14_999)
    advance(1)
    await stream.next('beat')
    advance(15_000)
    await stream.next('beat')
    expect(stream.heard.filter(({ event }) => event === 'beat')).toHaveLength(3)
  })

  test('is refused without a session, to other sites, and beyond six of one session', async () => {
    const rig = await startLiveRig()
    expect((await openStream(rig.browser())).status).toBe(401)
    const browser = await rig.signedIn()
    expect((await openStream(browser, '', { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await openStream(browser, '', { origin: 'http://evil.example' })).status).toBe(403)
    const streams = await Promise.all(Array.from({ length: 6 }, async () => await openStream(browser)))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await openStream(browser)).status).toBe(429)
    streams[0]?.close()
    await until('five streams are open', () => rig.portal.streams.size === 5)
    expect((await openStream(browser)).status).toBe(200)
  })
})

describe('a stream ends', () => {
  test('within a second of the sign-out, telling why; other sessions of the user stay', async () => {
    const rig = await startLiveRig()
    const [browser, elsewhere] = [await rig.signedIn(), await rig.signedIn()]
    const [stream, other] = [await openStream(browser), await openStream(elsewhere)]
    const csrf = await browser.csrfOf('/relay')
    await browser.post('/sign-out', { csrf })
    await stream.next('signed-out')
    await stream.ended
    await rig.upstream.storeHub.send([changed(1, 1)])
    await other.next('relay')
  })

  test('when the account check finds the user disabled, and the cookie is worth nothing any more', async () => {
    const { clock, advance } = createHurriedClock(10_000)
    const rig = await startLiveRig(clock)
    const browser = await rig.signedIn('Support')
    const stream = await openStream(browser)
    rig.upstream.identity.user('Support').isActive = false
    advance(60_000)
    await stream.next('signed-out')
    expect((await browser.get('/relay')).location).toMatch(/^\/sign-in/)
  })

  test('when the account check finds another role; who signs in again goes on in that role', async () => {
    const { clock, advance } = createHurriedClock(10_000)
    const rig = await startLiveRig(clock)
    const browser = await rig.signedIn('Admin')
    const stream = await openStream(browser)
    const user = rig.upstream.identity.user('Admin')
    user.role = 'Support'
    advance(60_000)
    await stream.next('signed-out')
    expect((await browser.get('/relay/new')).location).toMatch(/^\/sign-in/)
    await signIn(browser, 'Admin')
    advance(60_000)
    expect((await browser.get('/relay')).status).toBe(200)
    expect((await browser.get('/relay/new')).status).toBe(403)
  })

  test('and so does a session that has none, when its user is disabled', async () => {
    const { clock, advance } = createHurriedClock(10_000)
    const rig = await startLiveRig(clock)
    const browser = await rig.signedIn('Support')
    expect((await browser.get('/relay')).status).toBe(200)
    rig.upstream.identity.user('Support').isActive = false
    advance(60_000)
    await until('the session has ended', async () => (await browser.get('/relay')).status === 303)
  })

  test('when nobody did anything for 15 minutes, whatever refreshed itself meanwhile', async () => {
    const { clock, advance } = createHurriedClock(10_000)
    const rig = await startLiveRig(clock)
    const browser = await rig.signedIn()
    const stream = await openStream(browser)
    advance(14 * 60_000)
    const itself = await browser.get('/relay/table', ITSELF)
    expect(itself.status).toBe(200)
    advance(75_000)
    await stream.next('signed-out')
    expect((await browser.get('/relay/table', ITSELF)).status).toBe(401)
  })

  test('when the portal stops', async () => {
    const rig = await startLiveRig()
    const stream = await openStream(await rig.signedIn())
    await rig.portal.stop()
    await stream.ended
  })
})
