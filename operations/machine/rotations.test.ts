// Rotations: at each moment, whatever a program shows is taken by each other one, also where an earlier rotation was ended halfway.
import { describe, expect, test } from 'vitest'
import { roundsOf, type Round } from './rotations.ts'
import { missingSecrets, type Secrets } from './secrets.ts'

const BEFORE = missingSecrets({}, {})

let made = 0
const make = (): string => `fresh-${(made += 1)}`

function after(secrets: Secrets, rounds: readonly Round[]): Secrets {
  return rounds.reduce((all, { changes }) => ({ ...all, ...changes }), secrets)
}

/** What each program of a list runs with while the round goes on: some have what is new, others what was. */
function moments(secrets: Secrets, rounds: readonly Round[]): (readonly [Secrets, Secrets])[] {
  return rounds.map((_round, at) => [
    after(secrets, rounds.slice(0, at)),
    after(secrets, rounds.slice(0, at + 1)),
  ])
}

function takesKey(taking: Secrets, showing: Secrets): boolean {
  return [taking['InternalApi__Key'], taking['InternalApi__PreviousKey']].includes(
    showing['InternalApi__Key'],
  )
}

function takesService(taking: Secrets, showing: Secrets): boolean {
  const listed = taking['Identity__ServiceClients']?.split(',') ?? []
  return Object.entries(showing)
    .filter(([name]) => name.startsWith('ServiceClient__Secret__'))
    .every(([name, secret]) => listed.includes(`${name.slice('ServiceClient__Secret__'.length)}:${secret}`))
}

describe.each([
  ['internal-key', takesKey, ['identity-api', 'store-api', 'pharmacy-api']],
  ['service-secrets', takesService, ['identity-api', 'store-api', 'pharmacy-api', 'portal', 'storefront']],
] as const)('%s', (what, takes, holders) => {
  const isTakenAlways = (secrets: Secrets, rounds: readonly Round[]): boolean =>
    moments(secrets, rounds).every((both) => both.every((one) => both.every((other) => takes(one, other))))

  test('is exchanged without a moment in which one is refused, and nothing of the old is left', () => {
    const rounds = roundsOf(what, BEFORE, make) ?? []
    expect(isTakenAlways(BEFORE, rounds)).toBe(true)
    const end = after(BEFORE, rounds)
    expect(takes(end, end)).toBe(true)
    expect(takes(end, BEFORE)).toBe(false)
    expect(new Set(rounds.flatMap((round) => round.programs))).toEqual(new Set(holders))
  })

  test('is taken up again wherever the one before was ended, after all have what is written', () => {
    const rounds = roundsOf(what, BEFORE, make) ?? []
    for (let done = 1; done < rounds.length; done += 1) {
      const halfway = after(BEFORE, rounds.slice(0, done))
      // Some programs may not have what was written last.
      const running = [after(BEFORE, rounds.slice(0, done - 1)), halfway]
      const again = roundsOf(what, halfway, make) ?? []
      expect(again[0]?.changes).toEqual({})
      expect(running.every((one) => running.every((other) => takes(one, other)))).toBe(true)
      expect(isTakenAlways(halfway, again)).toBe(true)
      expect(takes(after(halfway, again), halfway)).toBe(false)
    }
  })

  test('a rotation that leaves a round out is found', () => {
    const rounds = roundsOf(what, BEFORE, make) ?? []
    expect(isTakenAlways(BEFORE, rounds.slice(1))).toBe(false)
  })
})

test('a cookie key is followed by another, and the one before is still read', () => {
  const end = after(BEFORE, roundsOf('panel-cookies', BEFORE) ?? [])
  expect(end['Portal__PreviousCookieKey']).toBe(BEFORE['Portal__CookieKey'])
  expect(end['Portal__CookieKey']).toMatch(/^[\w-]{43}$/)
  expect(end['Portal__CookieKey']).not.toBe(BEFORE['Portal__CookieKey'])
})

test.each(['', 'everything', 'toString'])('%j is nothing that is exchanged', (what) => {
  expect(roundsOf(what, BEFORE)).toBeNull()
})
