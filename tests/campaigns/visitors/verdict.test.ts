// What counts as good: pages in time, no failure, level memory.
import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const level = [{ name: 'storefront', megabytes: [80, 120, 121, 119, 120, 122] }]
const quick = Array.from({ length: 100 }, () => 20)

test('quick pages, no failure and level memory are good', () => {
  expect(verdictOf(quick, [], level)).toMatchObject({ isGood: true, failures: 0 })
})

test.each([
  ['no page at all', [], [], level],
  ['slow pages', [...quick, 201, 202], [], level],
  ['a failure', quick, ['/basket: 502'], level],
  ['memory that grows', quick, [], [{ name: 'store', megabytes: [80, 80, 100, 110, 140, 150] }]],
] as const)('%s: not good', (_what, pages, failures, memory) => {
  expect(verdictOf(pages, failures, memory).isGood).toBe(false)
})
