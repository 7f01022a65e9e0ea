// Each rule that is left out of the fleet's model breaks an invariant: the property test would see that it is missing.
import { expect, test } from 'vitest'
import { runBatch } from './cases.ts'
import { leftOutRules, type LeftOut } from './left-out.ts'
import { storeOfTest } from './test-store.ts'

const SEED = 20_261_122

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

test.each(leftOutRules)('without %s an invariant breaks', async (leftOut) => {
  const parts = { db: await storeOfTest(), isRealTime: false, leftOut }
  const seen: string[] = []
  for (let batch = 0; batch < MOST_BATCHES && !SEEN_AS[leftOut].test(seen.join('\n')); batch += 1)
    seen.push((await runBatch(parts, { seed: SEED, batch, isShrunk: false })) ?? '')
  expect(seen.join('\n')).toMatch(SEEN_AS[leftOut])
})
