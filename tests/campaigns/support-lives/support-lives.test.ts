// The short form of `npm run support-lives`, and rules left out that it must notice.
import { expect, test } from 'vitest'
import { leftOutRules, type LeftOut } from './left-out.ts'
import { inMemory, runLives, type LivesResult } from './run-lives.ts'

const SEED = 20_261_127
const LIVES = 60
const MOST_UNTIL_FOUND = 200

/** The machine may be busy. */
const TIMEOUT_MS = 600_000

const run = async (lives: number, leftOut: LeftOut): Promise<LivesResult> =>
  runLives({
    lives,
    seed: SEED,
    from: 0,
    leftOut,
    placeOf: inMemory,
    stopping: new AbortController().signal,
    tell: () => undefined,
    mostBroken: 1,
  })

test(
  `in ${LIVES} random lives every client ends with the same list, each message once and in order`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { done, counts, broken } = await run(LIVES, null)
    expect(broken).toEqual([])
    expect(done).toBe(LIVES)
    // They had something in them.
    expect(counts.tasks).toBeGreaterThan(LIVES)
    expect(counts.messages).toBeGreaterThan(5 * LIVES)
    expect(counts.faults).toBeGreaterThan(5 * LIVES)
  },
)

const SEEN_AS = {
  versions: /went from \d+ to \d+/,
  replay: /(list of|talk \d+ at) /,
  claims: /claim at version \d+ of one that was claimed/,
  'client-ids': /a message twice|tasks of \d+ requests/,
  kept: /words .* are not there once|tasks of \d+ requests/,
  pull: /talk \d+ at \w+: /,
} as const satisfies Record<NonNullable<LeftOut>, RegExp>

test.each(leftOutRules)('without %s a promise breaks', { timeout: TIMEOUT_MS }, async (leftOut) => {
  const { broken } = await run(MOST_UNTIL_FOUND, leftOut)
  expect(broken.join('\n')).toMatch(SEEN_AS[leftOut])
})
