// A customer's sign-in as it goes: client → gateway → store API → gateway → identity API, each over sockets and PostgreSQL.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Credentials, SignInReply } from '@pharmacy-relay/shared/api/identity-user.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createTokenVerifier } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { serviceTokenVerifier } from '@pharmacy-relay/relay-server/gateway/admission/token-verifiers.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { giveApp } from '@pharmacy-relay/relay-server/identity-api/second-factor/test-factor.ts'
import {
  PASSWORD,
  SERVICE_SECRET,
  startTestIdentity,
  type TestIdentity,
} from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { createCustomerSignIn } from '@pharmacy-relay/relay-server/store-api/customers/customer-sign-in.ts'
import { startTestApp, type TestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import {
  openTestStore,
  type StoreTestDatabase,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'

const CUSTOMER = 'customer@one.example'
const HOME = '203.0.113.5'
const ELSEWHERE = '198.51.100.9'

let identity: TestIdentity
let store: StoreTestDatabase
let site: TestApp
/** Of the gateway of the test that runs. */
let gatewayUrl = ''
beforeAll(async () => {
  identity = await startTestIdentity()
  store = await openTestStore('sign_in')
  const serviceTokens = createServiceTokens({
    baseUrl: identity.baseUrl,
    clientId: 'store',
    clientSecret: SERVICE_SECRET,
  })
  site = await startTestApp(store, {
    signInCustomer: (given, address) => createCustomerSignIn({ gatewayUrl, serviceTokens })(given, address),
  })
})
afterAll(async () => {
  await site.stop()
  await store.stop()
  await identity.stop()
})
beforeEach(async () => {
  const verifier = createTokenVerifier({ jwksUrl: `${identity.baseUrl}/.well-known/jwks.json` })
  const gateway = await startGateway({
    upstreamPort: 1,
    verify: serviceTokenVerifier(verifier),
    settings: {
      Gateway__Routes__Identity: identity.baseUrl,
      Gateway__Routes__Store: site.baseUrl,
      // The test says whom it is, as a TLS terminator does.
      Gateway__BehindTerminator: 'true',
    },
  })
  gatewayUrl = gateway.url
  await identity.database.db.deleteFrom('Attempts').execute()
})

interface Answered {
  readonly status: number
  /** Without the trace id, which is another one each time. */
  readonly body: Record<string, unknown>
}

async function post(path: string, body: object, headers: Record<string, string>): Promise<Answered> {
  const reply = await fetch(gatewayUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { traceId: _traceId, ...rest } = (await reply.json()) as Record<string, unknown>
  return { status: reply.status, body: rest }
}

const signIn = (given: Credentials, address = HOME): Promise<Answered> =>
  post(`/Store${storeApi.signInCustomer.path}`, given, { 'x-forwarded-for': address })
const replyOf = ({ body }: Answered): SignInReply => storeApi.signInCustomer.reply.schema.parse(body)

async function sessionsOf(email: string) {
  return identity.database.db
    .selectFrom('RefreshFamilies')
    .innerJoin('Users', 'Users.id', 'RefreshFamilies.userId')
    .select(['RefreshFamilies.kind', 'RefreshFamilies.address'])
    .where('Users.email', '=', email)
    .execute()
}

/** What the app shows that the user has from now on, until the end of the test. */
async function withApp(email: string): Promise<() => string> {
  onTestFinished(async () => void (await identity.database.db.deleteFrom('SecondFactors').execute()))
  return giveApp(identity, email)
}

describe('a customer', () => {
  test('is signed in from the address where he is, as a customer of the storefront', async () => {
    const reply = await signIn({ email: CUSTOMER, password: PASSWORD })
    expect(reply).toMatchObject({ status: 200, body: { user: { email: CUSTOMER, role: 'Customer' } } })
    expect(await sessionsOf(CUSTOMER)).toEqual([{ kind: 'storefront', address: HOME }])
  })

  test('with a second factor gets a pending sign-in, and finishes it at the identity API', async () => {
    const code = await withApp(CUSTOMER)
    const reply = replyOf(await signIn({ email: CUSTOMER, password: PASSWORD }))
    if (!('pending' in reply)) throw new Error('no code was asked for')
    const given = { pendingToken: reply.pending.token, code: code() }
    const path = `/Identity${identityApi.finishSignIn.path}`
    const finished = await post(path, given, { 'x-forwarded-for': HOME })
    expect(finished).toMatchObject({ status: 200, body: { user: { role: 'Customer' } } })
  })

  test('may be a Pharmacist: he shops for the pharmacy that his token names', async () => {
    const reply = await signIn({ email: 'pharmacist@one.example', password: PASSWORD })
    expect(reply).toMatchObject({ status: 200, body: { user: { role: 'Pharmacist', pharmacyId: 1 } } })
  })

  test('is told that the service is away while the identity API cannot be reached', async () => {
    gatewayUrl = (await startGateway({ upstreamPort: 1, settings: { Gateway__Routes__Store: site.baseUrl } }))
      .url
    const reply = await signIn({ email: CUSTOMER, password: PASSWORD })
    expect(reply).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } })
  })
})

