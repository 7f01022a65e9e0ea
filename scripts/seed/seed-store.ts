// Seeds a large fleet into the store database, whether the platform runs on it or not.
import path from 'node:path'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { isAnswering, socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { createLogger } from '@pharmacy-relay/relay-server/http/logger.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { seedFleet } from '@pharmacy-relay/relay-server/store-api/seed/seed-fleet.ts'

export interface FleetSeed {
  readonly dataFolder: string
  readonly pharmacies: number
  /** Per pharmacy. */
  readonly computers: number
  readonly say: (words: string) => void
}

/** Uses `ConnectionStrings__cs_store` when it is set; else the built-in database of the data folder. Twice is once. */
export async function seedFleetInto({ dataFolder, pharmacies, computers, say }: FleetSeed): Promise<void> {
  const startedAt = performance.now()
  const database = await openDatabase<StoreSchema>({
    connectionString: await runningDatabase(dataFolder),
    dataFolder: path.join(dataFolder, 'store'),
    name: 'store',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: createLogger('seed', 'warn'),
  })
  say(`Seeding ${pharmacies} pharmacies with ${computers} computers each …`)
  const seeded = await seedFleet(database.db, { pharmacies, computersPerPharmacy: computers, seed: 1 })
  await database.stop()
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  say(
    seeded.isNew
      ? `${seeded.pharmacies} pharmacies, ${seeded.computers} computers, ${seeded.online} of them online, in ${seconds} s.`
      : `They were there already (${seconds} s); nothing was written.`,
  )
}

/** Null when no server runs on the folder: then one is started for as long as the seeding takes. */
async function runningDatabase(dataFolder: string): Promise<string | null> {
  const given = process.env['ConnectionStrings__cs_store'] ?? process.env['ConnectionStrings__cs-store']
  if (given !== undefined && given !== '') return given
  const url = socketUrl(clusterPaths(path.join(dataFolder, 'store')).socket, 'store')
  return (await isAnswering(url)) ? url : null
}
