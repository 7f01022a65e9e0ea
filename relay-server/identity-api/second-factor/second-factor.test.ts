// The second factor: enrolment, sign-in in two steps, recovery codes, and that no code counts twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { createIdentityApp } from '../identity-app.ts'
import { replacePassword } from '../passwords/passwords.queries.ts'
import {
  PASSWORD,
  bodyOf,
  refusalOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from '../test-identity.ts'
import { base32, codeOfStep, judgeCode, makeTotpSecret, STEP_MS } from './totp.ts'
import { openSecret } from './code-check.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(() => identity.advance(3_600_000))

const none = { params: null, query: null, body: null }
const stepNow = (): number => Math.floor(identity.parts.now().getTime() / STEP_MS)
const bytesOf = (text: string): Buffer => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const begin = async (token: string): Promise<Buffer> =>
  bytesOf((await identity.client.call(identityApi.beginTotp, none, { token })).secret)
const activate = (token: string, code: string) =>
  identity.client.call(identityApi.activateTotp, bodyOf({ code }), { token })
const factorOf = (token: string) => identity.client.call(identityApi.getSecondFactor, none, { token })
const again = (token: string, code?: string) =>
  identity.client.call(identityApi.signInAgain, bodyOf({ password: PASSWORD, code }), { token })
const finish = (pendingToken: string, code: string) =>
  identity.client.call(identityApi.finishSignIn, bodyOf({ pendingToken, code }), { token: null })
async function pendingOf(email: string): Promise<string> {
  const body = bodyOf({ email, password: PASSWORD })
  const reply = await identity.client.call(identityApi.signIn, body, { token: null })
  if (!('pending' in reply)) throw new Error('no code was asked for')
  return reply.pending.token
}
const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const { code, message } = await refusalOf(call)
  return `${code}: ${message}`
}
interface Enrolled extends OpenedSession {
  readonly secret: Buffer
  readonly recoveryCodes: readonly string[]
}
/** A step passes afterwards, so that the code of this moment is still good. */
async function enrol(email: string): Promise<Enrolled> {
  await identity.database.db.deleteFrom('SecondFactors').execute()
  await identity.database.db.deleteFrom('RecoveryCodes').execute()
  const session = await identity.openSession(email)
  const secret = await begin(session.token)
  const { recoveryCodes } = await activate(session.token, codeOfStep(secret, stepNow()))
  identity.advance(2 * STEP_MS)
  return { ...session, secret, recoveryCodes }
}
const WRONG =
  'invalid: this code is not right: take the newest one, and check that the clock of your phone is right'

test('codes are those of RFC 6238, and secrets those of RFC 4648', () => {
  const secret = Buffer.from('12345678901234567890')
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const
  for (const [seconds, code] of vectors) expect(codeOfStep(secret, Math.floor(seconds / 30))).toBe(code)
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const made = makeTotpSecret()
  expect(bytesOf(base32(made))).toEqual(made)
})

