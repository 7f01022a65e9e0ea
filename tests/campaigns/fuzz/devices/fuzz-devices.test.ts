// A short fuzz of the hub with a fixed seed, and that its rules can be broken.
import { expect, test } from 'vitest'
import { fuzzDevices } from './fuzz-devices.ts'
import { hubInput } from './hub-inputs.ts'
import { watchPrototypes } from '../prototypes.ts'

// 25 s where others keep the processors busy.

test('800 hostile devices do not crash, swell or hold up the hub, or change the language', async () => {
  const result = await fuzzDevices({ inputs: 800, seed: 20_261_122, say: () => undefined })
  expect(result.faults).toEqual([])
  expect(Object.keys(result.byKind)).toHaveLength(9)
  expect([result.count, result.real > 150]).toEqual([100, true])
})

test('the same seed and number give the same input', () => {
  expect(hubInput(7, 99)).toEqual(hubInput(7, 99))
  expect(hubInput(8, 99)).not.toEqual(hubInput(7, 99))
})

test.each(['polluted', '__lookupGetter__'])('%s on the prototype of all objects is noticed', (name) => {
  const changes = watchPrototypes()
  const before = Object.getOwnPropertyDescriptor(Object.prototype, name)
  Object.defineProperty(Object.prototype, name, { value: 1, configurable: true })
  const found = changes()
  if (before === undefined) Reflect.deleteProperty(Object.prototype, name)
  else Object.defineProperty(Object.prototype, name, before)
  expect(found).toEqual([`changed Object.prototype.${name}`])
  expect(changes()).toEqual([])
})
