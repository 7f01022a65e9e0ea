// Sign-in, refresh and sign-out against a real database.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { sql } from 'kysely'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { verifierOver } from '../../auth/token-verifier.ts'
import {
  PASSWORD,
  bodyOf,
  refusalOf,
  startTestIdentity,
  type TestIdentity,
  type TokenPair,
} from '../test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
// So that wrong tries of one test do not count in the next.
beforeEach(() => identity.advance(61_000))

const refresh = (refreshToken: string): Promise<TokenPair> =>
  identity.client.call(identityApi.refreshTokens, bodyOf({ refreshToken }), { token: null })
const signOut = (refreshToken: string): Promise<unknown> =>
  identity.client.call(identityApi.signOut, bodyOf({ refreshToken }), { token: null })
const wrongSignIn = (address: string, email: string): Promise<unknown> =>
  identity.callFrom(address, identityApi.signIn, bodyOf({ email, password: 'wrong' }))
const setActive = (email: string, isActive: boolean): Promise<unknown> =>
  identity.database.db.updateTable('Users').set({ isActive }).where('email', '=', email).execute()

/** A wrong sign-in from another loopback address, which claims to come from somewhere else. */
async function fromAddress(localAddress: string, claimed: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': claimed }
  const url = `${identity.baseUrl}${identityApi.signIn.path}`
  const sent = request(url, { method: 'POST', headers, localAddress })
  sent.end(JSON.stringify({ email: `${claimed}@x.example`, password: 'wrong' }))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

async function waitingForLocks(): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(identity.database.db)
  return counted.rows[0]?.count ?? 0
}

