// The seal key and the refresh key exchanged: nobody is signed out, no second factor is lost, and the old keys are worth nothing in the end.
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { createApiClient } from '../../http/api-client.ts'
import { listen } from '../../http/listen.ts'
import { createIdentityApp } from '../identity-app.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { replaceRecoveryCodes } from '../second-factor/factors.queries.ts'
import { giveApp } from '../second-factor/test-factor.ts'
import { bodyOf, PASSWORD, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { resealAll } from './reseal.ts'
import { openSigningKeys } from './signing-keys.ts'

const [OLD_SEAL, NEW_SEAL] = ['s'.repeat(40), 'n'.repeat(40)]
const [OLD, NEXT, LAST] = ['r'.repeat(40), 'x'.repeat(40), 'l'.repeat(40)]
let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())

/** A process with other keys on the same database. */
async function servedWith(changes: Partial<IdentityParts>) {
  const server = createServer(createIdentityApp({ ...identity.parts, ...changes }))
  onTestFinished(() => void server.close())
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'Identity__Port' })
  const headers = () => Promise.resolve({})
  const client = createApiClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 60_000, headers })
  const anonymous = { token: null }
  return {
    refresh: (refreshToken: string) =>
      client.call(identityApi.refreshTokens, bodyOf({ refreshToken }), anonymous),
    finish: async (email: string, code: string) => {
      const begun = await client.call(identityApi.signIn, bodyOf({ email, password: PASSWORD }), anonymous)
      if (!('pending' in begun)) throw new Error('no code was asked for')
      return client.call(
        identityApi.finishSignIn,
        bodyOf({ pendingToken: begun.pending.token, code }),
        anonymous,
      )
    },
  }
}

test('behind another seal key the app is asked as before, tokens stay good, and the old key is of no use', async () => {
  const email = 'support@relay.example'
  const app = await giveApp(identity, email)
  const { db, now, logger } = identity.parts
  const before = identity.parts.keys.current().kid
  const both = [NEW_SEAL, OLD_SEAL]
  await resealAll({ db, sealKeys: both, logger })
  // As after a kill in the middle: once more changes nothing.
  await resealAll({ db, sealKeys: both, logger })
  const sealKeys = [NEW_SEAL]
  const keys = await openSigningKeys({ db, sealKeys, now, logger })
  expect(keys.current().kid).toBe(before)
  const served = await servedWith({ sealKeys, keys })
  expect((await served.finish(email, app())).tokens.refreshToken).not.toBe('')
  identity.advance(60_000)
  const stale = await servedWith({ sealKeys: [OLD_SEAL] })
  expect((await refusalOf(stale.finish(email, app()))).code).toBe('state_conflict')
})

test('behind another refresh key a session goes on with new tokens; behind two more the old token ends and an old recovery code is taken', async () => {
  const email = 'admin@relay.example'
  const { tokens } = await identity.signIn(email)
  const one = await servedWith({ refreshKey: NEXT, tokenKeys: [NEXT, OLD], codeKeys: [NEXT, OLD] })
  const renewed = await one.refresh(tokens.refreshToken)
  const again = await one.refresh(renewed.tokens.refreshToken)
  expect(again.tokens.refreshToken).not.toBe(renewed.tokens.refreshToken)
  const { tokens: idle } = await identity.signIn(email)
  const two = await servedWith({ refreshKey: LAST, tokenKeys: [LAST, NEXT], codeKeys: [LAST, NEXT, OLD] })
  expect((await two.refresh(again.tokens.refreshToken)).user.email.toLowerCase()).toBe(email)
  expect((await refusalOf(two.refresh(idle.refreshToken))).code).toBe('token_invalid')

  const codes = await withOldCodes('super@relay.example')
  expect((await two.finish('super@relay.example', codes[0] ?? '')).user.email.toLowerCase()).toBe(
    'super@relay.example',
  )
  const forgotten = await servedWith({ refreshKey: LAST, tokenKeys: [LAST, NEXT], codeKeys: [LAST, NEXT] })
  expect((await refusalOf(forgotten.finish('super@relay.example', codes[1] ?? ''))).code).toBe('invalid')
})

/** An app whose secret the present key opens, and codes of the first refresh key. */
async function withOldCodes(email: string): Promise<readonly string[]> {
  await giveApp(identity, email)
  const { user } = await identity.openSession(email)
  const { codes, proofs } = await newRecoveryCodes({ guid: user.guid, key: OLD })
  await identity.database.db
    .transaction()
    .execute((trx) => replaceRecoveryCodes(trx, { userId: user.id, proofs }))
  return codes
}