describe('anybody else', () => {
  const others = ['Admin@relay.example', 'support@relay.example', 'super@relay.example']

  test('is refused with the right password in the bytes of a wrong one, counted, and without a session', async () => {
    await withApp('super@relay.example')
    const wrong = await signIn({ email: CUSTOMER, password: 'wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    const before = await Promise.all(others.map(sessionsOf))
    for (const email of [...others, 'nobody@one.example'])
      expect(await signIn({ email, password: PASSWORD })).toEqual(wrong)
    expect(await Promise.all(others.map(sessionsOf))).toEqual(before)
    const { times } = await identity.database.db
      .selectFrom('Attempts')
      .select('times')
      .where('key', '=', `address:${HOME}`)
      .executeTakeFirstOrThrow()
    expect(times.length).toBe(5)
  })

  test('is refused after the work of a wrong password', async () => {
    const bestMs = { [CUSTOMER]: Infinity, 'support@relay.example': Infinity, 'nobody@one.example': Infinity }
    const isAlike = (): boolean => {
      const { [CUSTOMER]: wrong, ...others } = bestMs
      return Object.values(others).every((other) => other > wrong / 2 && other < wrong * 2)
    }
    // The best of each: on a busy machine one of few may be slow each time.
    for (let round = 0; round < 6 || (round < 40 && !isAlike()); round += 1)
      for (const email of Object.keys(bestMs) as (keyof typeof bestMs)[]) {
        const startedMs = performance.now()
        const password = email === CUSTOMER ? 'wrong' : PASSWORD
        await signIn({ email, password }, `198.51.100.${20 + round}`)
        bestMs[email] = Math.min(bestMs[email], performance.now() - startedMs)
      }
    expect(isAlike(), JSON.stringify(bestMs)).toBe(true)
  })
})

test('wrong passwords count for the address of who sends them, not for the store API, whatever he says of it', async () => {
  const guess = (n: number): Promise<Answered> =>
    post(
      `/Store${storeApi.signInCustomer.path}`,
      { email: `guess${n}@one.example`, password: 'wrong' },
      {
        // The last entry is the terminator's; the others are what a client claims.
        'x-forwarded-for': `192.0.2.${n}, ${ELSEWHERE}`,
        'x-client-address': `192.0.2.${n}`,
      },
    )
  for (let n = 1; n <= 10; n += 1) expect((await guess(n)).status).toBe(401)
  expect(await guess(11)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await signIn({ email: CUSTOMER, password: PASSWORD }, HOME)).status).toBe(200)
  const keys = await identity.database.db
    .selectFrom('Attempts')
    .select('key')
    .where('key', 'like', 'address:%')
    .where((eb) => eb.fn<number>('cardinality', ['times']), '>', 0)
    .execute()
  expect(keys).toEqual([{ key: `address:${ELSEWHERE}` }])
})
