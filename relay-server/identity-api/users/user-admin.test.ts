// User administration: the list, roles, disabling, and that an active Admin is left whatever happens at once.
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import {
  PASSWORD,
  PEOPLE,
  bodyOf,
  refusalOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from '../test-identity.ts'

let identity: TestIdentity
let admin: OpenedSession
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(async () => {
  identity.advance(61_000)
  await identity.database.db.updateTable('Users').set({ isActive: true }).execute()
  admin = await identity.openSession('admin@relay.example')
})

type PersonRole = Exclude<UserRole, 'Service'>
const list = (query: object) =>
  identity.client.call(identityApi.listUsers, { params: null, query, body: null }, { token: admin.token })
const setRole = (token: string, guid: string, role: PersonRole, pharmacyId: number | null = null) =>
  identity.client.call(
    identityApi.changeUserRole,
    { params: { guid }, query: null, body: { role, pharmacyId } },
    { token },
  )
const setActive = (token: string, guid: string, isActive: boolean) =>
  identity.client.call(
    identityApi.changeUserState,
    { params: { guid }, query: null, body: { isActive } },
    { token },
  )
const again = (token: string, password: string) =>
  identity.client.call(identityApi.signInAgain, bodyOf({ password }), { token })

describe('the list', () => {
  test('finds by a part of name or e-mail, by role and by state, and pages', async () => {
    expect((await list({})).total).toBe(PEOPLE.length)
    expect((await list({ q: 'SUPER@' })).items.map(({ name }) => name)).toEqual(['Sue Super'])
    expect((await list({ q: '%' })).total).toBe(0)
    expect((await list({ role: 'Pharmacist' })).items.map(({ name }) => name)).toEqual(['Pat', 'Pia'])
    expect((await list({ state: 'disabled' })).total).toBe(0)
    const second = await list({ page: '2', pageSize: '4' })
    expect([second.total, second.items.map(({ name }) => name)]).toEqual([6, ['Sam Support', 'Sue Super']])
    const [ada] = (await list({ q: 'ada' })).items
    expect(ada).toMatchObject({ phone: null, role: 'Admin', isActive: true })
    expect(Date.parse(ada?.lastUsedAt ?? '')).toBeGreaterThan(0)
  })
})

describe('a role', () => {
  test('counts at the next refresh, and the token of the old one is refused here', async () => {
    const { tokens, user } = await identity.signIn('customer@one.example')
    expect(await setRole(admin.token, user.guid, 'Pharmacist', 1)).toMatchObject({ role: 'Pharmacist' })
    const call = { params: { guid: user.guid }, query: null, body: null }
    const asked = identity.client.call(identityApi.listSessions, call, { token: tokens.accessToken })
    expect((await refusalOf(asked)).code).toBe('token_invalid')
    const body = bodyOf({ refreshToken: tokens.refreshToken })
    const next = await identity.client.call(identityApi.refreshTokens, body, { token: null })
    expect(decodeJwt(next.tokens.accessToken)['role']).toBe('Pharmacist')
    await setRole(admin.token, user.guid, 'Customer', 1)
  })

  test('of a pharmacy needs one, and staff have none', async () => {
    const { user } = await identity.openSession('customer@one.example')
    const without = await refusalOf(setRole(admin.token, user.guid, 'Pharmacist'))
    expect([without.code, without.errors[0]?.path]).toEqual(['invalid', 'body.pharmacyId'])
    expect((await refusalOf(setRole(admin.token, user.guid, 'Support', 1))).code).toBe('invalid')
  })
})

test('who is disabled is out at once, and in again when enabled: by a new sign-in', async () => {
  const { tokens, user } = await identity.signIn('support@relay.example')
  expect((await setActive(admin.token, user.guid, false)).isActive).toBe(false)
  expect((await list({ state: 'disabled' })).items).toMatchObject([{ guid: user.guid }])
  const refresh = () =>
    identity.client.call(identityApi.refreshTokens, bodyOf({ refreshToken: tokens.refreshToken }), {
      token: null,
    })
  expect((await refusalOf(refresh())).code).toBe('token_invalid')
  expect((await refusalOf(again(tokens.accessToken, PASSWORD))).code).toBe('token_invalid')
  expect((await refusalOf(identity.signIn('support@relay.example'))).code).toBe('token_invalid')
  await setActive(admin.token, user.guid, true)
  expect((await refusalOf(refresh())).code).toBe('token_invalid')
  expect((await identity.signIn('support@relay.example')).user.guid).toBe(user.guid)
})

describe('the last active Admin', () => {
  test('neither demotes nor disables himself', async () => {
    const { guid } = admin.user
    const steps = [() => setRole(admin.token, guid, 'Support'), () => setActive(admin.token, guid, false)]
    for (const step of steps) {
      const { code, message } = await refusalOf(step())
      expect([code, message]).toEqual([
        'state_conflict',
        'this is the last active Admin: make somebody else Admin first',
      ])
    }
    expect((await list({ role: 'Admin', state: 'active' })).total).toBe(1)
  })

  test('is not who was invited and has no password yet', async () => {
    const { user } = await identity.openSession('super@relay.example')
    const { db } = identity.database
    await db
      .updateTable('Users')
      .set({ role: 'Admin', passwordSetAt: null })
      .where('id', '=', user.id)
      .execute()
    expect((await refusalOf(setActive(admin.token, admin.user.guid, false))).code).toBe('state_conflict')
    const back = { role: 'SuperSupport', passwordSetAt: identity.parts.now() } as const
    await db.updateTable('Users').set(back).where('id', '=', user.id).execute()
  })

  test.each([2, 3])('I15 two of %i who demote each other: one is refused', async (admins) => {
    const others = ['support@relay.example', 'super@relay.example'].slice(0, admins - 1)
    for (const email of others) {
      const { user } = await identity.openSession(email)
      await setRole(admin.token, user.guid, 'Admin')
    }
    const [email = ''] = others
    for (let round = 0; round < 5; round += 1) {
      const other = await identity.openSession(email)
      admin = await identity.openSession('admin@relay.example')
      const codes = await Promise.all([
        setRole(admin.token, other.user.guid, 'Support').then(() => 'done', codeOf),
        setRole(other.token, admin.user.guid, 'Support').then(() => 'done', codeOf),
      ])
      expect(codes.toSorted()[0]).toBe('done')
      expect(codes.toSorted()[1]).toMatch(/^(token_invalid|state_conflict)$/)
      await identity.database.db
        .updateTable('Users')
        .set({ role: 'Admin' })
        .where('email', 'in', ['Admin@relay.example', email])
        .execute()
    }
    const back = { 'support@relay.example': 'Support', 'super@relay.example': 'SuperSupport' } as const
    admin = await identity.openSession('admin@relay.example')
    for (const [address, role] of Object.entries(back)) {
      const { user } = await identity.openSession(address)
      await setRole(admin.token, user.guid, role)
    }
  })
})

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code'
}

describe('a step that asks for a recent sign-in', () => {
  test('is refused after ten minutes, also with a refreshed token, and done after a sign-in again', async () => {
    const { tokens } = await identity.signIn('admin@relay.example')
    const { guid } = (await identity.openSession('customer@one.example')).user
    identity.advance(10 * 60_000 + 1_000)
    const body = bodyOf({ refreshToken: tokens.refreshToken })
    const next = await identity.client.call(identityApi.refreshTokens, body, { token: null })
    const old = next.tokens.accessToken
    expect((await refusalOf(setActive(old, guid, true))).code).toBe('sign_in_again')
    const wrong = await refusalOf(again(old, 'not my password'))
    expect([wrong.code, wrong.errors[0]?.path]).toEqual(['invalid', 'body.password'])
    const { accessToken } = await again(old, PASSWORD)
    expect(await setActive(accessToken, guid, true)).toMatchObject({ isActive: true })
    expect((await refusalOf(setActive(old, guid, true))).code).toBe('sign_in_again')
  })
})
