// When many pharmacies with one problem are an incident, and which of them belong to it.
import { expect, test } from 'vitest'
import { manyOf, massOf } from './mass.ts'

const at = (customerId: number, minute: number) => ({ customerId, since: new Date(minute * 60_000) })
const pharmaciesOf = (list: readonly { readonly customerId: number }[]) =>
  list.map(({ customerId }) => customerId)

test.each([
  [0, 5],
  [50, 5],
  [101, 6],
  [240, 12],
  [400, 20],
  [10_000, 20],
])('of %i pharmacies %i are many', (pharmacies, many) => {
  expect(manyOf(pharmacies)).toBe(many)
})

test('only who got it within ten minutes of enough others belongs to it', () => {
  const begun = [at(9, 0), at(1, 30), at(2, 31), at(3, 40), at(4, 41), at(5, 62)]
  expect(pharmaciesOf(massOf(begun, 3))).toEqual([1, 2, 3, 4])
  expect(massOf(begun, 4)).toEqual([])
})

test('many computers of one pharmacy are one pharmacy, and all of them belong to it', () => {
  const begun = [at(1, 1), at(1, 2), at(1, 3), at(2, 4)]
  expect(massOf(begun, 3)).toEqual([])
  expect(pharmaciesOf(massOf([...begun, at(3, 5)], 3))).toEqual([1, 1, 1, 2, 3])
})

test('one that lasts while others join takes each of them once', () => {
  const begun = Array.from({ length: 40 }, (_, n) => at(n + 1, n))
  expect(pharmaciesOf(massOf(begun.toReversed(), 5))).toEqual(pharmaciesOf(begun))
})
