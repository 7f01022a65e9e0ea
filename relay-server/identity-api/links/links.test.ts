// Links for passwords, invitations and changes of address, with a real SMTP server.
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { NewUser } from '@pharmacy-relay/shared/api/identity-links.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { createMailer } from '../messages/mailer.ts'
import type { SmsMessage } from '../messages/sms-sender.ts'
import { startTestMail, type TestMailServer } from '../messages/test-mail.ts'
import {
  PASSWORD,
  bodyOf,
  refusalOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from '../test-identity.ts'

let mail: TestMailServer
let identity: TestIdentity
let admin: OpenedSession
const logged: string[] = []
beforeAll(async () => {
  mail = await startTestMail()
  const note = (event: string, said?: unknown): void => {
    logged.push(`${event} ${said instanceof Error ? said.message : JSON.stringify(said)}`)
  }
  const logger: Logger = { debug: note, info: note, warn: note, error: note, named: () => logger }
  const mailer = createMailer({ url: mail.url, from: 'Pharmacy Relay <no-reply@relay.example>' })
  identity = await startTestIdentity(logger, { mailer })
})
afterAll(async () => {
  await identity.stop()
  await mail.stop()
})
beforeEach(async () => {
  mail.behaviour = 'take'
  mail.mails.length = 0
  identity.advance(3_600_001)
  admin = await identity.openSession('admin@relay.example')
})
afterEach(() => identity.parts.background.idle())

const NEW = 'four otters drinking mint tea'
const ask = (email: string, address = '203.0.113.1') =>
  identity.callFrom(address, identityApi.askPasswordLink, bodyOf({ email, language: 'en' as const }))
const check = (token: string) =>
  identity.client.call(identityApi.checkPasswordLink, bodyOf({ token }), { token: null })
const use = (token: string, newPassword = NEW) =>
  identity.client.call(identityApi.usePasswordLink, bodyOf({ token, newPassword }), { token: null })
const tokenIn = (mailText: string): string => /-link\/([A-Za-z0-9_-]{43})\b/.exec(mailText)?.[1] ?? 'no token'
const linkTo = async (email: string): Promise<string> => {
  const before = mail.mails.filter(({ to }) => to === email).length
  await ask(email)
  return tokenIn(await mail.textTo(email, before + 1))
}

describe('a link for a new password', () => {
  test('sets it once, ends every session, and is over then; also for thirty at once', async () => {
    const { tokens } = await identity.signIn('support@relay.example')
    const token = await linkTo('support@relay.example')
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => use(token)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const over = await refusalOf(use(token))
    expect([over.code, over.message]).toEqual([
      'state_conflict',
      'this link is used, replaced by a newer one, or too old: ask for a new one',
    ])
    const refresh = bodyOf({ refreshToken: tokens.refreshToken })
    const again = identity.client.call(identityApi.refreshTokens, refresh, { token: null })
    expect((await refusalOf(again)).code).toBe('token_invalid')
    expect((await identity.signIn('support@relay.example', NEW)).user.role).toBe('Support')
    const rows = await identity.database.db.selectFrom('PasswordChangeLinks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(logged.join()).not.toContain(token)
  })

  test('I06 looking at it consumes nothing, nor does a password that is refused', async () => {
    const token = await linkTo('super@relay.example')
    for (let look = 0; look < 5; look += 1) expect(await check(token)).toEqual({ isGood: true })
    expect((await refusalOf(use(token, 'password1234'))).errors[0]?.path).toBe('body.newPassword')
    expect(await check(token)).toEqual({ isGood: true })
    await use(token)
    expect(await check(token)).toEqual({ isGood: false })
  })

  test('ends after 30 minutes, by a newer one, by a change of the password, and when its user is disabled', async () => {
    const email = 'pharmacist@one.example'
    const old = await linkTo(email)
    identity.advance(30 * 60_000 + 1)
    expect(await check(old)).toEqual({ isGood: false })
    const first = await linkTo(email)
    const second = await linkTo(email)
    expect([await check(first), await check(second)]).toEqual([{ isGood: false }, { isGood: true }])
    const { token, user } = await identity.openSession(email)
    const change = bodyOf({ oldPassword: PASSWORD, newPassword: NEW })
    await identity.client.call(identityApi.changePassword, change, { token })
    expect((await refusalOf(use(second))).code).toBe('state_conflict')
    identity.advance(3_600_001)
    admin = await identity.openSession('admin@relay.example')
    const third = await linkTo(email)
    const disable = { params: { guid: user.guid }, query: null, body: { isActive: false } }
    await identity.client.call(identityApi.changeUserState, disable, { token: admin.token })
    expect((await refusalOf(use(third))).code).toBe('state_conflict')
    await identity.client.call(
      identityApi.changeUserState,
      { ...disable, body: { isActive: true } },
      { token: admin.token },
    )
    expect((await refusalOf(use(third))).code).toBe('state_conflict')
  })

  test('I08 leads to the address of the settings, whatever Host and X-Forwarded-Host say', async () => {
    const headers = {
      'content-type': 'application/json',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    }
    const url = `${identity.baseUrl}${identityApi.askPasswordLink.path}`
    const sent = request(url, { method: 'POST', headers })
    sent.end(JSON.stringify({ email: 'customer@one.example', language: 'de' }))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([204, ''])
    const said = await mail.textTo('customer@one.example')
    expect(said).toContain('https://panel.example/password-link/')
    expect(said).not.toContain('evil')
    expect(said).toContain('Wählen Sie es hier innerhalb von 30 Minuten')
  })

  test('I09 an unknown address is answered with the same bytes, before anything is looked up or sent', async () => {
    mail.behaviour = 'hold'
    const answers = []
    for (const email of ['pharmacist@two.example', 'nobody@two.example', 'no address']) {
      const response = await fetch(`${identity.baseUrl}${identityApi.askPasswordLink.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, language: 'en' }),
      })
      const varying = new Set(['date', 'x-trace-id'])
      const head = [...response.headers].filter(([name]) => !varying.has(name))
      answers.push({ status: response.status, head, body: await response.text() })
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(answers[0]?.status).toBe(204)
    expect(mail.mails).toEqual([])
  })

  test('goes out three times an hour for an account, unsaid; an address may ask ten times', async () => {
    const email = 'pharmacist@two.example'
    for (let asked = 0; asked < 5; asked += 1) await ask(email, '203.0.113.7')
    await identity.parts.background.idle()
    expect(mail.mails).toHaveLength(3)
    for (let asked = 0; asked < 5; asked += 1) await ask(`nobody${asked}@x.example`, '203.0.113.7')
    const refused = await refusalOf(ask('nobody@x.example', '203.0.113.7'))
    expect(refused.code).toBe('rate_limited')
    expect(refused.retryAfterS).toBeGreaterThan(3_000)
    await ask('nobody@x.example', '203.0.113.8')
  })

  test('that the mail server refuses is logged without address and link', async () => {
    mail.behaviour = 'refuse'
    await ask('customer@one.example')
    await identity.parts.background.idle()
    expect(logged.join()).toContain('link.not-sent')
    expect(logged.join()).not.toContain('customer@one.example')
  })
})

describe('an invitation', () => {
  const person: NewUser = {
    email: 'new@relay.example',
    name: 'Nia New',
    role: 'Support',
    pharmacyId: null,
    phone: '+441234567890',
    language: 'tr',
  }
  const invite = (changes: Partial<NewUser> = {}) =>
    identity.client.call(identityApi.inviteUser, bodyOf({ ...person, ...changes }), { token: admin.token })

  test('makes an account that its owner opens by a link; a second one with the address is refused', async () => {
    const made = await invite()
    expect(made).toMatchObject({
      email: person.email,
      phone: person.phone,
      passwordSetAt: null,
      isActive: true,
    })
    expect((await refusalOf(identity.signIn(person.email, ''.padEnd(43, 'x')))).code).toBe('token_invalid')
    const said = await mail.textTo(person.email)
    identity.advance(60_000)
    await use(tokenIn(said))
    const { user, tokens } = await identity.signIn(person.email, NEW)
    expect(user.guid).toBe(made.guid)
    // Its days without a second factor begin now, and not with the invitation.
    const own = { params: null, query: null, body: null }
    const factor = await identity.client.call(identityApi.getSecondFactor, own, { token: tokens.accessToken })
    expect(Date.parse(factor.couldSignInSince ?? '')).toBeGreaterThan(Date.parse(made.createdAt) + 59_000)
    const twice = await refusalOf(invite({ email: 'NEW@relay.example' }))
    expect([twice.code, twice.message]).toEqual(['state_conflict', 'somebody else has this e-mail address'])
    const { items, linksGoBy } = await identity.client.call(
      identityApi.listUsers,
      { params: null, query: { q: 'nia' }, body: null },
      { token: admin.token },
    )
    expect([linksGoBy, items[0]?.passwordSetAt === null]).toEqual(['mail', false])
  })

  test('that ran out is sent anew by an Admin, three times an hour', async () => {
    const { guid } = await invite({ email: 'late@relay.example' })
    const again = () =>
      identity.client.call(
        identityApi.sendUserLink,
        { params: { guid }, query: null, body: { language: 'en' } },
        { token: admin.token },
      )
    await identity.parts.background.idle()
    await again()
    await again()
    expect((await refusalOf(again())).code).toBe('rate_limited')
    expect((await mail.textTo('late@relay.example', 3)).includes('Welcome to Pharmacy Relay')).toBe(true)
    identity.advance(3_600_001)
    admin = await identity.openSession('admin@relay.example')
    mail.behaviour = 'refuse'
    expect((await refusalOf(again())).code).toBe('unavailable')
  })
})

describe('another e-mail address', () => {
  const change = (token: string, guid: string, email: string) =>
    identity.client.call(
      identityApi.askEmailChange,
      { params: { guid }, query: null, body: { email, language: 'en' } },
      { token },
    )
  const confirm = (token: string) =>
    identity.client.call(identityApi.confirmEmailChange, bodyOf({ token }), { token: null })

  test('counts when both have said yes, in any order, and one of them twice is not both', async () => {
    const { token, user } = await identity.openSession('customer@one.example')
    await change(token, user.guid, 'cem@new.example')
    const newOne = tokenIn(await mail.textTo('cem@new.example'))
    const oldOne = tokenIn(await mail.textTo('customer@one.example'))
    expect(await confirm(newOne)).toEqual({ isDone: false })
    expect(await confirm(newOne)).toEqual({ isDone: false })
    expect((await identity.openSession('customer@one.example')).user.guid).toBe(user.guid)
    expect(await confirm(oldOne)).toEqual({ isDone: true })
    expect((await identity.openSession('cem@new.example')).user.guid).toBe(user.guid)
    expect((await refusalOf(confirm(oldOne))).code).toBe('state_conflict')
  })

  test('that somebody has is refused to an Admin at once, to others at the end; and not of somebody else', async () => {
    const { token, user } = await identity.openSession('pharmacist@two.example')
    expect((await refusalOf(change(admin.token, user.guid, 'super@relay.example'))).code).toBe(
      'state_conflict',
    )
    expect((await refusalOf(change(token, admin.user.guid, 'mine@x.example'))).code).toBe('not_found')
    await change(token, user.guid, 'super@relay.example')
    await confirm(tokenIn(await mail.textTo('super@relay.example')))
    const refused = await refusalOf(confirm(tokenIn(await mail.textTo('pharmacist@two.example'))))
    expect(refused.code).toBe('state_conflict')
  })
})

test('without a mail server a link goes by SMS to who has a phone, and without both it is not supported', async () => {
  const sent: SmsMessage[] = []
  const send = (message: SmsMessage) => {
    sent.push(message)
    return Promise.resolve('sent' as const)
  }
  const ways = { mailer: null, sms: { send } }
  const other = await startTestIdentity(undefined, ways)
  try {
    const asked = (email: string) =>
      other.client.call(identityApi.askPasswordLink, bodyOf({ email, language: 'en' }), { token: null })
    await other.database.db
      .updateTable('Users')
      .set({ phone: '+441234567890' })
      .where('role', '=', 'Admin')
      .execute()
    await asked('admin@relay.example')
    await asked('support@relay.example')
    await other.parts.background.idle()
    expect(sent).toMatchObject([{ phone: '+441234567890' }])
    expect(sent[0]?.text).toContain('https://panel.example/password-link/')
  } finally {
    await other.stop()
  }
  const none = await startTestIdentity()
  const refused = await refusalOf(
    none.client.call(identityApi.askPasswordLink, bodyOf({ email: 'a@x.example', language: 'en' }), {
      token: null,
    }),
  )
  await none.stop()
  expect(refused.code).toBe('not_supported')
})
