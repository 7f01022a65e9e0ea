// Test support: an identity API over a database of its own, with a clock that tests move and people who can sign in.
import { createServer, type Server } from 'node:http'
import { Registry } from 'prom-client'
import type { z } from 'zod'
import type { EndpointCall, Endpoint, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SignedIn } from '@pharmacy-relay/shared/api/identity-user.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-cluster.ts'
import { createApiClient, type ApiClient } from '../http/api-client.ts'
import { listen } from '../http/listen.ts'
import type { IdentitySchema } from './database-schema.ts'
import { makeAccessToken, tokenSubject } from './sessions/access-tokens.ts'
import { openFamily } from './sessions/refresh-families.queries.ts'
import { REFRESH_TOKEN_MS } from './sessions/refresh-tokens.ts'
import { findUserByEmail, type UserRow } from './users/users.queries.ts'
import { createIdentityApp } from './identity-app.ts'
import type { IdentityParts } from './identity-parts.ts'
import { migrationsFolder } from './identity.ts'
import { createIdentityMetrics } from './metrics.ts'
import type { Ways } from './links/link-messages.ts'
import { createBackground } from './messages/background.ts'
import { createPasswordRules } from './passwords/password-rules.ts'
import type { ProviderOptions } from './sms/provider.ts'
import { seedUsers, type SeedUser } from './users/seed.ts'
import { openSigningKeys } from './keys/signing-keys.ts'

export type TokenPair = z.infer<(typeof identityApi)['refreshTokens']['reply']['schema']>

export const INTERNAL_KEY = 'i'.repeat(40)
export const PASSWORD = 'correct horse battery'
export const SERVICE_SECRET = 'a-secret-of-the-portal'
export const PEOPLE: readonly SeedUser[] = [
  { email: 'Admin@relay.example', name: 'Ada Admin', role: 'Admin', password: PASSWORD, pharmacyId: null },
  {
    email: 'support@relay.example',
    name: 'Sam Support',
    role: 'Support',
    password: PASSWORD,
    pharmacyId: null,
  },
  {
    email: 'super@relay.example',
    name: 'Sue Super',
    role: 'SuperSupport',
    password: PASSWORD,
    pharmacyId: null,
  },
  { email: 'pharmacist@one.example', name: 'Pia', role: 'Pharmacist', password: PASSWORD, pharmacyId: 1 },
  { email: 'pharmacist@two.example', name: 'Pat', role: 'Pharmacist', password: PASSWORD, pharmacyId: 2 },
  { email: 'customer@one.example', name: 'Cem', role: 'Customer', password: PASSWORD, pharmacyId: 1 },
]

export interface OpenedSession {
  readonly user: UserRow
  readonly sessionId: string
  readonly token: string
}

export interface TestIdentity {
  readonly parts: IdentityParts
  /** Of its figures. */
  readonly registry: Registry
  readonly database: TestDatabase<IdentitySchema>
  readonly baseUrl: string
  readonly client: ApiClient
  /** Moves the clock. */
  advance(ms: number): void
  /** A call for a client at another address, as the gateway tells it. */
  callFrom<E extends Endpoint>(address: string, entry: E, call: EndpointCall<E>): Promise<EndpointResult<E>>
  signIn(email: string, password?: string, knownDevice?: string): Promise<SignedIn>
  /** A session of a person who exists, begun without asking for the password, and an access token of it. */
  openSession(email: string): Promise<OpenedSession>
  stop(): Promise<void>
}

/** Thirty password checks wait for each other on a machine that does other work, too. */
const REPLY_LIMIT_MS = 120_000
/** No mail and no SMS: `ways` of a test that sends some. */
const NO_WAYS: Ways = { mailer: null, sms: null, publicUrl: 'https://panel.example', shopUrl: null }

interface TestParts {
  readonly database: TestDatabase<IdentitySchema>
  readonly now: () => Date
  readonly logger: Logger
  readonly ways: Partial<Ways>
  readonly provider: ProviderOptions | null
  readonly registry: Registry
}

