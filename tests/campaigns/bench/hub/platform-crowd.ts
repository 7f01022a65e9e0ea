// Agents at a whole platform: its real programs and PostgreSQL, where they paired in bulk, and what people are shown of them.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import {
  addComingComputers,
  addPharmacies,
} from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { analyze } from '@pharmacy-relay/relay-server/store-api/seed/seed-fleet.queries.ts'
import { openStore } from '../../../../scripts/seed/seed-store.ts'
import { startBenchPlatform, type BenchPlatform } from '../platform.ts'
import type { Say } from './crowd.ts'
import { pharmacyOf, USERNAME } from './documents.ts'
import { Fleet, type FleetPlace } from './fleet.ts'

export interface HubPlatform extends BenchPlatform {
  /** Of the store API. */
  readonly db: StoreDb
  readonly say: Say
}

/** Begins with empty databases, which `stop` removes. */
export async function startHubPlatform(say: Say): Promise<HubPlatform> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'relay-bench-hub-'))
  const platform = await startBenchPlatform(dataFolder, say)
  const store = await openStore(dataFolder)
  return {
    ...platform,
    db: store.db,
    say,
    stop: async () => {
      await store.stop()
      await platform.stop()
      // A database whose API had to be killed ends a little later.
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Where the platform has a device. */
export interface Member {
  readonly customerId: number
  readonly storeId: string
  readonly computerId: number
}

export interface PairedFleet {
  readonly fleet: Fleet
  /** In the order of the devices. */
  readonly members: readonly Member[]
}

/** Devices that may connect, in pharmacies `P-<firstStore>` and on. */
export async function pairedFleet(
  { ports, db }: Pick<HubPlatform, 'ports' | 'db'>,
  { firstStore, ...place }: Omit<FleetPlace, 'port' | 'pharmacyOf'> & { readonly firstStore: number },
): Promise<PairedFleet> {
  const pharmacies = await addPharmacies(db, { first: firstStore, count: pharmacyOf(place.count - 1) })
  const customerOf = (device: number): number => pharmacies[pharmacyOf(device) - 1] ?? 0
  const fleet = new Fleet({ ...place, port: ports.Portal__Port, pharmacyOf: customerOf })
  const coming = fleet.identities().map(({ name: pcName, ...identity }, device) => ({
    ...identity,
    pcName,
    username: USERNAME,
    printers: null,
    customerId: customerOf(device),
  }))
  const added = await addComingComputers(db, coming)
  await db.transaction().execute(analyze)
  const members = added.map(({ computerId }, device) => ({
    computerId,
    customerId: customerOf(device),
    storeId: `P-${firstStore + pharmacyOf(device) - 1}`,
  }))
  return { fleet, members }
}

/** Ends the portal's process at once. Throws when it does not run. */
export function killPortal({ supervisor }: HubPlatform): void {
  const portal = supervisor.running().find(({ name }) => name === PORTAL)
  if (portal === undefined) throw new Error('the portal does not run')
  process.kill(portal.pid, 'SIGKILL')
}

/** As for an update. */
export async function restartPortal({ supervisor }: HubPlatform): Promise<void> {
  await supervisor.stop(PORTAL)
  await supervisor.startAgain(PORTAL)
}

const PORTAL = 'portal'
