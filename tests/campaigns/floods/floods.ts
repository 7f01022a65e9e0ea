// Each flood by its name: what strangers do, and what came of it for those who belong here.
import { setTimeout as delay } from 'node:timers/promises'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { openStream } from '../../../portal/test/test-stream.ts'
import { TestBrowser } from '../../../portal/test/test-browser.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { restartPortal } from '../bench/hub/platform-crowd.ts'
import { pairedDevices, type FloodDevice } from './devices.ts'
import { getRequest, startFlood, upgradeRequest, type Flood, type FloodNews } from './flood.ts'
import { connectPair, type FloodPlace } from './place.ts'
import { served, type Served } from './probe.ts'

export interface FloodSizes {
  /** Of each measurement. */
  readonly seconds: number
  /** From which strangers come to the hubs. */
  readonly addresses: number
  /** Idle connections of one address. */
  readonly idle: number
  /** Sessions of one account, six streams each. */
  readonly sessions: number
  /** That come while the relay hub is flooded. */
  readonly devices: number
}

export interface FloodResult {
  readonly name: string
  /** What the strangers did and got, in words. */
  readonly strangers: string
  readonly quiet: Served | null
  readonly flooded: Served | null
  /** Who came while it lasted, in words. */
  readonly comers: string
  readonly isGood: boolean
}

/** As long as strangers need to be there. */
const SETTLE_MS = 3_000
const COME_LIMIT_MS = 20_000
const FLOOD_NET = 70
const ONE = { net: FLOOD_NET, addresses: 1, againMs: 1_000 } as const
const MANY = { net: FLOOD_NET, againMs: 50, repeat: false } as const
let nextStore = 510_000

export const FLOODS = { requests, idle, streams, 'store-hub': storeHub, 'relay-hub': relayHub } as const
export type FloodName = keyof typeof FLOODS

async function requests(place: FloodPlace, { seconds }: FloodSizes): Promise<FloodResult> {
  const flood = { ...ONE, port: place.platform.ports.Portal__Port, each: 100, repeat: true }
  const quiet = await served(place, seconds)
  const running = startFlood({ ...flood, request: getRequest('/sign-in') })
  const flooded = await served(place, seconds)
  const news = await running.stop()
  const answered = Object.entries(news.replies).map(([status, count]) => `${count} × ${status}`)
  const strangers = `100 connections of one address: ${answered.join(', ')}`
  return { name: 'requests', strangers, quiet, flooded, comers: '', isGood: isServed(flooded) }
}

async function idle(place: FloodPlace, { seconds, idle: each }: FloodSizes): Promise<FloodResult> {
  const flood = { ...ONE, port: place.platform.ports.Portal__Port, each, request: null, repeat: false }
  const quiet = await served(place, seconds)
  const { news, flooded } = await under(flood, async () => ({ flooded: await served(place, seconds) }))
  const strangers = `${each} silent connections of one address: ${news.most} kept at most`
  const isGood = isServed(flooded) && news.most <= 100
  return { name: 'idle', strangers, quiet, flooded, comers: '', isGood }
}

async function streams(place: FloodPlace, { sessions }: FloodSizes): Promise<FloodResult> {
  const url = loopbackUrl(place.platform.ports.Portal__Port)
  const opened: { readonly status: number; close(): void }[] = []
  for (let session = 0; session < sessions; session += 1) {
    // Each from an address of its own, as nobody's sign-ins are to be counted here.
    const browser = new TestBrowser(url, `127.${FLOOD_NET}.2.${1 + session}`)
    await browser.signIn(place.support)
    for (let count = 0; count < 6; count += 1) opened.push(await openStream(browser))
  }
  const held = opened.filter(({ status }) => status === 200).length
  const other = await openStream(place.browser)
  for (const stream of [...opened, other]) stream.close()
  const strangers = `one Support account, ${sessions} sessions, ${sessions * 6} streams asked for: ${held} held`
  const comers = `another account's stream: ${other.status === 200 ? 'opened' : `refused (${other.status})`}`
  const isGood = other.status === 200 && held <= 24
  return { name: 'streams', strangers, quiet: null, flooded: null, comers, isGood }
}

