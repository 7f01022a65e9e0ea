// The property test of the fleet (hub-and-fleet 4.10): 1,000 cases, and rules left out to show that it would see.
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { MIGRATIONS_FOLDER, type StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { CASES_PER_BATCH, runBatch } from './cases.ts'
import { leftOutRules, type LeftOut } from './left-out.ts'

const CASES = 1_000
const SEED = 20_261_122
/** Some 60 s on two idle cores. */
const TIMEOUT_MS = 1_200_000

let store: TestDatabase<StoreSchema> | null = null
afterEach(async () => {
  await store?.stop()
  store = null
})

async function openStore(): Promise<StoreDb> {
  store = await createTestDatabase<StoreSchema>({ name: 'fleet', migrationsFolder: MIGRATIONS_FOLDER })
  return store.db
}

test(`I1 to I8 hold in ${CASES} cases of seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const parts = { db: await openStore(), isRealTime: false, leftOut: null }
  for (let batch = 0; batch < CASES / CASES_PER_BATCH; batch += 1)
    expect(await runBatch(parts, { seed: SEED, batch, isShrunk: true })).toBeNull()
})

const SEEN_AS = {
  'close-of-one': /I3: .* shown offline while its connection lived/,
  sweeper: /I1: .* shown online, is offline/,
  graces: /I1: .* shown reconnecting, is offline/,
  silence: /I1: .* shown online, is degraded/,
  sequences: /I2: .* presenceSeq 1 after 1/,
  pushes: /I4: .* holds \d+, newest \d+/,
  wall: /I5: .* bytes from pharmacy/,
  timeouts: /I6: .* a relay call with 0 outcomes/,
  mesh: /I6: .* at rest its label did not arrive/,
  ledger: /I7: .* reached the spooler 2 times/,
  revocations: /I8: .* alive 2\d{3} ms after its revocation/,
  lists: /I8: .* at rest alive after its revocation/,
} as const satisfies Record<NonNullable<LeftOut>, RegExp>

const MOST_BATCHES = 8

test.each(leftOutRules)('without %s an invariant breaks', { timeout: TIMEOUT_MS }, async (leftOut) => {
  const parts = { db: await openStore(), isRealTime: false, leftOut }
  const seen: string[] = []
  for (let batch = 0; batch < MOST_BATCHES && !SEEN_AS[leftOut].test(seen.join('\n')); batch += 1)
    seen.push((await runBatch(parts, { seed: SEED, batch, isShrunk: false })) ?? '')
  expect(seen.join('\n')).toMatch(SEEN_AS[leftOut])
})
