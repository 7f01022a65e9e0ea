// What one sign-in, patient, prescription, order, ticket and label through the hub cost, one after the other on an idle platform.
import { setTimeout as delay } from 'node:timers/promises'
import { ownAgent } from '../../kit/own-agent.ts'
import { openPanel } from '../../platform/panel.ts'
import type { Say } from '../../kit/program.ts'
import type { ClosableLan } from '../canary/own-network.ts'
import { openPair } from '../server-check/upgrade/agent-pair.ts'
import { Devices } from '../soak/load/devices.ts'
import type { Kind } from '../soak/load/pace.ts'
import { settledPeople, worksOf } from '../soak/load/people.ts'
import { Person } from '../soak/load/person.ts'
import type { SoakPlace } from '../soak/load/place.ts'
import type { Sampler } from '../soak/measured/sample.ts'
import { costBetween, costOf, NO_LOAD, restOf, type Cost, type Rest } from './costs.ts'

interface Measuring {
  readonly sampler: Sampler
  /** Of the platform alone. */
  readonly rest: Rest
  readonly things: number
  /** Null: labels take the local network. */
  readonly lan: ClosableLan | null
  readonly labelsMs: number
  readonly say: Say
}

/** What each kind is called in the sheet. */
const KINDS: readonly (readonly [Kind, string])[] = [
  ['signIns', 'a sign-in'],
  ['patients', 'a patient'],
  ['prescriptions', 'a prescription: six calls, to the handing over'],
  ['orders', 'an order: search, basket, order, half cancelled'],
  ['tickets', 'a support ticket: opened, three messages, done'],
]
/** Of labels: four programs hand in one each half second. */
const REST_MS = 20_000

export async function thingCosts(place: SoakPlace, measuring: Measuring): Promise<Cost[]> {
  const { sampler, rest, things, say } = measuring
  const people = {
    pharmacists: place.pharmacists.map((one) => new Person(place.gatewayUrl, one)),
    staff: place.staff.map((one) => new Person(place.gatewayUrl, one)),
    customerIds: place.customerIds,
    productIds: place.productIds,
    devices: new Devices([]),
    ending: new AbortController().signal,
  }
  const { addressIds } = await settledPeople(people)
  const works = worksOf(people, addressIds)
  const costs: Cost[] = []
  for (const [kind, what] of KINDS) {
    say(`capacity: ${things} times ${what}`)
    costs.push(await costOf({ sampler, rest }, { what, count: things, work: works[kind] }))
  }
  costs.push(await labelCost(place, measuring))
  return costs
}

/** Of a pair of agents; where it has no network of its own, labels take the local network. */
async function labelCost(place: SoakPlace, { sampler, lan, labelsMs, say }: Measuring): Promise<Cost> {
  const { gatewayUrl, portalUrl, admin, supervisor, dataFolder } = place
  const panel = await openPanel({ gatewayUrl, users: [admin], pharmacies: [] }, 'Admin')
  const bundle = await ownAgent()
  try {
    const given = { hubUrl: portalUrl, panel, folder: dataFolder, bundle: bundle.file, supervisor }
    const pair = await openPair({ index: 0, ...given })
    lan?.close(pair.listener.host, pair.listener.port)
    const rest = await restOf(sampler, REST_MS)
    say(`capacity: labels for ${labelsMs / 1_000} s`)
    const before = await sampler.sample(NO_LOAD, { isQuick: true })
    const ending = AbortSignal.timeout(labelsMs)
    await pair.send(ending)
    await delay(REST_MS)
    const { verdict } = await pair.account()
    const after = await sampler.sample(NO_LOAD, { isQuick: true })
    const way = `${verdict.overHub} through the hub, ${verdict.overLan} through the LAN, others at the printer's own computer`
    const what = `a label (${verdict.accepted} of them: ${way})`
    return costBetween({ before, after }, { what, count: verdict.accepted, rest })
  } finally {
    bundle.remove()
  }
}
