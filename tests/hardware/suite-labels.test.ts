// The agent recognises the suite's labels in each language, as whole, and counts them where the language tells it.
import { expect, test } from 'vitest'
import { createScanner } from '../../agent/core/intake/completeness.ts'
import { copiesOf } from '../../agent/core/languages/copies.ts'
import { markOf, numberedLabel, partMarkOf, POWER_PARTS, powerLabel, runMark } from './suite-labels.ts'

test.each([
  ['zpl', true, POWER_PARTS],
  ['epl', true, POWER_PARTS],
  ['tspl', true, POWER_PARTS],
  // It marks no end of a label.
  ['escpos', null, 1],
] as const)('%s', (language, isComplete, copies) => {
  const run = runMark()
  const single = numberedLabel(language, run, { n: 3, of: 5 })
  const parts = powerLabel(language, run)
  for (const payload of [single, parts]) {
    const scanner = createScanner()
    scanner.feed(payload)
    expect(scanner.verdict()).toMatchObject({ language, isComplete })
  }
  expect([copiesOf(single, language), copiesOf(parts, language)]).toEqual([1, copies])
  expect(single.includes(markOf(run, 3))).toBe(true)
  expect(parts.includes(partMarkOf(run, POWER_PARTS))).toBe(true)
})
