// The property test of the fleet (hub-and-fleet 4.10): 1,000 cases.
import { expect, test } from 'vitest'
import { CASES_PER_BATCH, runBatch } from './cases.ts'
import { storeOfTest } from './test-store.ts'

const CASES = 1_000
const SEED = 20_261_122
/** Some 30 s on two idle cores. */
const TIMEOUT_MS = 1_200_000

test(`I1 to I8 hold in ${CASES} cases of seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const parts = { db: await storeOfTest(), isRealTime: false, leftOut: null }
  for (let batch = 0; batch < CASES / CASES_PER_BATCH; batch += 1)
    expect(await runBatch(parts, { seed: SEED, batch, isShrunk: true })).toBeNull()
})
