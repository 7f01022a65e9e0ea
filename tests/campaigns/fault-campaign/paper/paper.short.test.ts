// The short form of `npm run fault-campaign -- --scenario paper`.
import { expect, test } from 'vitest'
import { TOLD_WITHIN_MS } from './outs.ts'
import { runPaper } from './paper.ts'
import { faultsOf, LAST_OUT_MS, paperTable } from './scenario.ts'

/** This computer may do other things meanwhile. */
const SLACK = 4

test('The paper runs out three times while labels flow: none unknown, each says why, all out soon after', async () => {
  const toldWithinMs = TOLD_WITHIN_MS * SLACK
  const options = { times: 3, long: 0, seed: 4, keep: false, toldWithinMs, index: 51 }
  const result = await runPaper(options, () => undefined)
  expect(faultsOf(result, LAST_OUT_MS * SLACK), paperTable(options, result)).toEqual([])
  expect(result.outs).toHaveLength(3)
  expect(result.verdict.accepted).toBeGreaterThan(10)
})