describe('a sign-in with a second factor', () => {
  test('I05 begins no session before its code, and one after it', async () => {
    const { secret } = await enrol('support@relay.example')
    const { db } = identity.database
    const sessions = () =>
      db
        .selectFrom('RefreshFamilies')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    const before = await sessions()
    const pendingToken = await pendingOf('support@relay.example')
    expect(await sessions()).toEqual(before)
    expect((await refusalOf(factorOf(pendingToken))).code).toBe('token_invalid')
    const refresh = bodyOf({ refreshToken: pendingToken })
    expect(await reasonOf(identity.client.call(identityApi.refreshTokens, refresh, { token: null }))).toMatch(
      /^token_invalid/,
    )
    const { tokens, knownDevice } = await finish(pendingToken, codeOfStep(secret, stepNow()))
    expect((await factorOf(tokens.accessToken)).recoveryCodesLeft).toBe(10)
    expect(knownDevice).not.toBe('')
    expect((await refusalOf(finish(pendingToken, codeOfStep(secret, stepNow() + 1)))).code).toBe(
      'token_invalid',
    )
  })

  test('I01 a code counts once: in turn, in parallel, and at a sign-in again', async () => {
    const { secret, token } = await enrol('super@relay.example')
    const code = codeOfStep(secret, stepNow())
    const pending = await Promise.all(Array.from({ length: 8 }, () => pendingOf('super@relay.example')))
    const tries = await Promise.allSettled(pending.map((one) => finish(one, code)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await reasonOf(again(token, code))).toBe(
      'invalid: this code was used already: wait for the next one',
    )
    identity.advance(STEP_MS)
    const next = codeOfStep(secret, stepNow())
    expect((await again(token, next)).accessToken).not.toBe('')
    expect(await reasonOf(finish(await pendingOf('super@relay.example'), next))).toMatch(/used already/)
    const old = await reasonOf(finish(await pendingOf('super@relay.example'), code))
    expect(old).toMatch(/used already|clock of your phone is/)
  })

  test('I02 says by how much a slow clock is off; of a fast one it says nothing', async () => {
    const { secret, token } = await enrol('support@relay.example')
    identity.advance(10 * STEP_MS)
    // 90 s, and 30 more when a step passes on the way.
    expect(await reasonOf(again(token, codeOfStep(secret, stepNow() - 3)))).toMatch(
      /^invalid: the clock of your phone is (90 seconds|2 minutes|120 seconds) off: set it to automatic time/,
    )
    expect(judgeCode(secret, codeOfStep(secret, 1_000), new Date(1_003 * STEP_MS))).toEqual({
      kind: 'slow',
      offS: 90,
    })
    expect(await reasonOf(again(token, codeOfStep(secret, stepNow() + 3)))).toBe(WRONG)
    expect(judgeCode(secret, codeOfStep(secret, 1_000), new Date(1_001 * STEP_MS))).toEqual({
      kind: 'step',
      step: 1_000,
    })
    expect(judgeCode(secret, codeOfStep(secret, 1_002), new Date(1_001 * STEP_MS)).kind).toBe('step')
    expect(judgeCode(secret, codeOfStep(secret, 1_003), new Date(1_001 * STEP_MS)).kind).toBe('wrong')
  })

  test('ends after five wrong codes, after five minutes, and with the password', async () => {
    const { secret, user } = await enrol('pharmacist@one.example')
    const wrong = await pendingOf('pharmacist@one.example')
    for (let n = 0; n < 5; n += 1) expect(await reasonOf(finish(wrong, '000000'))).toBe(WRONG)
    expect((await refusalOf(finish(wrong, codeOfStep(secret, stepNow())))).code).toBe('token_invalid')
    const late = await pendingOf('pharmacist@one.example')
    identity.advance(5 * 60_000 + 1)
    expect((await refusalOf(finish(late, codeOfStep(secret, stepNow())))).code).toBe('token_invalid')
    const changed = await pendingOf('pharmacist@one.example')
    const { db } = identity.database
    await db.updateTable('Users').set({ passwordHash: 'another' }).where('id', '=', user.id).execute()
    expect((await refusalOf(finish(changed, codeOfStep(secret, stepNow())))).code).toBe('token_invalid')
    await db.updateTable('Users').set({ passwordHash: user.passwordHash }).where('id', '=', user.id).execute()
  })

  test('I12 wrong codes over many sign-ins are 20 an hour, and do not count against the password', async () => {
    const { secret } = await enrol('pharmacist@two.example')
    for (let n = 0; n < 20; n += 1) {
      identity.advance(7_000)
      expect(await reasonOf(finish(await pendingOf('pharmacist@two.example'), '000000'))).toBe(WRONG)
    }
    const code = codeOfStep(secret, stepNow())
    expect(await reasonOf(finish(await pendingOf('pharmacist@two.example'), code))).toBe(WRONG)
    identity.advance(3_600_000)
    const later = codeOfStep(secret, stepNow())
    expect((await finish(await pendingOf('pharmacist@two.example'), later)).user.name).toBe('Pat')
  })
})

describe('recovery codes', () => {
  test('I03 one is good once, for thirty at the same time', async () => {
    const { recoveryCodes } = await enrol('support@relay.example')
    const [code = ''] = recoveryCodes
    const pending = await Promise.all(Array.from({ length: 30 }, () => pendingOf('support@relay.example')))
    const tries = await Promise.allSettled(
      pending.map((pendingToken, n) =>
        identity.callFrom(`198.51.100.${n + 1}`, identityApi.finishSignIn, bodyOf({ pendingToken, code })),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are read as people write them, and are counted', async () => {
    const { recoveryCodes, token } = await enrol('support@relay.example')
    const typed = ` ${(recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    expect((await again(token, typed)).accessToken).not.toBe('')
    expect((await factorOf(token)).recoveryCodesLeft).toBe(9)
    const rows = JSON.stringify(await identity.database.db.selectFrom('RecoveryCodes').selectAll().execute())
    for (const code of recoveryCodes) expect(rows).not.toContain(code)
  })

  test('are made anew for a code of the app alone, and the old ones are none any more', async () => {
    const { recoveryCodes, token, secret } = await enrol('support@relay.example')
    const renew = (code: string) =>
      identity.client.call(identityApi.makeRecoveryCodes, bodyOf({ code }), { token })
    expect(await reasonOf(renew(recoveryCodes[0] ?? ''))).toBe(WRONG)
    const made = (await renew(codeOfStep(secret, stepNow()))).recoveryCodes
    expect(new Set([...made, ...recoveryCodes]).size).toBe(20)
    expect(await reasonOf(again(token, recoveryCodes[1]))).toBe(WRONG)
    expect((await again(token, made[0])).accessToken).not.toBe('')
  })
})

test('an account tells since when it can sign in, and a change of the password does not begin its days anew', async () => {
  const { token, sessionId, user } = await identity.openSession('super@relay.example')
  const before = (await factorOf(token)).couldSignInSince ?? ''
  expect(Date.parse(before)).toBeLessThan(identity.parts.now().getTime() - 3_599_000)
  const password = {
    user,
    passwordHash: user.passwordHash,
    now: identity.parts.now(),
    keptSession: sessionId,
  }
  await identity.database.db.transaction().execute((trx) => replacePassword(trx, password))
  expect((await factorOf(token)).couldSignInSince).toBe(before)
  // Of a version before: its row says nothing.
  await identity.database.db.updateTable('Users').set({ couldSignInSince: null }).execute()
  expect((await factorOf(token)).couldSignInSince).toBe(password.now.toISOString())
})

describe('an enrolment', () => {
  test('I04 that is abandoned changes nothing: without a factor, and with one', async () => {
    const { token } = await identity.openSession('admin@relay.example')
    await begin(token)
    expect((await factorOf(token)).activeSince).toBe(null)
    expect((await identity.signIn('admin@relay.example')).user.role).toBe('Admin')
    const enrolled = await enrol('support@relay.example')
    const abandoned = await begin(enrolled.token)
    expect(await reasonOf(again(enrolled.token, codeOfStep(abandoned, stepNow())))).toBe(WRONG)
    expect((await again(enrolled.token, codeOfStep(enrolled.secret, stepNow()))).accessToken).not.toBe('')
  })

  test('takes the newest secret alone, and asks for a sign-in again within it', async () => {
    const { token } = await identity.openSession('customer@one.example')
    const first = await begin(token)
    const second = await begin(token)
    expect(await reasonOf(activate(token, codeOfStep(first, stepNow())))).toBe(WRONG)
    expect((await activate(token, codeOfStep(second, stepNow()))).recoveryCodes).toHaveLength(10)
    expect(await reasonOf(again(token))).toMatch(/asks for a code/)
    identity.advance(11 * 60_000)
    expect((await refusalOf(begin(token))).code).toBe('sign_in_again')
  })
})

test('I19 a secret that was sealed with another key is named, and a recovery code gets in', async () => {
  const { user, recoveryCodes, token, secret } = await enrol('admin@relay.example')
  const { sealedSecret } = await identity.database.db
    .selectFrom('SecondFactors')
    .selectAll()
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  const restored = { ...identity.parts, sealKeys: ['z'.repeat(40)] }
  expect(() => openSecret(restored, user, sealedSecret)).toThrow(
    /restored with another key: use a recovery code/,
  )
  expect(createIdentityApp(restored)).toBeDefined()
  await identity.database.db
    .updateTable('SecondFactors')
    .set({ sealedSecret: Buffer.alloc(60, 7) })
    .execute()
  expect(await reasonOf(again(token, codeOfStep(secret, stepNow())))).toMatch(
    /^state_conflict: the code cannot be checked/,
  )
  expect((await again(token, recoveryCodes[0])).accessToken).not.toBe('')
})
