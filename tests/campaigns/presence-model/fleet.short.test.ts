// The property test of the fleet (hub-and-fleet 4.10): 400 cases; `npm run presence-model` takes as many as asked for.
import { expect, test } from 'vitest'
import { CASES_PER_BATCH, runBatch } from './cases.ts'
import { storeOfTest } from './test-store.ts'

const CASES = 400
const SEED = 20_261_122
/** Some 30 s on two cores without other work. */
const TIMEOUT_MS = 1_200_000

test(`I1 to I8 hold in ${CASES} cases of seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const parts = { db: await storeOfTest(), isRealTime: false, leftOut: null }
  for (let batch = 0; batch < CASES / CASES_PER_BATCH; batch += 1)
    expect(await runBatch(parts, { seed: SEED, batch, isShrunk: true })).toBeNull()
})