async function testParts({
  database: { db },
  now,
  logger,
  ways,
  provider,
  registry,
}: TestParts): Promise<IdentityParts> {
  const [sealKeys, refreshKey] = [['s'.repeat(40)], 'r'.repeat(40)]
  const metrics = createIdentityMetrics(registry)
  return {
    db,
    now,
    logger,
    sealKeys,
    refreshKey,
    tokenKeys: [refreshKey],
    codeKeys: [refreshKey],
    keys: await openSigningKeys({ db, sealKeys, now, logger }),
    serviceClients: new Map([
      ['portal', [SERVICE_SECRET, 'the-next-secret-of-it']],
      ['store', [SERVICE_SECRET]],
      ['storefront', [SERVICE_SECRET]],
    ]),
    passwordRules: createPasswordRules(null),
    ways: { ...NO_WAYS, ...ways },
    background: createBackground(logger),
    wakeStaffLog: () => {},
    trustedProxies: ['127.0.0.1'],
    // There is no store API.
    checkAddress: () => Promise.resolve(false),
    checkDevice: () => Promise.resolve(null),
    internalApi: { key: INTERNAL_KEY, previousKey: null },
    metrics,
    sms:
      provider === null ? null : { db, now, logger, refreshKey, tokenKeys: [refreshKey], provider, metrics },
  }
}

export async function startTestIdentity(
  logger: Logger = silentLogger,
  ways: Partial<Ways> = {},
  provider: ProviderOptions | null = null,
): Promise<TestIdentity> {
  const database = await createTestDatabase<IdentitySchema>({ name: 'identity', migrationsFolder })
  let aheadMs = 0
  const now = (): Date => new Date(Date.now() + aheadMs)
  await seedUsers(database.db, PEOPLE, now())
  const registry = new Registry()
  const parts = await testParts({ database, now, logger, ways, provider, registry })
  const server = createServer(createIdentityApp(parts))
  const baseUrl = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0, setting: 'Identity__Port' })}`
  const client = clientOf(baseUrl, {})
  return {
    parts,
    registry,
    database,
    baseUrl,
    client,
    advance: (ms) => {
      aheadMs += ms
    },
    callFrom: (address, entry, call) =>
      clientOf(baseUrl, { 'x-forwarded-for': address }).call(entry, call, { token: null }),
    signIn: (email, password = PASSWORD, knownDevice) =>
      client
        .call(identityApi.signIn, bodyOf({ email, password, knownDevice }), { token: null })
        .then(signedIn),
    openSession: (email) => openSession(parts, email),
    stop: async () => {
      closeNow(server)
      await parts.background.idle()
      await database.stop()
    },
  }
}

async function openSession(parts: IdentityParts, email: string): Promise<OpenedSession> {
  const user = await findUserByEmail(parts.db, email)
  if (user === null) throw new Error(`nobody is ${email}`)
  const now = parts.now()
  const family = await openFamily(parts.db, {
    user,
    now,
    expiresAt: new Date(now.getTime() + REFRESH_TOKEN_MS),
    seen: { kind: 'panel', agent: null, address: null },
    deviceKey: null,
  })
  if (family === null) throw new Error(`${email} is not active`)
  const { accessToken } = await makeAccessToken(parts.keys, tokenSubject(user, family), now)
  return { user, sessionId: family.id, token: accessToken }
}

/** Fails for a sign-in that waits for a code. */
export function signedIn(reply: z.infer<(typeof identityApi)['signIn']['reply']['schema']>): SignedIn {
  if ('pending' in reply) throw new Error('the sign-in waits for a code')
  return reply
}

/** A call that has a body only. */
export function bodyOf<B>(body: B): { params: null; query: null; body: B } {
  return { params: null, query: null, body }
}

/** The problem a call ends in; fails when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ProblemError> {
  const outcome: unknown = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  )
  if (!(outcome instanceof Error) || !('code' in outcome)) throw outcome
  return outcome as ProblemError
}

function clientOf(baseUrl: string, headers: Readonly<Record<string, string>>): ApiClient {
  return createApiClient({ baseUrl, timeoutMs: REPLY_LIMIT_MS, headers: () => Promise.resolve(headers) })
}

function closeNow(server: Server): void {
  server.close()
  server.closeAllConnections()
}
