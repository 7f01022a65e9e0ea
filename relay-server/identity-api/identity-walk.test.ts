// Every refusal that the identity API's table implies.
import { createPublicKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { createTestTokens } from '../auth/test-tokens.ts'
import { walkTable, type WalkSite } from '../http/table-walk/table-walk.ts'
import { openEmailChange } from './links/email-changes.queries.ts'
import { makeLinkToken } from './links/link-tokens.ts'
import { openLink } from './links/password-links.queries.ts'
import { createMailer } from './messages/mailer.ts'
import { startTestMail, type TestMailServer } from './messages/test-mail.ts'
import { openReset } from './resets/factor-resets.queries.ts'
import { sealSecret } from './second-factor/code-check.ts'
import { keepNewSecret } from './second-factor/factors.queries.ts'
import { openPending } from './second-factor/pending-sign-ins.queries.ts'
import { STEP_MS, codeOfStep, makeTotpSecret } from './second-factor/totp.ts'
import { hashPassword } from './passwords/passwords.ts'
import { challengeFor, keptPasskey, createTestPasskey } from './passkeys/test-passkey.ts'
import { startTestProvider, type TestProvider } from './sms/test-provider.ts'
import { insertInvited } from './users/users.queries.ts'
import { registrationBy } from './users/test-account.ts'
import {
  INTERNAL_KEY,
  PASSWORD,
  SERVICE_SECRET,
  bodyOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from './test-identity.ts'

let identity: TestIdentity
let mail: TestMailServer
let provider: TestProvider
let site: WalkSite<typeof identityApi>
let passwordHash: string
/** Sessions of these tests by e-mail: calls end sessions and change passwords. */
let sessions: Record<string, OpenedSession>

const EMAILS = {
  Admin: 'Admin@relay.example',
  Support: 'support@relay.example',
  SuperSupport: 'super@relay.example',
  Pharmacist: 'pharmacist@one.example',
  Customer: 'customer@one.example',
} as const satisfies Record<Exclude<UserRole, 'Service'>, string>
const OTHER = 'pharmacist@two.example'
const sessionOf = (email: string): OpenedSession => {
  if (sessions[email] === undefined) throw new Error(`no session of ${email}`)
  return sessions[email]
}

beforeAll(async () => {
  mail = await startTestMail()
  const mailer = createMailer({ url: mail.url, from: 'no-reply@relay.example' })
  provider = await startTestProvider()
  identity = await startTestIdentity(undefined, { mailer }, provider.options)
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await identity.stop()
  await mail.stop()
  await provider.stop()
})
async function beginAnew(): Promise<void> {
  // Wrong tries of one test must not count in the next.
  identity.advance(61_000)
  const { db } = identity.database
  await db.updateTable('Users').set({ passwordHash, isActive: true }).execute()
  for (const table of ['Attempts', 'SecondFactors', 'Passkeys', 'FactorResets'] as const)
    await db.deleteFrom(table).execute()
  const other = db.updateTable('Users').where('email', '=', OTHER)
  await other.set({ role: 'Pharmacist', pharmacyId: 2 }).execute()
  const people = [...Object.values(EMAILS), OTHER]
  const opened = people.map(async (email) => [email, await identity.openSession(email)])
  sessions = Object.fromEntries(await Promise.all(opened)) as Record<string, OpenedSession>
  site = await walkSite()
}

async function walkSite(): Promise<WalkSite<typeof identityApi>> {
  const { kid, privateKey } = identity.parts.keys.current()
  // Of a session that goes on, so that nothing but what is wrong with each is refused.
  const { user, sessionId } = sessionOf(EMAILS.Admin)
  const made = await createTestTokens(
    { kid, privateKey, publicKey: createPublicKey(privateKey) },
    { sub: user.guid, sid: sessionId },
  )
  const own = sessionOf(EMAILS.Pharmacist)
  const refreshToken = async (): Promise<string> =>
    (await identity.signIn('support@relay.example')).tokens.refreshToken
  const roles = Object.entries(EMAILS).map(([role, email]) => [role, sessionOf(email).token])
  const outsiders = [
    { who: 'pharmacist of another pharmacy', token: sessionOf(OTHER).token, code: 'not_found' },
    { who: 'customer', token: sessionOf(EMAILS.Customer).token, code: 'not_found' },
    { who: 'support', token: sessionOf(EMAILS.Support).token, code: 'not_found' },
  ] as const
  const ofOther = { params: { guid: sessionOf(OTHER).user.guid } }
  const ofOwn = { params: { guid: own.user.guid }, query: null, body: null, outsiders }
  return {
    baseUrl: identity.baseUrl,
    tokens: { ...made.tokens, ...(Object.fromEntries(roles) as Record<keyof typeof EMAILS, string>) },
    badTokens: made.badTokens,
    olderSignIn: await made.tokenFor('Admin', {
      claims: {
        sub: user.guid,
        sid: sessionId,
        auth_time: Math.floor(identity.parts.now().getTime() / 1_000) - 601,
      },
    }),
    internalKey: INTERNAL_KEY,
    calls: {
      signIn: () =>
        bodyOf({
          email: 'support@relay.example',
          password: PASSWORD,
          client: { kind: 'panel' as const, agent: 'A browser' },
        }),
      refreshTokens: async () => bodyOf({ refreshToken: await refreshToken() }),
      signOut: async () => bodyOf({ refreshToken: await refreshToken() }),
      serviceToken: () => bodyOf({ clientId: 'portal', clientSecret: SERVICE_SECRET }),
      registerCustomer: () => registrationBy(made),
      accountCheck: () => ofOwn,
      changePassword: () => bodyOf({ oldPassword: PASSWORD, newPassword: 'four otters drinking mint tea' }),
      signInAgain: () => bodyOf({ password: PASSWORD }),
      listSms: () => ({ params: null, query: { state: 'sent' }, body: null }),
      sendSms: () => bodyOf({ idempotencyKey: randomUUID(), phone: '+441234567890', text: 'Hello' }),
      finishSignIn: async () => {
        const { pendingToken, secret } = await pendingSignIn(EMAILS.Support)
        return bodyOf({ pendingToken, code: codeOfStep(secret, stepNow()) })
      },
      getSecondFactor: () => ({ params: null, query: null, body: null }),
      beginTotp: () => ({ params: null, query: null, body: null }),
      activateTotp: async () => {
        const secret = await keepSecret(EMAILS.Admin)
        return bodyOf({ code: codeOfStep(secret, stepNow()) })
      },
      makeRecoveryCodes: async () => {
        const secret = await keepSecret(EMAILS.Admin)
        await identity.database.db
          .updateTable('SecondFactors')
          .set((eb) => ({ sealedSecret: eb.ref('newSealedSecret'), activeSince: new Date(), lastStep: 0 }))
          .execute()
        return bodyOf({ code: codeOfStep(secret, stepNow()) })
      },
      listPasskeys: () => ({ params: null, query: null, body: null }),
      beginPasskey: () => ({ params: null, query: null, body: null }),
      addPasskey: async () => {
        const challenge = await challengeOf(EMAILS.Admin, 'register')
        return bodyOf({ name: 'This computer', credential: createTestPasskey().make(challenge) })
      },
      namePasskey: async () => ({ ...(await ownPasskey()), query: null, body: { name: 'My phone' } }),
      removePasskey: async () => ({ ...(await ownPasskey()), query: null, body: null }),
      beginPasskeySignIn: () => ({ params: null, query: null, body: null }),
      beginDeviceSignIn: () => ({ params: null, query: null, body: null }),
      signInWithPasskey: async () => {
        const { passkey } = await keptPasskey(identity.parts, sessionOf(EMAILS.Support).user)
        const challenge = await challengeFor(identity.parts, { purpose: 'sign-in', userId: null })
        return bodyOf({ credential: passkey.answer(challenge) })
      },
      beginPasskeyFactor: async () => {
        await keptPasskey(identity.parts, sessionOf(EMAILS.Support).user)
        const { pendingToken } = await pendingSignIn(EMAILS.Support)
        return bodyOf({ pendingToken })
      },
      finishWithPasskey: async () => {
        const { passkey } = await keptPasskey(identity.parts, sessionOf(EMAILS.Support).user)
        const { pendingToken } = await pendingSignIn(EMAILS.Support)
        const challenge = await challengeOf(EMAILS.Support, 'second-factor')
        return bodyOf({ pendingToken, credential: passkey.answer(challenge) })
      },
      beginPasskeyAgain: async () => {
        await keptPasskey(identity.parts, sessionOf(EMAILS.Admin).user)
        return { params: null, query: null, body: null }
      },
      signInAgainWithPasskey: againWithPasskey,
      makeRecoveryCodesByPasskey: againWithPasskey,
      listFactorResets: () => ({ params: null, query: null, body: null }),
      askFactorReset: async () => {
        await keptPasskey(identity.parts, sessionOf(OTHER).user)
        return { ...ofOther, query: null, body: { language: 'en' } }
      },
      confirmFactorReset: async () => {
        await openedReset()
        return { ...ofOther, query: null, body: null }
      },
      endFactorReset: () => ofOwn,
      checkFactorReset: async () => bodyOf({ token: await openedReset() }),
      objectFactorReset: async () => bodyOf({ token: await openedReset() }),
      askPasswordLink: () => bodyOf({ email: 'support@relay.example', language: 'en' as const }),
      checkPasswordLink: async () => bodyOf({ token: await openedLink(own.user.id) }),
      usePasswordLink: async () =>
        bodyOf({ token: await openedLink(own.user.id), newPassword: 'four otters drinking mint tea' }),
      inviteUser: () =>
        bodyOf({
          email: `${randomUUID()}@relay.example`,
          name: 'Nia New',
          role: 'Support' as const,
          pharmacyId: null,
          phone: null,
          language: 'en' as const,
        }),
      sendUserLink: () => ({ ...ofOther, query: null, body: { language: 'en' } }),
      askEmailChange: () => ({ ...ofOwn, body: { email: `${randomUUID()}@x.example`, language: 'en' } }),
      confirmEmailChange: async () => bodyOf({ token: await openedEmailChange(own.user.id) }),
      listUsers: () => ({ params: null, query: { q: 'a', role: 'Support', state: 'active' }, body: null }),
      getUser: () => ({ params: ofOwn.params, query: null, body: null }),
      changeUserRole: () => ({
        params: ofOther.params,
        query: null,
        body: { role: 'Customer', pharmacyId: 2 },
      }),
      changeUserState: () => ({ params: ofOther.params, query: null, body: { isActive: false } }),
      listSessions: () => ofOwn,
      endSession: () => ({ ...ofOwn, params: { guid: own.user.guid, sessionId: own.sessionId } }),
      endOtherSessions: () => ofOwn,
      keys: () => ({ params: null, query: null, body: null }),
    },
  }
}

const challengeOf = (email: string, purpose: 'register' | 'second-factor' | 'again'): Promise<string> =>
  challengeFor(identity.parts, { purpose, userId: sessionOf(email).user.id })

/** One of two, so that it may be removed. */
async function ownPasskey() {
  await keptPasskey(identity.parts, sessionOf(EMAILS.Admin).user)
  const { row } = await keptPasskey(identity.parts, sessionOf(EMAILS.Admin).user)
  const outsiders = [
    { who: 'somebody else of staff', token: sessionOf(EMAILS.Support).token, code: 'not_found' },
  ] as const
  return { params: { passkeyId: String(row.id) }, outsiders }
}

async function againWithPasskey() {
  const { passkey } = await keptPasskey(identity.parts, sessionOf(EMAILS.Admin).user)
  return bodyOf({ credential: passkey.answer(await challengeOf(EMAILS.Admin, 'again')) })
}
const stepNow = (): number => Math.floor(identity.parts.now().getTime() / STEP_MS)

/** The secret of an enrolment that is under way. */
async function keepSecret(email: string): Promise<Buffer> {
  const { user } = sessionOf(email)
  const secret = makeTotpSecret()
  const sealed = sealSecret(identity.parts, user, secret)
  await keepNewSecret(identity.parts.db, { userId: user.id, sealed })
  return secret
}

async function pendingSignIn(email: string): Promise<{ pendingToken: string; secret: Buffer }> {
  const secret = await keepSecret(email)
  const { db } = identity.database
  const active = db.updateTable('SecondFactors').set({ activeSince: new Date(), lastStep: 0 })
  await active.set((eb) => ({ sealedSecret: eb.ref('newSealedSecret') })).execute()
  const { token, hash } = makeLinkToken()
  const expiresAt = new Date(identity.parts.now().getTime() + 60_000)
  const of = { userId: sessionOf(email).user.id, passwordHash, tokenHash: hash, expiresAt }
  await openPending(db, { ...of, deviceId: null, deviceKey: null, kind: 'panel', agent: null })
  return { pendingToken: token, secret }
}

/** Of an Admin who is not the one that calls. */
async function openedReset(): Promise<string> {
  const { token, hash } = makeLinkToken()
  const { db, now } = identity.parts
  const admin = { name: 'Ann Other', role: 'Admin' as const, pharmacyId: null, phone: null, passwordHash }
  const asker = { ...admin, email: `${randomUUID()}@relay.example` }
  const { id: askedBy } = await insertInvited(db, { user: asker, now: now() })
  const userId = sessionOf(OTHER).user.id
  await openReset(db, { userId, askedBy, askedAt: now(), tokenHash: hash, language: 'en' })
  return token
}

async function openedLink(userId: number): Promise<string> {
  const { token, hash } = makeLinkToken()
  await openLink(identity.parts.db, { userId, hash, now: identity.parts.now() })
  return token
}

async function openedEmailChange(userId: number): Promise<string> {
  const [{ token, hash }, other] = [makeLinkToken(), makeLinkToken()]
  const change = { userId, email: `${randomUUID()}@x.example`, oldTokenHash: hash, newTokenHash: other.hash }
  await openEmailChange(identity.parts.db, { ...change, now: identity.parts.now() })
  return token
}

let isAsAtFirst = false
test.each(walkTable(identityApi, () => site))('$name', async ({ run, usesCall }) => {
  if (usesCall || !isAsAtFirst) await beginAnew()
  isAsAtFirst = !usesCall
  await run()
})

test('the OpenAPI document is served and names every endpoint', async () => {
  const response = await fetch(`${identity.baseUrl}/openapi.json`)
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  const paths = new Set(Object.values(identityApi).map(({ path }) => path))
  expect(Object.keys(document.paths).toSorted()).toEqual([...paths].toSorted())
})
