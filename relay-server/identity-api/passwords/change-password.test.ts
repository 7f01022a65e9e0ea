// A person changes the own password: what is asked, what ends, and what goes on.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { openFamily } from '../sessions/refresh-families.queries.ts'
import { PASSWORD, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { replacePassword } from './passwords.queries.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(() => identity.advance(61_000))

const NEW = 'four otters drinking mint tea'
const change = (token: string, oldPassword: string, newPassword: string) =>
  identity.client.call(identityApi.changePassword, bodyOf({ oldPassword, newPassword }), { token })
const refresh = (refreshToken: string) =>
  identity.client.call(identityApi.refreshTokens, bodyOf({ refreshToken }), { token: null })

test('it ends every other session at once, keeps the one that asks, and the old password is none any more', async () => {
  const { tokens, user } = await identity.signIn('support@relay.example')
  const other = (await identity.signIn('support@relay.example')).tokens
  await change(tokens.accessToken, PASSWORD, NEW)
  expect((await refusalOf(refresh(other.refreshToken))).code).toBe('token_invalid')
  const check = { params: { guid: user.guid }, query: null, body: null }
  const asked = (token: string) => identity.client.call(identityApi.accountCheck, check, { token })
  expect((await refusalOf(asked(other.accessToken))).code).toBe('token_invalid')
  expect((await asked(tokens.accessToken)).guid).toBe(user.guid)
  expect((await refresh(tokens.refreshToken)).user.guid).toBe(user.guid)
  expect((await refusalOf(identity.signIn('support@relay.example'))).code).toBe('token_invalid')
  expect((await identity.signIn('support@relay.example', NEW)).user.guid).toBe(user.guid)
})

test('a wrong old one, the same one and an easy one are refused with a code, and nothing changes', async () => {
  const { token } = await identity.openSession('super@relay.example')
  const wrong = await refusalOf(change(token, 'not the old one', NEW))
  expect([wrong.code, wrong.message]).toEqual(['invalid', 'the password you have now is not right'])
  expect(wrong.errors).toMatchObject([{ path: 'body.oldPassword' }])
  const same = await refusalOf(change(token, PASSWORD, PASSWORD))
  expect(same.reason?.code ?? same.message).toBe('password_unchanged')
  const easy = await refusalOf(change(token, PASSWORD, 'password1234'))
  expect(easy.errors).toMatchObject([{ path: 'body.newPassword' }])
  expect((await identity.signIn('super@relay.example')).user.role).toBe('SuperSupport')
})

test('I20 a letter typed in its other form is the same letter; a megabyte is refused before it is read', async () => {
  const { token } = await identity.openSession('customer@one.example')
  await change(token, PASSWORD, 'dort otter cafe\u0301 bekliyor')
  expect((await identity.signIn('customer@one.example', 'dort otter caf\u00e9 bekliyor')).user.role).toBe(
    'Customer',
  )
  expect((await refusalOf(change(token, 'x'.repeat(1_000_000), NEW))).code).toBe('too_large')
  expect((await refusalOf(identity.signIn('customer@one.example', 'x'.repeat(1_025)))).code).toBe('invalid')
})

test('a change that was overtaken by another is refused, and a sign-in of the old password begins no session', async () => {
  const { user, token } = await identity.openSession('admin@relay.example')
  await change(token, PASSWORD, NEW)
  const late = { user, passwordHash: 'of a late one', now: identity.parts.now(), keptSession: null }
  const replaced = identity.parts.db.transaction().execute((trx) => replacePassword(trx, late))
  expect(await replaced).toBe(null)
  await expect(identity.openSession('admin@relay.example')).resolves.toBeDefined()
  const seen = { kind: 'other', agent: null, address: null } as const
  const start = { user, now: identity.parts.now(), expiresAt: new Date('2100-01-01'), seen, deviceKey: null }
  expect(await openFamily(identity.parts.db, start)).toBe(null)
})
