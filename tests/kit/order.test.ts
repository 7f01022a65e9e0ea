// Labels that came out before an earlier one of their sender.
import { expect, test } from 'vitest'
import { cameEarly } from './order.ts'

const roll = (...serials: number[]) => serials.map((serial) => ({ serial }))

test('labels in the order of their sender overtake nothing, whatever other senders put between them', () => {
  expect(cameEarly([1, 3, 5], roll(1, 2, 3, 4, 5))).toEqual([])
})

test('each label that came out before an earlier one is found', () => {
  expect(cameEarly([1, 2, 3], roll(1, 3, 2))).toEqual([3])
  expect(cameEarly([1, 2, 3, 4], roll(4, 3, 1, 2))).toEqual([3, 4])
})

test('what is not on paper overtakes nothing, and of a double the first one counts', () => {
  expect(cameEarly([1, 2, 3], roll(1, 3))).toEqual([])
  expect(cameEarly([1, 2], roll(1, 2, 1))).toEqual([])
})
