// The sessions of a user: who sees them, what is said of them, and what ends with them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { sql } from 'kysely'
import {
  PASSWORD,
  bodyOf,
  refusalOf,
  signedIn,
  startTestIdentity,
  type TestIdentity,
} from '../test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(() => identity.advance(61_000))

const list = (token: string, guid: string) =>
  identity.client.call(identityApi.listSessions, { params: { guid }, query: null, body: null }, { token })
const end = (token: string, guid: string, sessionId: string) =>
  identity.client.call(
    identityApi.endSession,
    { params: { guid, sessionId }, query: null, body: null },
    { token },
  )
const endOthers = (token: string, guid: string) =>
  identity.client.call(identityApi.endOtherSessions, { params: { guid }, query: null, body: null }, { token })
const refreshFrom = (address: string, refreshToken: string) =>
  identity.callFrom(address, identityApi.refreshTokens, bodyOf({ refreshToken }))

describe('the list', () => {
  test('says where each was used last, and which one asks', async () => {
    const client = { kind: 'panel' as const, agent: 'Mozilla/5.0 (X11)' }
    const body = bodyOf({ email: 'support@relay.example', password: PASSWORD, client })
    const first = signedIn(await identity.callFrom('203.0.113.5', identityApi.signIn, body))
    const { user, tokens } = await identity.signIn('support@relay.example')
    identity.advance(5_000)
    await refreshFrom('2001:db8::7', first.tokens.refreshToken)
    const { sessions } = await list(tokens.accessToken, user.guid)
    expect(sessions).toMatchObject([
      { kind: 'panel', agent: client.agent, address: '2001:db8::7', isCurrent: false },
      { kind: 'other', agent: null, address: '127.0.0.1', isCurrent: true },
    ])
    const ageOf = (instant = ''): number => Date.parse(instant)
    expect(ageOf(sessions[0]?.lastUsedAt) - ageOf(sessions[0]?.createdAt)).toBeGreaterThanOrEqual(5_000)
  })

  test('is one of the person alone, and of an Admin', async () => {
    const { user } = await identity.openSession('pharmacist@one.example')
    for (const email of ['pharmacist@two.example', 'customer@one.example', 'super@relay.example']) {
      const { token } = await identity.openSession(email)
      expect((await refusalOf(list(token, user.guid))).code).toBe('not_found')
      expect((await refusalOf(endOthers(token, user.guid))).code).toBe('not_found')
    }
    const { token } = await identity.openSession('admin@relay.example')
    expect((await list(token, user.guid)).sessions).toMatchObject([{ isCurrent: false }])
  })
})

describe('an end', () => {
  test('of one refuses its refresh and its access token from then on, and no other', async () => {
    const kept = await identity.signIn('super@relay.example')
    const ended = await identity.signIn('super@relay.example')
    const id = ended.tokens.refreshToken.split('.')[0] ?? ''
    expect(await end(kept.tokens.accessToken, kept.user.guid, id)).toBe(null)
    expect(await end(kept.tokens.accessToken, kept.user.guid, id)).toBe(null)
    expect((await refusalOf(refreshFrom('127.0.0.1', ended.tokens.refreshToken))).code).toBe('token_invalid')
    expect((await refusalOf(list(ended.tokens.accessToken, kept.user.guid))).code).toBe('token_invalid')
    const { sessions } = await list(kept.tokens.accessToken, kept.user.guid)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions.map((session) => session.id)).not.toContain(id)
  })

  test('of one by its id does not reach a session of somebody else', async () => {
    const mine = await identity.openSession('pharmacist@one.example')
    const theirs = await identity.openSession('pharmacist@two.example')
    await end(mine.token, mine.user.guid, theirs.sessionId)
    expect((await list(theirs.token, theirs.user.guid)).sessions).not.toEqual([])
  })

  test('of all others leaves the one that asks; an Admin ends all of somebody', async () => {
    const { user, token } = await identity.openSession('pharmacist@two.example')
    await identity.openSession('pharmacist@two.example')
    const { ended } = await endOthers(token, user.guid)
    expect(ended).toBeGreaterThan(0)
    expect((await list(token, user.guid)).sessions).toMatchObject([{ isCurrent: true }])
    const admin = await identity.openSession('admin@relay.example')
    expect(await endOthers(admin.token, user.guid)).toEqual({ ended: 1 })
    expect((await refusalOf(list(token, user.guid))).code).toBe('token_invalid')
    expect((await list(admin.token, admin.user.guid)).sessions).not.toEqual([])
  })

  test('is refused after an older sign-in, of one and of all others; who signs in once more may', async () => {
    const { user, token } = await identity.openSession('pharmacist@two.example')
    const other = await identity.openSession('pharmacist@two.example')
    identity.advance(11 * 60_000)
    expect((await refusalOf(end(token, user.guid, other.sessionId))).code).toBe('sign_in_again')
    expect((await refusalOf(endOthers(token, user.guid))).code).toBe('sign_in_again')
    expect((await list(token, user.guid)).sessions.map(({ id }) => id)).toContain(other.sessionId)
    const password = bodyOf({ password: PASSWORD })
    const { accessToken } = await identity.client.call(identityApi.signInAgain, password, { token })
    expect(await end(accessToken, user.guid, other.sessionId)).toBe(null)
    expect((await list(accessToken, user.guid)).sessions.map(({ id }) => id)).not.toContain(other.sessionId)
  })

  test('by sign-out ends the access token, too', async () => {
    const { tokens, user } = await identity.signIn('customer@one.example')
    await identity.client.call(identityApi.signOut, bodyOf({ refreshToken: tokens.refreshToken }), {
      token: null,
    })
    expect((await refusalOf(list(tokens.accessToken, user.guid))).code).toBe('token_invalid')
  })

  test('I14 while a refresh waits for the row wins: the refresh is refused', async () => {
    const { tokens, user } = await identity.signIn('customer@one.example')
    const { db } = identity.database
    const id = tokens.refreshToken.split('.')[0] ?? ''
    const late = await db.transaction().execute(async (trx) => {
      const now = identity.parts.now()
      await trx.updateTable('RefreshFamilies').set({ revokedAt: now }).where('id', '=', id).execute()
      const refused = refusalOf(refreshFrom('127.0.0.1', tokens.refreshToken))
      await until('a refresh waiting for the row', async () => (await waitingForLocks()) === 1)
      return { refused }
    })
    expect((await late.refused).code).toBe('token_invalid')
    expect((await refusalOf(list(tokens.accessToken, user.guid))).code).toBe('token_invalid')
  })
})

async function waitingForLocks(): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(identity.database.db)
  return counted.rows[0]?.count ?? 0
}

test('I13 a token of the role before is refused here at once, and a refresh carries the new one', async () => {
  const { tokens, user } = await identity.signIn('customer@one.example')
  const { db } = identity.database
  const change = db.updateTable('Users').set({ role: 'Pharmacist' }).where('guid', '=', user.guid)
  await change.execute()
  expect((await refusalOf(list(tokens.accessToken, user.guid))).code).toBe('token_invalid')
  const next = await refreshFrom('127.0.0.1', tokens.refreshToken)
  expect((await list(next.tokens.accessToken, user.guid)).sessions).not.toEqual([])
})
