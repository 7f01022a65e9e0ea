// The delay before the next try: bounds for every situation, over arbitrary counts and draws.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_ASKED_WAIT_MS, reconnectDelayMs, type Situation } from './reconnect-delay.ts'

const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const failures = fc.nat({ max: 100_000 })
const waitMs = fc.nat({ max: 10_000_000 })

function expectWithin(
  situation: Situation,
  aDraw: number,
  bounds: readonly [from: number, to: number],
): void {
  const delayMs = reconnectDelayMs(situation, aDraw)
  expect(delayMs).toBeGreaterThanOrEqual(bounds[0])
  expect(delayMs).toBeLessThanOrEqual(bounds[1])
}

describe('reconnectDelayMs', () => {
  test('spreads the first try after a lost connection over ten seconds', () => {
    fc.assert(fc.property(draw, (d) => expectWithin({ kind: 'lost', failures: 0 }, d, [0, 10_000])))
    expect(reconnectDelayMs({ kind: 'lost', failures: 0 }, 0.5)).toBe(5_000)
  })

  test('spreads the nth try over 2 to the n seconds, at most a minute', () => {
    fc.assert(
      fc.property(failures, draw, (n, d) =>
        expectWithin({ kind: 'failed', failures: n, inHurry: false }, d, [
          0,
          Math.min(60_000, 1_000 * 2 ** n),
        ]),
      ),
    )
    expect(reconnectDelayMs({ kind: 'failed', failures: 3, inHurry: false }, 0.5)).toBe(4_000)
    expect(reconnectDelayMs({ kind: 'failed', failures: 90_000, inHurry: false }, 0.5)).toBe(30_000)
  })

  test('spreads no try over more than 8 s right after a stable connection was lost', () => {
    fc.assert(
      fc.property(failures, draw, (n, d) =>
        expectWithin({ kind: 'failed', failures: n, inHurry: true }, d, [0, Math.min(8_000, 1_000 * 2 ** n)]),
      ),
    )
  })

  test('spreads a connection that keeps getting lost over ten seconds to a minute', () => {
    fc.assert(
      fc.property(failures, draw, (n, d) => expectWithin({ kind: 'lost', failures: n }, d, [0, 60_000])),
    )
    expect(reconnectDelayMs({ kind: 'lost', failures: 1 }, 0.5)).toBe(5_000)
    expect(reconnectDelayMs({ kind: 'lost', failures: 5 }, 0.5)).toBe(16_000)
  })

  test('keeps to the window that a restarting hub announced', () => {
    fc.assert(
      fc.property(waitMs, waitMs, draw, (afterMs, windowMs, d) =>
        expectWithin({ kind: 'restarting', afterMs, windowMs }, d, [afterMs, afterMs + windowMs]),
      ),
    )
  })

  test('waits at least what Retry-After asks for, up to an hour, and spreads ten seconds', () => {
    fc.assert(
      fc.property(waitMs, draw, (retryAfterMs, d) => {
        const asked = Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS)
        expectWithin({ kind: 'busy', retryAfterMs }, d, [asked, asked + 10_000])
      }),
    )
  })

  test('waits as long as asked when the identity is in use elsewhere', () => {
    fc.assert(
      fc.property(draw, (d) =>
        expectWithin({ kind: 'conflict', retryAfterMs: 300_000 }, d, [300_000, 300_000]),
      ),
    )
    expect(reconnectDelayMs({ kind: 'conflict', retryAfterMs: -5 }, 0.5)).toBe(0)
  })

  test('asks every 20 to 30 seconds whether it was approved', () => {
    fc.assert(fc.property(draw, (d) => expectWithin({ kind: 'unapproved' }, d, [20_000, 30_000])))
  })

  test('tries again 10 to 20 minutes after a refusal', () => {
    fc.assert(fc.property(draw, (d) => expectWithin({ kind: 'refused' }, d, [600_000, 1_200_000])))
    expect(reconnectDelayMs({ kind: 'refused' }, 0.5)).toBe(900_000)
    expect(reconnectDelayMs({ kind: 'withdrawn', failures: 30 }, 0.5)).toBe(8_500)
    expect(reconnectDelayMs({ kind: 'withdrawn', failures: 31 }, 0.5)).toBe(900_000)
  })
})
