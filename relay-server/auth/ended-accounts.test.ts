// Tokens of who ended are refused as long as they would last, and no others.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { EndedAccounts, withoutEnded } from './ended-accounts.ts'
import { createTestTokens, type TestTokens } from './test-tokens.ts'

const clock = new SteppedClock()
const [sub, sid] = [randomUUID(), randomUUID()]
let tokens: TestTokens
let ended: EndedAccounts
beforeAll(async () => {
  tokens = await createTestTokens()
})
beforeEach(() => {
  ended = new EndedAccounts(() => clock.monotonicMs())
})

const codeOf = async (token: string): Promise<string> =>
  withoutEnded(tokens.verifier, ended)
    .verify(token)
    .then(
      () => 'accepted',
      (error: { readonly code: string }) => error.code,
    )
const tokenOf = (role: 'Admin' | 'Support' | 'Pharmacist', claims: object = {}): Promise<string> =>
  tokens.tokenFor(role, { claims: { sub, sid, ...claims } })
const now = { eventId: 1, userGuid: sub, role: 'Support', pharmacyId: null, isActive: true } as const

test('the tokens of an ended session are refused, those of its user in another session are not', async () => {
  ended.sessionsEnded([sid])
  expect(await codeOf(await tokenOf('Admin'))).toBe('token_invalid')
  expect(await codeOf(await tokenOf('Admin', { sid: randomUUID() }))).toBe('accepted')
  expect(await codeOf(tokens.tokens.Service)).toBe('accepted')
})

describe('of a user whose role changed', () => {
  test('I13 tokens of the role before are refused and those of the new one accepted, in whatever order they were made', async () => {
    const before = await tokenOf('Admin')
    const after = await tokenOf('Support')
    ended.userChanged(now)
    const late = await tokenOf('Admin')
    expect(await Promise.all([before, after, late].map(codeOf))).toEqual([
      'token_invalid',
      'accepted',
      'token_invalid',
    ])
    expect(await codeOf(await tokenOf('Admin', { sub: randomUUID() }))).toBe('accepted')
  })

  test('or whose pharmacy did, tokens of the one before are refused', async () => {
    ended.userChanged({ ...now, role: 'Pharmacist', pharmacyId: 2 })
    expect(await codeOf(await tokenOf('Pharmacist'))).toBe('token_invalid')
    expect(await codeOf(await tokenOf('Pharmacist', { pharmacyId: 2 }))).toBe('accepted')
  })
})

test('a disabled user has no token that is accepted; enabled again he has, but for the sessions that ended', async () => {
  ended.userChanged({ ...now, isActive: false })
  expect(await codeOf(await tokenOf('Support'))).toBe('token_invalid')
  ended.sessionsEnded([sid])
  ended.userChanged(now)
  expect(await codeOf(await tokenOf('Support'))).toBe('token_invalid')
  expect(await codeOf(await tokenOf('Support', { sid: randomUUID() }))).toBe('accepted')
})

test('what ended is kept for as long as a token may be taken, and then forgotten', () => {
  ended.sessionsEnded([sid])
  clock.stepMs(11 * 60_000)
  ended.sessionsEnded([randomUUID()])
  expect(ended.facts()).toMatchObject({ sessions: 2 })
  clock.stepMs(2 * 60_000)
  ended.sessionsEnded([randomUUID()])
  expect(ended.facts()).toEqual({ sessions: 2, users: 0, forgotten: 0 })
})

test('more than 50,000 at a time make the oldest go, which is counted', () => {
  ended.sessionsEnded(Array.from({ length: 50_003 }, () => randomUUID()))
  expect(ended.facts()).toEqual({ sessions: 50_000, users: 0, forgotten: 3 })
})
