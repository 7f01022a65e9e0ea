// Guesses: how many are checked, who is kept out by them and who is not, and that every path counts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PASSWORD, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(async () => {
  identity.advance(3_600_001)
  await identity.database.db.deleteFrom('Attempts').execute()
})

const NEW = 'four otters drinking mint tea'
const guessFrom = (address: string, email: string, password = 'wrong', knownDevice?: string) =>
  identity.callFrom(address, identityApi.signIn, bodyOf({ email, password, knownDevice }))
const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'in',
    (error: { code: string }) => error.code,
  )
const addressOf = (n: number): string => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** How many guesses at accounts were counted, and so checked. */
async function checkedGuesses(): Promise<number> {
  const rows = await identity.database.db
    .selectFrom('Attempts')
    .select('times')
    .where('key', 'like', 'elsewhere:%')
    .execute()
  return rows.flatMap(({ times }) => times).length
}

describe('an account', () => {
  test('I10 is guessed at 20 times an hour from everywhere together, and its known device is let in', async () => {
    const { knownDevice } = await identity.signIn('super@relay.example')
    const guesses = Array.from({ length: 600 }, (_none, n) => n)
    const codes = new Set<string>()
    for (let from = 0; from < guesses.length; from += 50) {
      const together = guesses.slice(from, from + 50)
      const calls = together.map((n) =>
        codeOf(guessFrom(addressOf(n % 300), 'super@relay.example', `guess ${n}`)),
      )
      for (const code of await Promise.all(calls)) codes.add(code)
    }
    expect([...codes].toSorted()).toEqual(['token_invalid'])
    expect(await checkedGuesses()).toBe(20)
    // The right one is among those that nobody looks at.
    expect(await codeOf(guessFrom('198.51.9.9', 'super@relay.example', PASSWORD))).toBe('token_invalid')
    expect(await codeOf(guessFrom('198.51.9.9', 'super@relay.example', PASSWORD, knownDevice))).toBe('in')
    identity.advance(3_600_001)
    expect(await codeOf(guessFrom('198.51.9.9', 'super@relay.example', PASSWORD))).toBe('in')
  })

  test('that does not exist answers and counts the same', async () => {
    const guesses = Array.from({ length: 25 }, (_none, n) => n)
    for (const email of ['nobody@relay.example', 'support@relay.example']) {
      await identity.database.db.deleteFrom('Attempts').execute()
      for (const n of guesses) expect(await codeOf(guessFrom(addressOf(n), email))).toBe('token_invalid')
      expect(await checkedGuesses()).toBe(20)
      identity.advance(61_000)
    }
  })

  test('whose owner always types it right counts nothing', async () => {
    for (let round = 0; round < 25; round += 1)
      expect(await codeOf(guessFrom('198.51.7.7', 'admin@relay.example', PASSWORD))).toBe('in')
  })
})

test('an address makes ten wrong guesses a minute; a known device behind it goes on', async () => {
  const { knownDevice } = await identity.signIn('support@relay.example')
  const codes: string[] = []
  for (let n = 0; n < 11; n += 1) codes.push(await codeOf(guessFrom('198.51.3.3', `u${n}@x.example`)))
  expect(codes).toEqual([...Array<string>(10).fill('token_invalid'), 'rate_limited'])
  const { retryAfterS } = await refusalOf(guessFrom('198.51.3.3', 'admin@relay.example', PASSWORD))
  expect(retryAfterS).toBeGreaterThan(0)
  expect(retryAfterS).toBeLessThanOrEqual(60)
  expect(await codeOf(guessFrom('198.51.3.3', 'support@relay.example', PASSWORD, knownDevice))).toBe('in')
})

describe('I11 a stolen known device', () => {
  test('has a rate of its own, which does not count against its user', async () => {
    const { knownDevice } = await identity.signIn('pharmacist@one.example')
    const codes: string[] = []
    for (let n = 0; n < 12; n += 1)
      codes.push(await codeOf(guessFrom(addressOf(n), 'pharmacist@one.example', 'wrong', knownDevice)))
    expect(codes).toEqual([...Array<string>(10).fill('token_invalid'), 'rate_limited', 'rate_limited'])
    expect(await codeOf(guessFrom('198.51.4.4', 'pharmacist@one.example', PASSWORD))).toBe('in')
  })

  test('dies with the password, is nothing for another account, and can be made by nobody', async () => {
    const { knownDevice, tokens } = await identity.signIn('pharmacist@two.example')
    const change = bodyOf({ oldPassword: PASSWORD, newPassword: NEW })
    await identity.client.call(identityApi.changePassword, change, { token: tokens.accessToken })
    const edited = knownDevice.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const guesses = [
      ['pharmacist@two.example', knownDevice],
      ['customer@one.example', knownDevice],
      ['customer@one.example', edited],
    ] as const
    for (const [email, text] of guesses) {
      identity.advance(61_000)
      const codes: string[] = []
      for (let n = 0; n < 11; n += 1) codes.push(await codeOf(guessFrom('198.51.5.5', email, 'wrong', text)))
      // The address's counter: it was taken for a stranger's.
      expect(codes.at(-1)).toBe('rate_limited')
      const { key } = await identity.database.db
        .selectFrom('Attempts')
        .select('key')
        .orderBy('lastAt', 'desc')
        .executeTakeFirstOrThrow()
      expect(key).not.toMatch(/^known:/)
    }
  })
})

describe('I12 every path that takes a password', () => {
  test('within a session counts for that session alone', async () => {
    const { token } = await identity.openSession('customer@one.example')
    const change = (oldPassword: string) =>
      identity.client.call(identityApi.changePassword, bodyOf({ oldPassword, newPassword: NEW }), { token })
    const again = (password: string) =>
      identity.client.call(identityApi.signInAgain, bodyOf({ password }), { token })
    for (let n = 0; n < 5; n += 1) {
      expect(await codeOf(change('wrong'))).toBe('invalid')
      expect(await codeOf(again('wrong'))).toBe('invalid')
    }
    expect([await codeOf(change(PASSWORD)), await codeOf(again(PASSWORD))]).toEqual([
      'rate_limited',
      'rate_limited',
    ])
    expect(await codeOf(guessFrom('198.51.6.6', 'customer@one.example', PASSWORD))).toBe('in')
  })

  test('at the same time lets an office in whose passwords are right', async () => {
    const tries = Array.from({ length: 30 }, () =>
      codeOf(guessFrom('198.51.8.9', 'customer@one.example', PASSWORD)),
    )
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['in']))
  })

  test('at the same time does not pass the limit together', async () => {
    const tries = Array.from({ length: 30 }, () => codeOf(guessFrom('198.51.8.8', 'customer@one.example')))
    const codes = await Promise.all(tries)
    expect(codes.filter((code) => code === 'token_invalid')).toHaveLength(10)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(20)
  })
})
