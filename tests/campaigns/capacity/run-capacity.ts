// What one thing costs while nothing else goes on, then what so many devices cost: memory, connecting, being there; and where the store API ends.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { startNatsServer } from '@pharmacy-relay/relay-server/hub/mesh/test-nats-server.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { HEARTBEAT_MS } from '@pharmacy-relay/shared/hub/heartbeat.ts'
import type { Say } from '../../kit/program.ts'
import type { ClosableLan } from '../canary/own-network.ts'
import { DEVICES_PER_PHARMACY } from '../soak/load/pace.ts'
import { Person } from '../soak/load/person.ts'
import { startSoakPlace, type SoakPlace } from '../soak/load/place.ts'
import { Sampler } from '../soak/measured/sample.ts'
import type { Sample } from '../soak/record.ts'
import { costBetween, NO_LOAD, restOf, type Cost, type Rest } from './costs.ts'
import { startCrowd, type Crowd } from './crowd.ts'
import { startPortals } from './portals.ts'
import { saturation, type Step } from './saturation.ts'
import { thingCosts } from './things.ts'

export interface CapacityPlan {
  readonly devices: number
  readonly portals: number
  /** Of each kind of thing. */
  readonly things: number
  readonly restMs: number
  /** Labels are sent for so long. */
  readonly labelsMs: number
  /** Of the store API, at most. */
  readonly mostPerSecond: number
  /** Null: labels take the local network. */
  readonly lan: ClosableLan | null
  readonly say: Say
}

export interface CapacityResult {
  readonly devices: number
  readonly portals: number
  readonly things: readonly Cost[]
  /** By program, in bytes of a device, after a full collection: resident memory and heap. */
  readonly memory: Readonly<Record<string, { readonly residentBytes: number; readonly heapBytes: number }>>
  readonly connect: Cost
  /** Seconds until the last one was there. */
  readonly connectedAfterS: number
  /** Without any device, and with all of them: ms of the processor in a second, by program. */
  readonly rest: { readonly without: Rest; readonly withAll: Rest; readonly heartbeat: Cost }
  readonly online: number
  readonly store: { readonly list: readonly Step[]; readonly pharmacy: readonly Step[] }
}

/** The panel's promise for each of its requests (bench panel). */
export const BOUND_MS = 50
/** Two heartbeats of each device. */
const SETTLE_MS = 65_000

/** Throws when something does not start, or a device does not connect. */
export async function runCapacity(plan: CapacityPlan): Promise<CapacityResult> {
  const { devices, portals, say } = plan
  const nats = await startNatsServer()
  const pharmacies = Math.ceil(devices / DEVICES_PER_PHARMACY)
  try {
    const place = await startSoakPlace({ pharmacies, settings: { Nats__Url: nats.url } }, say)
    try {
      const urls = await startPortals(place, portals)
      return await measured(place, { ...plan, urls })
    } finally {
      await place.stop()
    }
  } finally {
    await nats.kill()
  }
}

async function measured(
  place: SoakPlace,
  plan: CapacityPlan & { readonly urls: readonly string[] },
): Promise<CapacityResult> {
  const { devices, portals, say, restMs } = plan
  const sampler = new Sampler(place)
  const without = await restOf(sampler, restMs)
  const costs = await thingCosts(place, { ...plan, sampler, rest: without })
  say(`capacity: ${devices} devices pair`)
  const crowds = await pairedCrowds(place, plan)
  try {
    const empty = await sampler.sample(NO_LOAD)
    const before = await sampler.sample(NO_LOAD, { isQuick: true })
    const fromMs = performance.now()
    for (const [n, crowd] of crowds.entries()) {
      await crowd.connect()
      say(`  portal ${n + 1} has all of its devices`)
    }
    const connectedAfterS = (performance.now() - fromMs) / 1_000
    const after = await sampler.sample(NO_LOAD, { isQuick: true })
    const connect = costBetween(
      { before, after },
      { what: 'a device that connects', count: devices, rest: without },
    )
    await delay(SETTLE_MS)
    const full = await sampler.sample(NO_LOAD)
    const restBefore = await sampler.sample(NO_LOAD, { isQuick: true })
    const withAll = await restOf(sampler, restMs)
    const restAfter = await sampler.sample(NO_LOAD, { isQuick: true })
    const beats = (devices * (restAfter.atMs - restBefore.atMs)) / HEARTBEAT_MS
    const heartbeat = costBetween(
      { before: restBefore, after: restAfter },
      { what: 'a heartbeat', count: beats, rest: without },
    )
    const store = await storeSteps(place, plan)
    const online = (await Promise.all(crowds.map(async (crowd) => crowd.online()))).reduce((a, b) => a + b, 0)
    const memory = memoryOf({ empty, full }, devices)
    return {
      devices,
      portals,
      things: costs,
      memory,
      connect,
      connectedAfterS,
      rest: { without, withAll, heartbeat },
      online,
      store,
    }
  } finally {
    for (const crowd of crowds) crowd.stop()
  }
}

async function pairedCrowds(
  place: SoakPlace,
  { devices, urls }: { readonly devices: number; readonly urls: readonly string[] },
): Promise<Crowd[]> {
  const count = Math.floor(devices / urls.length)
  const storeUrl = databaseOf(place, 'store')
  const crowds: Crowd[] = []
  for (const [n, hubUrl] of urls.entries()) {
    const first = n * count
    const firstCustomer = place.customerIds[Math.floor(first / DEVICES_PER_PHARMACY)] ?? 1
    crowds.push(await startCrowd({ hubUrl, first, count, firstCustomer, storeUrl }))
  }
  return crowds
}

function databaseOf({ dataFolder }: SoakPlace, name: string): string {
  return socketUrl(clusterPaths(path.join(dataFolder, name)).socket, name)
}

/** Of PostgreSQL what is its own: pages that its processes share count in each of them. */
function memoryOf({ empty, full }: { readonly empty: Sample; readonly full: Sample }, devices: number) {
  return Object.fromEntries(
    Object.entries(full.programs).map(([name, now]) => {
      const resident = now.heapBytes === null ? 'anonymousBytes' : 'residentBytes'
      const more = (of: 'residentBytes' | 'anonymousBytes' | 'heapBytes'): number =>
        ((now[of] ?? 0) - (empty.programs[name]?.[of] ?? 0)) / devices
      return [name, { residentBytes: more(resident), heapBytes: more('heapBytes') }]
    }),
  )
}

/** As the panel asks, straight at the API's way of the gateway. */
async function storeSteps(
  place: SoakPlace,
  { mostPerSecond, say }: Pick<CapacityPlan, 'mostPerSecond' | 'say'>,
): Promise<CapacityResult['store']> {
  const [one] = place.staff
  if (one === undefined) throw new Error('there is no staff')
  const person = new Person(place.gatewayUrl, one)
  const url = databaseOf(place, 'store')
  const pages = Math.max(1, Math.floor(place.customerIds.length / 50))
  say('capacity: requests for a page of the list')
  const list = await saturation({
    url,
    say,
    mostPerSecond,
    boundMs: BOUND_MS,
    ask: async (n) =>
      person.call('Store', storeApi.listCustomers, { query: { page: String(1 + (n % pages)) } }),
  })
  say('capacity: requests for a pharmacy')
  const pharmacy = await saturation({
    url,
    say,
    mostPerSecond,
    boundMs: BOUND_MS,
    ask: async (n) => {
      const customerId = String(place.customerIds[n % place.customerIds.length] ?? 1)
      return person.call('Store', storeApi.getCustomer, { params: { customerId } })
    },
  })
  return { list, pharmacy }
}
