// For tests: a database of the store API that ends with the test.
import { createTestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { MIGRATIONS_FOLDER, type StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { onTestFinished } from 'vitest'

export async function storeOfTest(): Promise<StoreDb> {
  const store = await createTestDatabase<StoreSchema>({ name: 'fleet', migrationsFolder: MIGRATIONS_FOLDER })
  onTestFinished(async () => store.stop())
  return store.db
}
