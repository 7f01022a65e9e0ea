// Passkeys with Chromium's virtual authenticator: set up, signed in with, named and removed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { MAX_PASSKEYS } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { hasChromium } from '@pharmacy-relay/shared/test/chromium.ts'
import { makeLinkToken } from '../links/link-tokens.ts'
import { openLink } from '../links/password-links.queries.ts'
import { PASSWORD, bodyOf, refusalOf, startTestIdentity } from '../test-identity.ts'
import { keptPasskey } from './test-passkey.ts'
import { REFUSED, SUPPORT, startPasskeyWorld, type PasskeyWorld } from './test-world.ts'

const none = { params: null, query: null, body: null }

let world: PasskeyWorld
beforeAll(async () => {
  world = await startPasskeyWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.clear())

describe.skipIf(!hasChromium())('a passkey', () => {
  test('is set up, signs in alone, and is listed with its use; recovery codes come with the first', async () => {
    const { person, session, recoveryCodes } = await world.enrolled()
    expect(recoveryCodes).toHaveLength(10)
    const { user, tokens, knownDevice } = await world.signInAt(person)
    expect(user.guid).toBe(session.user.guid)
    const { passkeys, warning } = await world.list(tokens.accessToken)
    expect(passkeys).toMatchObject([{ name: 'This computer', isBackedUp: false }])
    expect(passkeys[0]?.lastUsedAt).not.toBe(null)
    expect(warning).toBe(null)
    // The browser is known from then on, also to passwords.
    const { length } = knownDevice
    expect(length).toBeGreaterThan(40)
    const second = await world.add(await world.newPerson(), session.token, 'My phone')
    expect(second.recoveryCodes).toEqual([])
  })

  test('goes on while strangers have used up the guesses at its account', async () => {
    const { person } = await world.enrolled()
    for (let n = 0; n < 25; n += 1) {
      const guess = bodyOf({ email: SUPPORT, password: 'wrong' })
      await refusalOf(world.identity.callFrom(`198.51.100.${n + 1}`, identityApi.signIn, guess))
    }
    expect((await refusalOf(world.withPassword(SUPPORT))).code).toBe('token_invalid')
    expect((await world.signInAt(person)).user.email).toBe(SUPPORT)
  })

  test('is asked for beside a right password, and finishes that sign-in once', async () => {
    const { person, session, recoveryCodes } = await world.enrolled()
    const pending = await world.pendingOf(SUPPORT)
    expect(pending.ways).toEqual(['passkey', 'recovery'])
    const options = await world.optionsToFinish(pending.token)
    const credential = await person.answer(options)
    expect((await world.finish(pending.token, credential)).user.guid).toBe(session.user.guid)
    expect((await refusalOf(world.finish(pending.token, credential))).code).toBe('token_invalid')
    const byCode = bodyOf({
      pendingToken: (await world.pendingOf(SUPPORT)).token,
      code: recoveryCodes[0] ?? '',
    })
    const { user } = await world.identity.client.call(identityApi.finishSignIn, byCode, { token: null })
    expect(user.email).toBe(SUPPORT)
  })

  test('proves once more who is there; the password alone does not any more', async () => {
    const { person, session } = await world.enrolled()
    world.identity.advance(11 * 60_000)
    const { token } = session
    expect((await refusalOf(world.optionsToMake(token))).code).toBe('sign_in_again')
    const renewed = await world.again(await person.answer(await world.optionsAgain(token)), token)
    await world.optionsToMake(renewed.accessToken)
    const byPassword = world.identity.client.call(identityApi.signInAgain, bodyOf({ password: PASSWORD }), {
      token,
    })
    expect((await refusalOf(byPassword)).message).toMatch(/asks for your passkey or a recovery code/)
  })

  test('is left by a change of the password through a link, and asked for after it', async () => {
    const { session } = await world.enrolled()
    const { token, hash } = makeLinkToken()
    const { db, now } = world.identity.parts
    await openLink(db, { userId: session.user.id, hash, now: now() })
    const newPassword = 'four otters drinking mint tea'
    const use = bodyOf({ token, newPassword })
    await world.identity.client.call(identityApi.usePasswordLink, use, { token: null })
    const signIn = bodyOf({ email: SUPPORT, password: newPassword })
    const reply = await world.identity.client.call(identityApi.signIn, signIn, { token: null })
    expect('pending' in reply).toBe(true)
    const { passwordHash } = session.user
    await db.updateTable('Users').set({ passwordHash }).where('id', '=', session.user.id).execute()
  })

  test('that is the only one, without recovery codes, is said to be so; new codes come for it', async () => {
    const { person, session, recoveryCodes } = await world.enrolled()
    await world.identity.database.db.deleteFrom('RecoveryCodes').execute()
    expect((await world.list(session.token)).warning?.detail).toMatch(/one passkey and no recovery codes/)
    const credential = await person.answer(await world.optionsAgain(session.token))
    const made = await world.identity.client.call(
      identityApi.makeRecoveryCodesByPasskey,
      bodyOf({ credential }),
      {
        token: session.token,
      },
    )
    expect(new Set([...made.recoveryCodes, ...recoveryCodes]).size).toBe(20)
    expect((await world.list(session.token)).warning).toBe(null)
    await world.identity.database.db.deleteFrom('RecoveryCodes').execute()
    await world.add(await world.newPerson(), session.token)
    expect((await world.list(session.token)).warning).toBe(null)
  })

  test('is named, and removed unless it is the last second factor of a member of staff', async () => {
    const { person, session, passkey } = await world.enrolled()
    const { token } = session
    const named = { params: { passkeyId: String(passkey.id) }, query: null, body: { name: 'Office key' } }
    expect((await world.identity.client.call(identityApi.namePasskey, named, { token })).name).toBe(
      'Office key',
    )
    expect((await refusalOf(world.remove(passkey.id, token))).message).toMatch(/only second factor/)
    const second = await world.add(await world.newPerson(), token)
    // One of the two stays, whoever is first.
    const both = await Promise.allSettled([
      world.remove(passkey.id, token),
      world.remove(second.passkey.id, token),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await world.identity.database.db.deleteFrom('Passkeys').where('id', '=', passkey.id).execute()
    expect((await refusalOf(world.signInAt(person))).message).toBe(REFUSED)
    const others = await world.identity.openSession('super@relay.example')
    expect((await refusalOf(world.remove(second.passkey.id, others.token))).code).toBe('not_found')
  })

  test('is not made twice on one device, nor beyond the limit', async () => {
    const { person, session } = await world.enrolled()
    const options = await world.optionsToMake(session.token)
    await expect(person.make(options)).rejects.toThrow(/InvalidStateError/)
    const { parts } = world.identity
    const ofPanel = { ...parts, ways: { ...parts.ways, publicUrl: 'https://panel.example' } }
    // In software, of another panel: so many count.
    for (let n = 1; n < MAX_PASSKEYS; n += 1) await keptPasskey(ofPanel, session.user)
    expect((await refusalOf(world.optionsToMake(session.token))).message).toMatch(/at most 20 passkeys/)
  })

  test('whose counter falls is taken, and logged', async () => {
    const { person } = await world.enrolled()
    await person.setCounter(50)
    await world.signInAt(person)
    await person.setCounter(10)
    world.logged.length = 0
    expect((await world.signInAt(person)).user.email).toBe(SUPPORT)
    expect(world.logged.join('\n')).toMatch(/passkey\.counter-not-higher .*"before":51,"now":11/)
  })

  test('of a disabled user is refused like one that is not known', async () => {
    const { person, session } = await world.enrolled()
    const users = world.identity.database.db.updateTable('Users').where('id', '=', session.user.id)
    await users.set({ isActive: false }).execute()
    expect((await refusalOf(world.signInAt(person))).message).toBe(REFUSED)
    await users.set({ isActive: true }).execute()
  })
})

test('an address begins 60 sign-ins a minute, and challenges that are over leave the table', async () => {
  const begin = () => world.identity.callFrom('198.51.7.7', identityApi.beginPasskeySignIn, none)
  for (let n = 0; n < 60; n += 1) await begin()
  const { code, retryAfterS } = await refusalOf(begin())
  expect([code, (retryAfterS ?? 0) > 0]).toEqual(['rate_limited', true])
  world.identity.advance(6 * 60_000)
  for (let n = 0; n < 3; n += 1) await begin()
  const left = await world.identity.database.db.selectFrom('PasskeyChallenges').selectAll().execute()
  expect(left).toHaveLength(3)
})

test('without a name no browser makes one, and that is said', async () => {
  const other = await startTestIdentity(undefined, { publicUrl: 'http://127.0.0.1:5132' })
  try {
    const begun = other.client.call(identityApi.beginPasskeySignIn, none, { token: null })
    const { code, message } = await refusalOf(begun)
    expect([code, message]).toEqual(['not_supported', expect.stringContaining('address of numbers')])
  } finally {
    await other.stop()
  }
})
