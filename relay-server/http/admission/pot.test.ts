// Who gets a place among strangers, and whose place is taken back when there are no more.
import { describe, expect, test } from 'vitest'
import { addressKeys, type AddressKeys } from '../address-keys.ts'
import { Pot } from './pot.ts'

function at(text: string): AddressKeys {
  const keys = addressKeys(text)
  if (keys === null) throw new Error(`${text} is no address`)
  return keys
}

describe('a pot of places', () => {
  test('has so many for an address and an IPv6 /64, and so many for a /56', () => {
    const pot = new Pot({ perAddress: 2, perNetwork: 3, total: 100 })
    const take = (address: string): boolean => pot.take(at(address), () => undefined) !== null
    expect([take('192.0.2.1'), take('192.0.2.1'), take('::ffff:192.0.2.1')]).toEqual([true, true, false])
    expect([take('2001:db8::1'), take('2001:db8::2'), take('2001:db8::3')]).toEqual([true, true, false])
    expect([take('2001:db8:0:1::1'), take('2001:db8:0:2::1')]).toEqual([true, false])
    expect(take('2001:db8:0:100::1')).toBe(true)
  })

  test('that is full takes the oldest place back from whoever holds the most, for one that holds less', () => {
    const pot = new Pot({ perAddress: 10, perNetwork: 10, total: 6 })
    const lost: string[] = []
    const take = (address: string, name: string): boolean =>
      pot.take(at(address), () => lost.push(name)) !== null
    for (const name of ['a1', 'a2', 'a3', 'a4']) take('192.0.2.1', name)
    for (const name of ['b1', 'b2']) take('192.0.2.2', name)
    expect([take('192.0.2.1', 'a5'), lost]).toEqual([false, []])
    expect([take('192.0.2.3', 'c1'), lost]).toEqual([true, ['a1']])
    expect([take('192.0.2.2', 'b3'), lost]).toEqual([true, ['a1', 'a2']])
    expect(pot.size).toBe(6)
  })

  test('that strangers hold with one place each still lets a newcomer in', () => {
    const pot = new Pot({ perAddress: 10, perNetwork: 10, total: 200 })
    const lost: number[] = []
    for (let count = 0; count < 200; count += 1) pot.take(at(`198.51.100.${count}`), () => lost.push(count))
    expect(pot.take(at('192.0.2.1'), () => undefined)).not.toBeNull()
    expect(lost).toEqual([0])
  })

  test('counts a place that was released once, however often that is said', () => {
    const pot = new Pot({ perAddress: 1, perNetwork: 1, total: 1 })
    const first = pot.take(at('192.0.2.1'), () => undefined)
    first?.release()
    const second = pot.take(at('192.0.2.1'), () => undefined)
    first?.release()
    expect([pot.size, pot.take(at('192.0.2.1'), () => undefined)]).toEqual([1, null])
    second?.release()
    expect(pot.size).toBe(0)
  })

  test('keeps its count through any order of takes and releases', () => {
    const pot = new Pot({ perAddress: 5, perNetwork: 20, total: 50 })
    const held = new Map<number, () => void>()
    let seed = 11
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let step = 0; step < 20_000; step += 1) {
      const place = pot.take(at(`192.0.2.${next(40)}`), () => void held.delete(step))
      if (place !== null) held.set(step, place.release)
      if (next(3) === 0) {
        const [oldest] = held
        oldest?.[1]()
        held.delete(oldest?.[0] ?? -1)
      }
      expect(pot.size).toBe(held.size)
      expect(pot.size).toBeLessThanOrEqual(50)
    }
  })
})
