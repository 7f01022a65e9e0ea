// Seeds a large fleet into the store database, whether the platform runs on it or not.
import path from 'node:path'
import { openDatabase, type Database } from '@pharmacy-relay/relay-server/db/database.ts'
import { isAnswering, socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { createLogger } from '@pharmacy-relay/relay-server/http/logger.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import {
  seededFleet,
  seedFleet,
  type SeededFleet,
} from '@pharmacy-relay/relay-server/store-api/seed/seed-fleet.ts'

export interface FleetSeed {
  readonly dataFolder: string
  readonly pharmacies: number
  /** Per pharmacy. */
  readonly computers: number
  readonly say: (text: string) => void
}

/** Uses `ConnectionStrings__cs_store` when it is set; else the built-in database of the data folder. Twice is once. */
export async function seedFleetInto({ dataFolder, pharmacies, computers, say }: FleetSeed): Promise<void> {
  const startedAt = performance.now()
  const database = await openStore(dataFolder)
  try {
    const before = await seededFleet(database.db)
    if (before.pharmacies > 0) say(`Seeded already: ${asText(before)}.`)
    say(`Wanted: ${number(pharmacies)} pharmacies with ${number(computers)} computers each …`)
    const seeded = await seedFleet(database.db, { pharmacies, computersPerPharmacy: computers, seed: 1 })
    say(outcomeText(seeded, (performance.now() - startedAt) / 1_000))
  } finally {
    await database.stop()
  }
}

/** The store's database of that data folder, of a platform that runs or of none. */
export async function openStore(dataFolder: string): Promise<Database<StoreSchema>> {
  return openDatabase<StoreSchema>({
    connectionString: await runningDatabase(dataFolder),
    dataFolder: path.join(dataFolder, 'store'),
    name: 'store',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: createLogger('seed', 'error'),
  })
}

/** What was written, if anything, and what there is now. */
export function outcomeText({ added, now }: SeededFleet, seconds: number): string {
  if (added.pharmacies + added.computers === 0)
    return `All of that is there (${seconds.toFixed(1)} s); nothing was written.`
  const what = `Added ${number(added.pharmacies)} pharmacies and ${number(added.computers)} computers`
  return `${what} in ${seconds.toFixed(1)} s. Now there are ${asText(now)}.`
}

function asText({ pharmacies, computers, online }: SeededFleet['now']): string {
  return `${number(pharmacies)} pharmacies with ${number(computers)} computers, ${number(online)} of them online`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

/** Null when no server runs on the folder: then one is started for as long as the seeding takes. */
async function runningDatabase(dataFolder: string): Promise<string | null> {
  const given = process.env['ConnectionStrings__cs_store'] ?? process.env['ConnectionStrings__cs-store']
  if (given !== undefined && given !== '') return given
  const url = socketUrl(clusterPaths(path.join(dataFolder, 'store')).socket, 'store')
  return (await isAnswering(url)) ? url : null
}
