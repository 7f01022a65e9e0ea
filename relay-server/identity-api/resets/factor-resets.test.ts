// Resets of second factors: two Admins, or a day after its owner was told; with a real mail server and a stepped clock.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { createMailer } from '../messages/mailer.ts'
import type { SmsMessage } from '../messages/sms-sender.ts'
import { startTestMail, type TestMailServer } from '../messages/test-mail.ts'
import { keptPasskey } from '../passkeys/test-passkey.ts'
import { sealSecret } from '../second-factor/code-check.ts'
import { activateFactor, findFactor, keepNewSecret } from '../second-factor/factors.queries.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { makeTotpSecret } from '../second-factor/totp.ts'
import {
  PASSWORD,
  bodyOf,
  refusalOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from '../test-identity.ts'
import { doDueResets } from './factor-resets.ts'
import { resetRefusal } from './reset-rule.ts'

const OWNER = 'support@relay.example'
const HOUR_MS = 3_600_000
let mail: TestMailServer
let identity: TestIdentity
let first: OpenedSession
let second: OpenedSession
let owner: OpenedSession
const sms: SmsMessage[] = []
beforeAll(async () => {
  mail = await startTestMail()
  const mailer = createMailer({ url: mail.url, from: 'Pharmacy Relay <no-reply@relay.example>' })
  const send = (message: SmsMessage) => {
    sms.push(message)
    return Promise.resolve('sent' as const)
  }
  identity = await startTestIdentity(undefined, { mailer, sms: { send } })
})
afterAll(async () => {
  await identity.stop()
  await mail.stop()
})
beforeEach(async () => {
  mail.behaviour = 'take'
  mail.mails.length = 0
  sms.length = 0
  identity.advance(HOUR_MS)
  const { db } = identity.database
  for (const table of ['FactorResets', 'Attempts', 'Passkeys', 'SecondFactors', 'RecoveryCodes'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('Users').set({ isActive: true, phone: null }).execute()
  await db.updateTable('Users').set({ role: 'Admin' }).where('email', '=', 'super@relay.example').execute()
  await signInAnew()
  await enrol()
})
afterEach(() => identity.parts.background.idle())

/** Sessions whose sign-in is recent: the clock moves by days here. */
async function signInAnew(): Promise<void> {
  first = await identity.openSession('admin@relay.example')
  second = await identity.openSession('super@relay.example')
  owner = await identity.openSession(OWNER)
}

/** App, recovery codes and a passkey. */
async function enrol(): Promise<void> {
  const { db, now, refreshKey: key } = identity.parts
  const { user } = owner
  await keepNewSecret(db, { userId: user.id, sealed: sealSecret(identity.parts, user, makeTotpSecret()) })
  const factor = await findFactor(db, user.id)
  if (factor === null) throw new Error('no enrolment')
  const { proofs } = await newRecoveryCodes({ guid: user.guid, key })
  await activateFactor(db, { factor, step: 1, now: now(), proofs })
  await keptPasskey(identity.parts, user)
}

const ofOwner = () => ({ params: { guid: owner.user.guid }, query: null, body: null })
const ask = ({ token }: OpenedSession, guid = owner.user.guid) =>
  identity.client.call(
    identityApi.askFactorReset,
    { params: { guid }, query: null, body: { language: 'en' } },
    { token },
  )
const confirm = ({ token }: OpenedSession) =>
  identity.client.call(identityApi.confirmFactorReset, ofOwner(), { token })
const end = ({ token }: OpenedSession) =>
  identity.client.call(identityApi.endFactorReset, ofOwner(), { token })
const object = (token: string) =>
  identity.client.call(identityApi.objectFactorReset, bodyOf({ token }), { token: null })
const check = (token: string) =>
  identity.client.call(identityApi.checkFactorReset, bodyOf({ token }), { token: null })
const list = async () =>
  (
    await identity.client.call(
      identityApi.listFactorResets,
      { params: null, query: null, body: null },
      { token: first.token },
    )
  ).resets
const asksForFactor = async () =>
  'pending' in
  (await identity.client.call(identityApi.signIn, bodyOf({ email: OWNER, password: PASSWORD }), {
    token: null,
  }))
const told = async (): Promise<void> => {
  await identity.parts.background.idle()
}
const tokenIn = (text: string): string => /\/reset-link\/([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? 'no token'

describe('two Admins', () => {
  test('reset app, passkeys and recovery codes at once; sessions end, and the owner hears of both steps', async () => {
    const { askedBy, dueAt } = await ask(first)
    expect([askedBy.name, dueAt]).toEqual(['Ada Admin', null])
    await told()
    expect(await mail.textTo(OWNER)).toContain('object here')
    expect((await list()).map(({ user }) => user.name)).toEqual(['Sam Support'])
    expect(await asksForFactor()).toBe(true)
    await confirm(second)
    await told()
    expect(await mail.textTo(OWNER, 2)).toContain('was reset, and you were signed out everywhere')
    expect(await list()).toEqual([])
    expect(await asksForFactor()).toBe(false)
    const { db } = identity.database
    for (const table of ['Passkeys', 'RecoveryCodes', 'SecondFactors'] as const)
      expect(await db.selectFrom(table).select('userId').execute()).toEqual([])
    expect((await refusalOf(end(owner))).code).toBe('token_invalid')
  })

  test('are two: who asked does not confirm, and nobody asks for or confirms his own', async () => {
    await ask(first)
    await told()
    expect((await refusalOf(confirm(first))).message).toMatch(/another Admin confirms.* in 24 hours$/)
    expect((await refusalOf(ask(first, first.user.guid))).message).toMatch(/his own second factor/)
    const { db } = identity.database
    await db.updateTable('Users').set({ role: 'Admin' }).where('id', '=', owner.user.id).execute()
    const ownAdmin = await identity.openSession(OWNER)
    expect((await refusalOf(confirm(ownAdmin))).message).toMatch(/his own second factor/)
    await db.updateTable('Users').set({ role: 'Support' }).where('id', '=', owner.user.id).execute()
    expect(await asksForFactor()).toBe(true)
  })

  test('who confirm at the same time do it once', async () => {
    await ask(first)
    await told()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(second)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await told()
    expect(mail.mails.filter(({ to }) => to === OWNER)).toHaveLength(2)
  })

  test('are none any more when the one who asked was demoted: nothing is done, also not by time', async () => {
    await ask(first)
    await told()
    const asker = identity.database.db.updateTable('Users').where('id', '=', first.user.id)
    await asker.set({ role: 'Support' }).execute()
    expect((await refusalOf(confirm(second))).message).toMatch(/no reset of this account/)
    identity.advance(25 * HOUR_MS)
    expect(await doDueResets(identity.parts)).toBe(0)
    await signInAnew()
    await ask(second)
    await asker.set({ role: 'Admin' }).execute()
    expect(await asksForFactor()).toBe(true)
  })
})

describe('one Admin', () => {
  test('resets it 24 hours after its owner was told, and not a minute before', async () => {
    await ask(first)
    await told()
    const [open] = await list()
    identity.advance(24 * HOUR_MS - 60_000)
    expect(await doDueResets(identity.parts)).toBe(0)
    expect(await asksForFactor()).toBe(true)
    identity.advance(61_000)
    expect(Date.parse(open?.dueAt ?? '')).toBeLessThan(identity.parts.now().getTime())
    expect(await doDueResets(identity.parts)).toBe(1)
    expect(await doDueResets(identity.parts)).toBe(0)
    expect(await asksForFactor()).toBe(false)
    await told()
    expect(await mail.textTo(OWNER, 2)).toContain('was reset')
  })

  test('does not by time when its owner could not be told; another Admin does', async () => {
    mail.behaviour = 'refuse'
    await ask(first)
    await told()
    expect((await list())[0]?.dueAt).toBe(null)
    identity.advance(48 * HOUR_MS)
    await signInAnew()
    expect(await doDueResets(identity.parts)).toBe(0)
    expect((await refusalOf(confirm(first))).message).toMatch(/could not be told/)
    await confirm(second)
    expect(await asksForFactor()).toBe(false)
  })

  test('withdraws what he asked for, asks for nothing twice, and three times a day for one account', async () => {
    await ask(first)
    expect((await refusalOf(ask(second))).message).toMatch(/asked for already/)
    await end(first)
    expect(await list()).toEqual([])
    expect((await refusalOf(confirm(second))).message).toMatch(/no reset/)
    await ask(first)
    await end(second)
    expect((await refusalOf(ask(first))).code).toBe('rate_limited')
  })

  test('asks for none where there is no second factor', async () => {
    const { guid } = (await identity.openSession('customer@one.example')).user
    expect((await refusalOf(ask(first, guid))).message).toMatch(/no second factor/)
  })
})

describe('the owner', () => {
  test('objects by the link, once, and nothing is done: not by an Admin, not by time', async () => {
    await ask(first)
    await told()
    await object(tokenIn(await mail.textTo(OWNER)))
    expect((await refusalOf(confirm(second))).message).toMatch(/objected to the reset/)
    expect((await list())[0]?.objectedAt).not.toBe(null)
    identity.advance(48 * HOUR_MS)
    await signInAnew()
    expect(await doDueResets(identity.parts)).toBe(0)
    expect((await refusalOf(object(tokenIn(await mail.textTo(OWNER))))).code).toBe('state_conflict')
    // Asked for again: it begins anew, with another link.
    await ask(first)
    await told()
    expect((await list())[0]?.objectedAt).toBe(null)
    expect((await refusalOf(object('A'.repeat(43)))).code).toBe('state_conflict')
    await object(tokenIn(await mail.textTo(OWNER, 2)))
    expect(await asksForFactor()).toBe(true)
  })

  test('reads by the link who asked and when it is done, as often as he likes, until it is over', async () => {
    await ask(first)
    await told()
    const token = tokenIn(await mail.textTo(OWNER))
    const [open] = await list()
    const { reset } = await check(token)
    expect(reset).toEqual({ askedByName: 'Ada Admin', askedAt: open?.askedAt, dueAt: open?.dueAt })
    expect((await check(token)).reset).toEqual(reset)
    expect((await check('A'.repeat(43))).reset).toBe(null)
    await object(token)
    expect((await check(token)).reset).toBe(null)
    await ask(second)
    await told()
    const newer = tokenIn(await mail.textTo(OWNER, 2))
    expect((await check(token)).reset).toBe(null)
    expect((await check(newer)).reset?.askedByName).not.toBe('Ada Admin')
    await confirm(first)
    expect((await check(newer)).reset).toBe(null)
  })

  test('objects within his session; nobody else of his role does', async () => {
    await ask(first)
    const customer = await identity.openSession('customer@one.example')
    expect((await refusalOf(end(customer))).code).toBe('not_found')
    await end(owner)
    expect((await refusalOf(confirm(second))).message).toMatch(/objected to the reset/)
  })

  test('hears of it by mail and by SMS; one of both is enough', async () => {
    const { db } = identity.database
    await db.updateTable('Users').set({ phone: '+441234567890' }).where('email', '=', OWNER).execute()
    mail.behaviour = 'refuse'
    await ask(first)
    await told()
    expect(sms).toMatchObject([{ phone: '+441234567890' }])
    expect(sms[0]?.text.length).toBeLessThanOrEqual(306)
    expect((await list())[0]?.dueAt).not.toBe(null)
    await object(tokenIn(sms[0]?.text ?? ''))
  })
})

test('the rule says who, and when', () => {
  const noticedAt = new Date('2026-11-20T09:00:00Z')
  const reset = { userId: 1, askedBy: 2, noticedAt, objectedAt: null }
  const at = (text: string) => new Date(`2026-11-${text}Z`)
  const said = (by: number | null, now: Date, facts = {}) =>
    resetRefusal({ ...reset, ...facts }, { by, now })?.code ?? 'done'
  expect(said(3, at('20T09:00:01'))).toBe('done')
  expect(said(2, at('20T09:00:01'))).toBe('reset_waits')
  expect(said(2, at('21T09:00:00'))).toBe('done')
  expect(said(null, at('21T08:59:59.999'))).toBe('reset_waits')
  expect(said(null, at('21T09:00:00'))).toBe('done')
  expect(said(1, at('25T09:00:00'))).toBe('reset_own')
  expect(said(3, at('25T09:00:00'), { objectedAt: noticedAt })).toBe('reset_objected')
  expect(said(null, at('25T09:00:00'), { noticedAt: null })).toBe('reset_untold')
  expect(said(3, at('20T09:00:01'), { noticedAt: null })).toBe('done')
})
