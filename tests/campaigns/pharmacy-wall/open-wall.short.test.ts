// A wall that stands open is found by `npm run pharmacy-wall`.
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { createTestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runPharmacyWall } from './wall-run.ts'

test('a wall that stands open is found', async () => {
  const database = await createTestDatabase<PharmacySchema>({
    name: 'pharmacy_wall',
    migrationsFolder: MIGRATIONS_FOLDER,
  })
  onTestFinished(() => database.stop())
  await withConnection(database.url, async (client) =>
    client.query('create policy "open" on "PatientPhones" to pharmacy_request using (true)'),
  )
  const { faults } = await runPharmacyWall({ calls: 1_000, seed: 1, database, say: () => undefined })
  expect(faults.length).toBeGreaterThan(5)
})
