// Every refusal that the identity API's table implies.
import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { createTestTokens, type TestTokens } from '../auth/test-tokens.ts'
import { walkTable, type WalkSite } from '../http/table-walk.ts'
import { PASSWORD, SERVICE_SECRET, bodyOf, startTestIdentity, type TestIdentity } from './test-identity.ts'

let identity: TestIdentity
let tokens: TestTokens
let site: WalkSite<typeof identityApi>

beforeAll(async () => {
  identity = await startTestIdentity()
  const { kid, privateKey } = identity.parts.keys.current()
  tokens = await createTestTokens({ kid, privateKey, publicKey: createPublicKey(privateKey) })
  const own = await identity.signIn('pharmacist@one.example')
  const other = await identity.signIn('pharmacist@two.example')
  const refreshToken = async (): Promise<string> =>
    (await identity.signIn('support@relay.example')).tokens.refreshToken
  site = {
    baseUrl: identity.baseUrl,
    tokens: tokens.tokens,
    badTokens: tokens.badTokens,
    internalKey: null,
    calls: {
      signIn: () => bodyOf({ email: 'support@relay.example', password: PASSWORD }),
      refreshTokens: async () => bodyOf({ refreshToken: await refreshToken() }),
      signOut: async () => bodyOf({ refreshToken: await refreshToken() }),
      serviceToken: () => bodyOf({ clientId: 'portal', clientSecret: SERVICE_SECRET }),
      accountCheck: () => ({
        params: { guid: own.user.guid },
        query: null,
        body: null,
        outsiders: [
          { who: 'pharmacist of another pharmacy', token: other.tokens.accessToken, code: 'not_found' },
          { who: 'customer', token: tokens.tokens.Customer, code: 'not_found' },
          { who: 'support', token: tokens.tokens.Support, code: 'not_found' },
        ],
      }),
      keys: () => ({ params: null, query: null, body: null }),
    },
  }
})
afterAll(() => identity.stop())
// Wrong tries of one test must not count in the next.
beforeEach(() => identity.advance(61_000))

test.each(walkTable(identityApi, () => site))('$name', ({ run }) => run())

test('the OpenAPI document is served and names every endpoint', async () => {
  const response = await fetch(`${identity.baseUrl}/openapi.json`)
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths).toSorted()).toEqual(
    Object.values(identityApi)
      .map(({ path }) => path)
      .toSorted(),
  )
})