describe('sign-in', () => {
  test('gives the user and tokens that the keys verify, whatever the case of the address', async () => {
    const { user, tokens } = await identity.signIn('ADMIN@Relay.Example')
    expect(user).toMatchObject({
      email: 'Admin@relay.example',
      role: 'Admin',
      pharmacyId: null,
      isActive: true,
    })
    const caller = await verifierOver(identity.parts.keys.find).verify(tokens.accessToken)
    expect(caller).toMatchObject({ subject: user.guid, role: 'Admin', name: 'Ada Admin', pharmacyId: null })
    expect(decodeProtectedHeader(tokens.accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    const { exp = 0, iat = 0, jti } = decodeJwt(tokens.accessToken)
    expect(exp - iat).toBe(600)
    expect(jti).toMatch(/^[0-9a-f-]{36}$/)
    expect(Date.parse(tokens.accessExpiresAt)).toBe(exp * 1_000)
  })

  test('answers the same for an unknown user, a wrong password and an inactive user', async () => {
    await setActive('customer@one.example', false)
    const refusals = await Promise.all([
      refusalOf(identity.signIn('nobody@relay.example')),
      refusalOf(identity.signIn('not an address \u0000')),
      refusalOf(identity.signIn('support@relay.example', 'wrong')),
      refusalOf(identity.signIn('customer@one.example')),
    ])
    await setActive('customer@one.example', true)
    const text = { code: 'token_invalid', message: 'E-mail or password is not right' }
    expect(refusals).toMatchObject([text, text, text, text])
  })

  test('the eleventh wrong try from an address is refused, and other addresses go on', async () => {
    const tries = Array.from({ length: 11 }, (_, index) => index)
    const codes: string[] = []
    for (const index of tries)
      codes.push((await refusalOf(wrongSignIn('203.0.113.9', `u${index}@x.example`))).code)
    expect(codes).toEqual([...Array<string>(10).fill('token_invalid'), 'rate_limited'])
    expect((await refusalOf(wrongSignIn('203.0.113.10', 'u1@x.example'))).code).toBe('token_invalid')
  })

  test('right passwords do not count', async () => {
    for (let round = 0; round < 12; round += 1) {
      expect((await identity.signIn('admin@relay.example')).user.role).toBe('Admin')
    }
  })

  test('only a trusted proxy says where a client is', async () => {
    // From 127.0.0.2, which is not on the list, X-Forwarded-For changes nothing.
    const statuses: number[] = []
    for (let host = 1; host <= 11; host += 1)
      statuses.push(await fromAddress('127.0.0.2', `203.0.113.${host}`))
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })
})

describe('a refresh token', () => {
  test('gives the next one, and the same successor when it is asked again within 30 s', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const second = (await refresh(first)).tokens.refreshToken
    expect(second).not.toBe(first)
    identity.advance(29_000)
    const again = await refresh(first)
    expect(again.tokens.refreshToken).toBe(second)
    expect(again.user.role).toBe('Admin')
    expect((await refresh(second)).tokens.refreshToken).not.toBe(second)
  })

  test('that is asked by ten at once has one successor', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const pairs = await Promise.all(Array.from({ length: 10 }, () => refresh(first)))
    expect(new Set(pairs.map(({ tokens }) => tokens.refreshToken)).size).toBe(1)
  })

  test('waits for another use of the same session, and is judged by what that left', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const { db } = identity.database
    const id = first.split('.')[0] ?? ''
    const late = await db.transaction().execute(async (trx) => {
      await trx.updateTable('RefreshFamilies').set({ counter: 5 }).where('id', '=', id).execute()
      const refused = refusalOf(refresh(first))
      await until('a refresh waiting for the row', async () => (await waitingForLocks()) === 1)
      return { refused }
    })
    expect((await late.refused).code).toBe('token_invalid')
  })

  test('used again after 30 s ends the whole session', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const second = (await refresh(first)).tokens.refreshToken
    identity.advance(30_500)
    expect((await refusalOf(refresh(first))).code).toBe('token_invalid')
    expect((await refusalOf(refresh(second))).code).toBe('token_invalid')
  })

  test('two generations old ends the session, also within 30 s', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const second = (await refresh(first)).tokens.refreshToken
    const third = (await refresh(second)).tokens.refreshToken
    expect((await refusalOf(refresh(first))).code).toBe('token_invalid')
    expect((await refusalOf(refresh(third))).code).toBe('token_invalid')
  })

  test('ends after 30 days without use', async () => {
    const first = (await identity.signIn('admin@relay.example')).tokens
    expect(Date.parse(first.refreshExpiresAt) - identity.parts.now().getTime()).toBeGreaterThan(
      29.9 * 86_400_000,
    )
    identity.advance(30 * 86_400_000 + 1_000)
    expect((await refusalOf(refresh(first.refreshToken))).code).toBe('token_invalid')
  })

  test('of a user who is no longer active is refused, and stays refused', async () => {
    const { refreshToken } = (await identity.signIn('customer@one.example')).tokens
    await setActive('customer@one.example', false)
    expect((await refusalOf(refresh(refreshToken))).code).toBe('token_invalid')
    await setActive('customer@one.example', true)
    expect((await refusalOf(refresh(refreshToken))).code).toBe('token_invalid')
  })

  test('carries the role that the user has now', async () => {
    const { refreshToken } = (await identity.signIn('customer@one.example')).tokens
    const { db } = identity.database
    await db
      .updateTable('Users')
      .set({ role: 'Pharmacist' })
      .where('email', '=', 'customer@one.example')
      .execute()
    const { user, tokens } = await refresh(refreshToken)
    expect(user.role).toBe('Pharmacist')
    expect(decodeJwt(tokens.accessToken)['role']).toBe('Pharmacist')
  })

  test.each([
    ['of another number', (token: string) => token.replace('.1.', '.2.')],
    ['of another session', (token: string) => token.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with something behind it', (token: string) => `${token}A`],
    ['that is no token', () => '\'; drop table "Users"; --\u0000'],
  ])('%s is refused and harms nobody', async (_name, change) => {
    const { refreshToken } = (await identity.signIn('admin@relay.example')).tokens
    expect((await refusalOf(refresh(change(refreshToken)))).code).toBe('token_invalid')
    expect((await refresh(refreshToken)).user.role).toBe('Admin')
  })
})

describe('sign-out', () => {
  test('ends the session that the token belongs to, and no other', async () => {
    const ended = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const other = (await identity.signIn('admin@relay.example')).tokens.refreshToken
    const newest = (await refresh(ended)).tokens.refreshToken
    expect(await signOut(ended)).toBe(null)
    expect((await refusalOf(refresh(newest))).code).toBe('token_invalid')
    expect((await refresh(other)).user.role).toBe('Admin')
  })

  test('of what is no session is no error', async () => {
    expect(await signOut('nonsense')).toBe(null)
  })
})

test('a person keeps the hundred newest sessions', async () => {
  const first = (await identity.signIn('super@relay.example')).tokens.refreshToken
  const { db } = identity.database
  const user = await db
    .selectFrom('Users')
    .select('id')
    .where('email', '=', 'super@relay.example')
    .executeTakeFirstOrThrow()
  const now = identity.parts.now()
  const rows = Array.from({ length: 120 }, () => ({
    id: crypto.randomUUID(),
    userId: user.id,
    counter: 1,
    rotatedAt: now,
    lastUsedAt: now,
    signedInAt: now,
    kind: 'other' as const,
    createdAt: new Date(now.getTime() + 1_000),
    expiresAt: new Date(now.getTime() + 60_000),
  }))
  await db.insertInto('RefreshFamilies').values(rows).execute()
  await identity.signIn('super@relay.example', PASSWORD)
  const { count } = await db
    .selectFrom('RefreshFamilies')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(100)
  expect((await refusalOf(refresh(first))).code).toBe('token_invalid')
})
