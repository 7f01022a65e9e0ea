// The judge of guesses finds what must not be, and the seed decides the guesses.
import { expect, test } from 'vitest'
import { addressOf, accountEmails, guessesOf, THE_ONE } from './guess-plan.ts'
import { faultsOf, mostInAnHour } from './judged.ts'

const GOOD = {
  checkedAt: new Map([['a', Array.from({ length: 20 }, (_none, n) => n)]]),
  rightGuesses: 10,
  gotIn: 0,
  ownerTries: 10,
  ownerFailures: [],
  oddAnswers: new Map<string, number>(),
}

test.each([
  [{}, null],
  [
    { checkedAt: new Map([['a', Array.from({ length: 21 }, (_none, n) => n)]]) },
    /21 guesses at a were checked/,
  ],
  [{ gotIn: 1 }, /1 guesses got in/],
  [{ rightGuesses: 0 }, /nothing could get in/],
  [{ ownerTries: 0 }, /no owner signed in/],
  [{ ownerFailures: ['token_invalid'] }, /1 sign-ins of owners failed: token_invalid/],
  [{ oddAnswers: new Map([['internal', 2]]) }, /2 answers were internal/],
])('of the facts with %o the judge says %s', (change, said) => {
  const faults = faultsOf({ ...GOOD, ...change })
  if (said === null) expect(faults).toEqual([])
  else expect(faults).toEqual([expect.stringMatching(said)])
})

test('any 60 minutes count, and the first of them does not count with the last of the next', () => {
  const hour = 3_600_000
  expect(mostInAnHour([])).toBe(0)
  expect(mostInAnHour([0, hour - 1, hour, 2 * hour - 1])).toBe(2)
  expect(mostInAnHour([hour, 0])).toBe(1)
})

test('the seed decides the guesses; addresses are told apart, and each IPv6 one has its own /64', () => {
  const plan = { addresses: 1_000, accounts: 10, seed: 7 }
  const [one, other] = [guessesOf(plan), guessesOf(plan)]
  const guesses = Array.from({ length: 400 }, one)
  expect(guesses).toEqual(Array.from({ length: 400 }, other))
  expect(guesses.filter(({ email }) => email === THE_ONE)).toHaveLength(200)
  expect(guesses.some(({ email }) => !accountEmails(10).includes(email))).toBe(true)
  const places = Array.from({ length: 60_000 }, (_none, n) => addressOf(n).replace('::1', ''))
  expect(new Set(places).size).toBe(60_000)
  expect(places[59_998]).toMatch(/^198\.18\./)
})
