// J11: how long the internal key's comparison takes says nothing of how much of a key is right.
import { describe, expect, test } from 'vitest'
import { secretEquals } from './internal-key.ts'

const KEY = 'k'.repeat(64)
/** A million by `npm run verify:campaigns`. */
const SAMPLES = process.env['Tests__Long'] === undefined ? 200_000 : 1_000_000
/** Beyond this two times differ for certain (dudect, Reparaz and others, 2017). */
const DIFFERENT = 4.5
/** Of the times, slowest first: interruptions by other work, which are nobody's. */
const CROPPED = 0.1

type Equals = (presented: string, expected: string) => boolean

describe('of wrong keys', () => {
  test('J11 one that begins rightly takes as long as one that does not', () => {
    expect(Math.abs(welchT(secretEquals))).toBeLessThan(DIFFERENT)
  })

  test('a comparison that ends at the first wrong letter is found', () => {
    expect(Math.abs(welchT(letterByLetter, 50_000))).toBeGreaterThan(DIFFERENT)
  })
})

/** Welch's t of the times for a key that is wrong at once and one that is wrong at its end, in random order. */
function welchT(equals: Equals, samples = SAMPLES): number {
  const wrong = [`x${KEY.slice(1)}`, `${KEY.slice(0, -1)}x`] as const
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < samples; n += 1) {
    const which = Math.random() < 0.5 ? 0 : 1
    const began = process.hrtime.bigint()
    equals(wrong[which], KEY)
    times[which].push(Number(process.hrtime.bigint() - began))
  }
  const limit = quantile([...times[0], ...times[1]], 1 - CROPPED)
  const [one, other] = times.map((all) => moments(all.filter((time) => time <= limit)))
  if (one === undefined || other === undefined) throw new Error('no times')
  return (one.mean - other.mean) / Math.sqrt(one.variance / one.count + other.variance / other.count)
}

function moments(times: readonly number[]): { count: number; mean: number; variance: number } {
  const count = times.length
  const mean = times.reduce((sum, time) => sum + time, 0) / count
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}

function quantile(times: number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0
}

function letterByLetter(presented: string, expected: string): boolean {
  for (let at = 0; at < expected.length; at += 1)
    if (presented.charCodeAt(at) !== expected.charCodeAt(at)) return false
  return presented.length === expected.length
}
