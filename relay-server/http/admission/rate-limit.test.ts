// Who shares an allowance, and how exactly it is counted.
import { describe, expect, it } from 'vitest'
import { addressKeys } from '../address-keys.ts'
import { RateLimit } from './rate-limit.ts'
import { SlidingWindow } from './sliding-window.ts'

describe('addresses', () => {
  it('inside one /64 share an allowance, and /64s inside one /56 share a wider one', () => {
    const limit = new RateLimit({ windowMs: 10_000 })
    const admit = (text: string): boolean => {
      const { key = '', wideKey = null } = addressKeys(text) ?? {}
      const wide = wideKey === null ? null : { key: wideKey, permit: 400 }
      return limit.admit({ rateClass: 'api', key, permit: 100, wide }, 0).allowed
    }
    const passed = (make: (at: number) => string): number =>
      Array.from({ length: 600 }, (_, at) => admit(make(at))).filter(Boolean).length
    expect(passed((at) => `2001:db8:0:100::${at.toString(16)}`)).toBe(100)
    expect(passed((at) => `2001:db8:0:1${(at % 250).toString(16).padStart(2, '0')}::1`)).toBe(300)
    expect(admit('2001:db8:0:200::1')).toBe(true)
  })
})

describe('the sliding window', () => {
  it('never accepts more than the permit in any stretch of its length', () => {
    const window = new SlidingWindow({ windowMs: 1000, maxKeys: 10 })
    const accepted: number[] = []
    let seed = 7
    for (let now = 0; now < 20_000; now += seed % 40) {
      seed = (seed * 48_271) % 2_147_483_647
      if (window.waitMs('a', 20, now) > 0) continue
      window.accept('a', 20, now)
      accepted.push(now)
    }
    const most = Math.max(
      ...accepted.map((from) => accepted.filter((at) => at >= from && at < from + 1000).length),
    )
    expect(most).toBe(20)
  })

  it('says exactly how long to wait', () => {
    const window = new SlidingWindow({ windowMs: 1000, maxKeys: 10 })
    for (const now of [0, 100, 200]) window.accept('a', 3, now)
    expect([window.waitMs('a', 3, 300), window.waitMs('a', 3, 999), window.waitMs('a', 3, 1000)]).toEqual([
      700, 1, 0,
    ])
  })

  it('forgets idle keys but never one that still counts, and then refuses newcomers', () => {
    const window = new SlidingWindow({ windowMs: 1000, maxKeys: 3 })
    for (const key of ['a', 'b', 'c']) window.accept(key, 1, 0)
    expect(window.waitMs('d', 1, 500)).toBe(500)
    expect(window.waitMs('a', 1, 999)).toBe(1)
    expect(window.waitMs('d', 1, 1000)).toBe(0)
    window.accept('d', 1, 1000)
    expect(window.size).toBe(1)
  })
})
