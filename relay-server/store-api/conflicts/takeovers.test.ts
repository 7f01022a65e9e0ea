// When starts of the agent are copies of one installation, and when they are restarts.
import { describe, expect, test } from 'vitest'
import { takesTurnsWith, type Opening } from './takeovers.ts'

/** Openings five seconds apart, the last one just now: `ABA` is three of two starts. */
const openings = (starts: string, everyMs = 5_000): Opening[] =>
  starts.split('').map((bootId, index) => ({ bootId, ageMs: (starts.length - 1 - index) * everyMs }))

describe('copies', () => {
  test.each([
    ['that take turns four times', 'ABABA', 'B'],
    ['of which one was alone for long', 'AAAAAABABAB', 'A'],
    ['of which one reconnects in between', 'AABBABBA', 'B'],
    ['after a third start', 'CABABA', 'B'],
  ])('%s', (_case, starts, other) => {
    expect(takesTurnsWith(openings(starts))).toBe(other)
  })

  test('whose first opening was long ago: only takeovers have to be recent', () => {
    const turns = openings('ABABA').map((one, index) => (index === 0 ? { ...one, ageMs: 86_400_000 } : one))
    expect(takesTurnsWith(turns)).toBe('B')
  })
})

describe('no copies', () => {
  test.each([
    ['nothing', ''],
    ['one start that reconnects', 'AAAAAAAAAA'],
    ['a restart', 'AAAAB'],
    ['a restart whose old socket came back once', 'AABAB'],
    ['an agent that crashes and starts again and again', 'ABCDEFGH'],
    ['a third start among them', 'ABACABA'.slice(0, 6)],
  ])('%s', (_case, starts) => {
    expect(takesTurnsWith(openings(starts))).toBeNull()
  })

  test('turns that take longer than a minute', () => {
    expect(takesTurnsWith(openings('ABABA', 19_000))).toBe('B')
    expect(takesTurnsWith(openings('ABABA', 21_000))).toBeNull()
  })
})
