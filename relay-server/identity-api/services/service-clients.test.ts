// Service tokens, the account check, and the limits' own rules.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SettingsError, readSettings } from '@pharmacy-relay/shared/env.ts'
import { identityApi, type IdentityUser } from '@pharmacy-relay/shared/api/identity-api.ts'
import { createServiceTokens } from '../../auth/service-token.ts'
import { createTokenVerifier } from '../../auth/token-verifier.ts'
import { identitySettings } from '../settings.ts'
import { SERVICE_SECRET, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { createWrongTries, limitedAddress } from '../lock-out/wrong-tries.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())

const askFrom = (address: string, clientId: string, clientSecret: string) =>
  identity.callFrom(address, identityApi.serviceToken, bodyOf({ clientId, clientSecret }))

describe('a service', () => {
  test('gets a token that any program accepts by the published keys', async () => {
    const tokens = createServiceTokens({
      baseUrl: identity.baseUrl,
      clientId: 'portal',
      clientSecret: SERVICE_SECRET,
    })
    const verifier = createTokenVerifier({ jwksUrl: `${identity.baseUrl}${identityApi.keys.path}` })
    const caller = await verifier.verify(await tokens.current())
    expect(caller).toMatchObject({
      subject: 'portal',
      role: 'Service',
      name: 'portal',
      pharmacyId: null,
      sessionId: null,
    })
    expect(await askFrom('203.0.113.1', 'portal', 'the-next-secret-of-it')).toMatchObject({
      accessToken: expect.any(String),
    })
  })

  test.each([
    ['with a wrong secret', 'portal', 'wrong'],
    ['that is unknown', 'nobody', SERVICE_SECRET],
    ['with a name that objects have', 'constructor', 'x'],
  ])('%s is refused in the same words', async (_name, clientId, clientSecret) => {
    const refused = await refusalOf(askFrom('203.0.113.2', clientId, clientSecret))
    expect(refused).toMatchObject({ code: 'token_invalid', message: 'Client id or secret is not right' })
  })

  test('goes on although somebody at its address tries too often', async () => {
    const codes: string[] = []
    for (let round = 0; round < 11; round += 1)
      codes.push((await refusalOf(askFrom('203.0.113.3', 'portal', 'wrong'))).code)
    expect(codes.at(-1)).toBe('rate_limited')
    expect(codes.filter((code) => code === 'token_invalid')).toHaveLength(10)
    expect(await askFrom('203.0.113.3', 'portal', SERVICE_SECRET)).toMatchObject({
      accessToken: expect.any(String),
    })
  })
})

describe('the account check', () => {
  const check = (token: string, guid: string): Promise<IdentityUser> =>
    identity.client.call(identityApi.accountCheck, { params: { guid }, query: null, body: null }, { token })

  test('shows Admin and services any user, everyone else themselves only', async () => {
    const admin = await identity.signIn('admin@relay.example')
    const support = await identity.signIn('support@relay.example')
    const { accessToken: service } = await askFrom('203.0.113.4', 'portal', SERVICE_SECRET)
    for (const token of [admin.tokens.accessToken, support.tokens.accessToken, service]) {
      expect(await check(token, support.user.guid.toUpperCase())).toEqual(support.user)
    }
    const refused = await refusalOf(check(support.tokens.accessToken, admin.user.guid))
    const unknown = await refusalOf(check(support.tokens.accessToken, crypto.randomUUID()))
    expect([refused.code, refused.message]).toEqual(['not_found', 'There is no such user'])
    expect([unknown.code, unknown.message]).toEqual([refused.code, refused.message])
    expect((await refusalOf(check(service, crypto.randomUUID()))).code).toBe('not_found')
  })

  test('tells that a user is no longer active', async () => {
    const { user } = await identity.signIn('super@relay.example')
    const { db } = identity.database
    await db.updateTable('Users').set({ isActive: false }).where('guid', '=', user.guid).execute()
    const { accessToken } = await askFrom('203.0.113.5', 'portal', SERVICE_SECRET)
    expect(await check(accessToken, user.guid)).toEqual({ ...user, isActive: false })
  })
})

describe('counting wrong tries', () => {
  test('remembers so many keys and forgets the longest unseen', () => {
    const tries = createWrongTries({ perMinute: 1, maxKeys: 2 }, () => new Date(0))
    for (const key of ['a', 'b', 'a', 'c']) tries.count(key)
    expect(() => tries.check('b')).not.toThrow()
    expect(() => tries.check('a')).toThrow('Too many wrong tries')
    expect(() => tries.check('c')).toThrow('Too many wrong tries')
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:0:7::1', '20010db800000007'],
    ['2001:db8:0:7:ffff:ffff:ffff:ffff', '20010db800000007'],
    ['2001:0db8::1', '20010db800000000'],
    ['fe80::1%eth0', 'fe80000000000000'],
    ['::1', '0000000000000000'],
  ])('takes %s as %s', (address, key) => {
    expect(limitedAddress(address)).toBe(key)
  })
})

describe('settings', () => {
  const secrets = {
    Identity__SealKey: 's'.repeat(40),
    Identity__RefreshKey: 'r'.repeat(40),
    Identity__ServiceClients:
      'portal:first:secret-of-portal,store:a-secret-of-the-store,portal:second-secret-of-it',
    InternalApi__Key: 'i'.repeat(40),
  }

  test('read service clients, several secrets for one, colons in a secret', () => {
    const settings = readSettings(identitySettings(false), secrets)
    expect([...settings.Identity__ServiceClients]).toEqual([
      ['portal', ['first:secret-of-portal', 'second-secret-of-it']],
      ['store', ['a-secret-of-the-store']],
    ])
    expect(settings).toMatchObject({
      Identity__Port: 5193,
      Identity__Host: '127.0.0.1',
      ConnectionStrings__cs_identity: '',
      Network__Private: [],
    })
  })

  test('in production need every secret and the database, and none is repeated', () => {
    const read = (): unknown =>
      readSettings(identitySettings(true), { Identity__ServiceClients: 'portal:short' })
    expect(read).toThrow(SettingsError)
    const others = ['ConnectionStrings__cs_identity', 'Portal__PublicUrl', 'Services__Store']
    const needed = [...Object.keys(secrets), ...others]
    for (const name of needed) expect(read).toThrow(name)
    expect(read).not.toThrow('portal:short')
    expect(
      readSettings(identitySettings(true), {
        ...secrets,
        'ConnectionStrings__cs-identity': 'postgresql://x',
        Network__Private: '192.0.2.1, 10.0.0.0/8',
        Portal__PublicUrl: 'https://panel.example',
        Services__Store: 'http://store-api:8080',
      }),
    ).toMatchObject({
      Identity__Port: 8080,
      ConnectionStrings__cs_identity: 'postgresql://x',
    })
  })
})
