// A map that forgets: what is over goes when others come, not only when there are too many.
import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('while others come, it holds no more than what came within the life of an entry', () => {
  const map = new BoundedMap<number>(1_000)
  const sizes: number[] = []
  for (let nowMs = 0; nowMs < 100_000; nowMs += 10) {
    map.set(`key ${nowMs}`, nowMs, { nowMs, forMs: 500 })
    sizes.push(map.size)
  }
  expect(Math.max(...sizes)).toBe(50)
  expect(map.get('key 99500', 99_990)).toBe(99_500)
  expect(map.get('key 99490', 99_990)).toBe(undefined)
})

test('what is set again begins anew and counts as the newest', () => {
  const map = new BoundedMap<string>(2)
  map.set('one', 'first', { nowMs: 0, forMs: 100 })
  map.set('two', 'second', { nowMs: 1, forMs: 100 })
  map.set('one', 'again', { nowMs: 2, forMs: 100 })
  map.set('three', 'third', { nowMs: 3, forMs: 100 })
  expect(map.values(4)).toEqual(['again', 'third'])
  expect(map.get('two', 4)).toBe(undefined)
  expect(map.values(102)).toEqual(['third'])
})
