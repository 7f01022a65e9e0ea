// The load on its platform: devices, pairs of agents with labels, open panels, people; started, told what it did, ended.
import type { ClosableLan } from '../../canary/own-network.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { findingsOf } from '../../../kit/report.ts'
import { openPanel } from '../../../platform/panel.ts'
import { openPanels } from './panels.ts'
import { openPair, type AgentPair } from '../../server-check/upgrade/agent-pair.ts'
import type { LabelsAccount, LoadCounts } from '../record.ts'
import { pairedDevices, type Devices } from './devices.ts'
import { startLife, type Life } from './life.ts'
import { DEVICES_PER_PHARMACY, LoadPace } from './pace.ts'
import { settledPeople, worksOf } from './people.ts'
import { Person } from './person.ts'
import { INSPECTED, type SoakPlace } from './place.ts'

const PAIRS = 2

export interface Load {
  /** So many times the pace of the table from now on. */
  hurry(times: number): void
  counts(): LoadCounts
  /** Ends it; labels come to rest first. */
  end(): Promise<LabelsAccount>
  /** Agents and what they were made of, once nothing is sampled any more. */
  stop(): Promise<void>
}

/** Resolves when all devices are connected and everything goes on by itself. */
export async function startLoad(
  place: SoakPlace,
  { lan, say }: { readonly lan: ClosableLan | null; readonly say: (text: string) => void },
): Promise<Load> {
  const { db, portalUrl, customerIds, gatewayUrl } = place
  const owners = customerIds.flatMap((id) => Array.from({ length: DEVICES_PER_PHARMACY }, () => id))
  const devices = await pairedDevices({ hubUrl: portalUrl, db, customerIds: owners, first: 0 })
  await devices.turnOnAll(say)
  const bundle = await ownAgent()
  const pairs = await openPairs(place, { bundle: bundle.file, lan })
  say(`  ${pairs.length} pairs of agents print`)
  const ending = new AbortController()
  const pace = new LoadPace(customerIds.length)
  const senders = pairs.map(async (pair) => pair.send(ending.signal, pace.labelPauseMs))
  const panels = await openPanels(place, ending.signal)
  const people = {
    pharmacists: place.pharmacists.map((one) => new Person(gatewayUrl, one)),
    staff: place.staff.map((one) => new Person(gatewayUrl, one)),
    customerIds,
    productIds: place.productIds,
    devices,
    ending: ending.signal,
  }
  const { addressIds } = await settledPeople(people)
  const life = startLife(worksOf(people, addressIds), pace)
  return {
    hurry: (times) => pace.hurry(times),
    counts: () => countsOf({ life, pairs, devices, statuses: panels.statuses() }),
    end: async () => {
      ending.abort()
      await life.end()
      await Promise.all([...senders, panels.ended])
      return accounted(pairs)
    },
    stop: async () => {
      await devices.stop()
      bundle.remove()
    },
  }
}

/** The first pair is left the hub alone, where the program has a network of its own. */
async function openPairs(
  place: SoakPlace,
  { bundle, lan }: { readonly bundle: string; readonly lan: ClosableLan | null },
): Promise<AgentPair[]> {
  const { gatewayUrl, portalUrl, admin, supervisor, dataFolder } = place
  const panel = await openPanel({ gatewayUrl, users: [admin], pharmacies: [] }, 'Admin')
  process.env['NODE_OPTIONS'] = INSPECTED
  const pairs: AgentPair[] = []
  for (let index = 0; index < PAIRS; index += 1)
    pairs.push(await openPair({ index, hubUrl: portalUrl, panel, folder: dataFolder, bundle, supervisor }))
  delete process.env['NODE_OPTIONS']
  const [hubPair] = pairs
  if (hubPair !== undefined) lan?.close(hubPair.listener.host, hubPair.listener.port)
  return pairs
}

function countsOf({
  life,
  pairs,
  devices,
  statuses,
}: {
  readonly life: Life
  readonly pairs: readonly AgentPair[]
  readonly devices: Devices
  readonly statuses: readonly number[]
}): LoadCounts {
  return {
    done: { ...life.done },
    refused: { ...life.refused },
    labels: pairs.reduce((sum, pair) => sum + pair.accepted(), 0),
    devicesOnline: devices.online,
    panelLooks: statuses.length,
    panelFailures: statuses.filter((status) => status !== 200).length,
  }
}

async function accounted(pairs: readonly AgentPair[]): Promise<LabelsAccount> {
  const accounts = await Promise.all(pairs.map(async (pair) => pair.account()))
  const sum = (of: (one: (typeof accounts)[number]['verdict']) => number): number =>
    accounts.reduce((total, { verdict }) => total + of(verdict), 0)
  return {
    accepted: sum((one) => one.accepted),
    printed: sum((one) => one.printed),
    overHub: sum((one) => one.overHub),
    overLan: sum((one) => one.overLan),
    isSettled: accounts.every(({ isSettled }) => isSettled),
    findings: accounts.flatMap(({ verdict }) =>
      findingsOf(verdict).map(({ kind, text }) => `${kind}: ${text}`),
    ),
  }
}
