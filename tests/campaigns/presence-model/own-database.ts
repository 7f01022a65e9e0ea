// A PostgreSQL of its own for a run outside of the test runner, gone when the work on it has ended.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { startEmbeddedPostgres } from '@pharmacy-relay/relay-server/db/embedded-postgres.ts'
import { MIGRATIONS_FOLDER, type StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'

export async function withOwnDatabase<R>(work: (db: StoreDb) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(path.join(tmpdir(), 'presence-model-'))
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'cluster'),
    logger: silentLogger,
    durable: false,
  })
  const database = await openDatabase<StoreSchema>({
    connectionString: server.urlOf('postgres'),
    dataFolder: '',
    name: 'postgres',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  try {
    return await work(database.db)
  } finally {
    await database.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