async function storeHub(place: FloodPlace, { addresses }: FloodSizes): Promise<FloodResult> {
  const { platform, pair } = place
  const request = upgradeRequest(`/Store${HUB_PATH}`)
  const flood = { ...MANY, addresses, port: platform.ports.Gateway__Port, each: 100, request }
  const { news, backMs } = await under(flood, async () => {
    for (const device of pair) device.stop()
    await restartPortal(platform)
    return { backMs: await followsStoreAfterMs(place) }
  })
  // The sessions of before have to be confirmed anew.
  await connectPair(pair)
  const strangers = `${addresses} addresses, 100 silent sockets each: ${news.most} held at most`
  const comers = `a portal that was restarted follows the store ${within(backMs)}`
  return { name: 'store-hub', strangers, quiet: null, flooded: null, comers, isGood: backMs !== null }
}

async function relayHub(place: FloodPlace, sizes: FloodSizes): Promise<FloodResult> {
  const { seconds, addresses } = sizes
  const port = place.platform.ports.Portal__Port
  const request = upgradeRequest(HUB_PATH)
  const flood = { ...MANY, addresses, port, each: 25, request }
  nextStore += 1
  const coming = { count: sizes.devices, firstStore: nextStore, net: 63 }
  const devices = await pairedDevices(place.platform, coming)
  // They come while it is quiet, too: to check their keys costs the hub as much then.
  const { served: quiet } = await servedWhileTheyCome(place, devices, seconds)
  const {
    news,
    served: flooded,
    times,
  } = await under(flood, async () => servedWhileTheyCome(place, devices, seconds))
  const back = times.filter((ms) => ms !== null)
  const strangers = `${addresses} addresses, 25 silent sockets each: ${news.most} held at most`
  const comers = `${back.length} of ${devices.length} paired devices came online, the last ${within(Math.max(0, ...back))}`
  const isGood = isServed(flooded) && back.length === devices.length
  return { name: 'relay-hub', strangers, quiet, flooded, comers, isGood }
}

async function servedWhileTheyCome(
  place: FloodPlace,
  devices: readonly FloodDevice[],
  seconds: number,
): Promise<{ readonly served: Served; readonly times: readonly (number | null)[] }> {
  const came = comeAll(devices)
  const result = await served(place, seconds)
  const times = await came
  for (const device of devices) device.stop()
  return { served: result, times }
}

async function comeAll(devices: readonly FloodDevice[]): Promise<(number | null)[]> {
  return Promise.all(devices.map(async (device) => device.comeOnline(COME_LIMIT_MS)))
}

/** Runs `work` when the flood has settled. */
async function under<T extends object>(
  flood: Flood,
  work: () => Promise<T>,
): Promise<T & { readonly news: FloodNews }> {
  const running = startFlood(flood)
  try {
    await delay(SETTLE_MS)
    const result = await work()
    return { ...result, news: running.news() }
  } finally {
    await running.stop()
  }
}

/** Until a stream of the portal says that what it shows is current; null when it does not in time. */
async function followsStoreAfterMs({ browser }: FloodPlace): Promise<number | null> {
  const beganMs = performance.now()
  while (performance.now() - beganMs < COME_LIMIT_MS) {
    // A restarted portal has to confirm the session before it opens a stream.
    await browser.get('/relay').catch(() => null)
    const stream = await openStream(browser).catch(() => null)
    const first = stream === null || stream.status !== 200 ? null : stream.heard[0]
    const event = first ?? (await Promise.race([stream?.next('beat').catch(() => null), delay(500, null)]))
    stream?.close()
    if (event?.event === 'beat') return performance.now() - beganMs
  }
  return null
}

function isServed({ relayLost, pagesLost }: Served): boolean {
  return relayLost === 0 && pagesLost === 0
}

function within(ms: number | null): string {
  return ms === null ? `not within ${COME_LIMIT_MS / 1_000} s` : `after ${(ms / 1_000).toFixed(1)} s`
}
