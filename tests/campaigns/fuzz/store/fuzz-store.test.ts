// A short fuzz of both ends of the store hub with a fixed seed.
import { expect, test } from 'vitest'
import { fuzzStore } from './fuzz-store.ts'
import { portalInputs, storeInput } from './store-inputs.ts'

test('256 hostile inputs to store and portal do not crash them or hold them up', async () => {
  const result = await fuzzStore({ inputs: 256, seed: 20_261_122, say: () => undefined })
  expect(result.faults).toEqual([])
  expect(Object.keys(result.byKind)).toHaveLength(19)
  expect([result.count, result.real > 70]).toEqual([4, true])
})

test('the same seed and number give the same input', () => {
  expect(storeInput(7, 99, ['x'])).toEqual(storeInput(7, 99, ['x']))
  const input = portalInputs('7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11')
  expect(input(7, 99)).toEqual(input(7, 99))
})
