// Test support: a key pair of its own, tokens signed with it, and every kind of token that must be refused.
import { createHmac, randomUUID, type KeyObject } from 'node:crypto'
import {
  SignJWT,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import {
  CLOCK_TOLERANCE_S,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
} from './access-token.ts'
import { remembering, verifierOver, type TokenVerifier } from './token-verifier.ts'

export interface SigningPair {
  readonly kid: string
  readonly privateKey: CryptoKey | KeyObject
  readonly publicKey: CryptoKey | KeyObject
}

/** What a test changes of an ordinary token: header fields, claims; undefined leaves one out. */
export interface TokenChanges {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

export interface TestTokens {
  readonly verifier: TokenVerifier
  /** What a keys endpoint would publish. */
  readonly jwks: JSONWebKeySet
  /** A valid token of ten minutes. Staff and services have no pharmacy, others pharmacy 1. */
  tokenFor(role: UserRole, changes?: TokenChanges): Promise<string>
  /** One valid token for each role. */
  readonly tokens: Readonly<Record<UserRole, string>>
  /** Tokens that must be refused, by what is wrong with each. */
  readonly badTokens: Readonly<Record<string, string>>
}

export async function newSigningPair(kid: string): Promise<SigningPair> {
  const pair = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true })
  return { kid, ...pair }
}

/** Signs with `pair`, or with a new one. `ofBad`: claims of the bad tokens, for a server that knows its sessions. */
export async function createTestTokens(
  pair?: SigningPair,
  ofBad: TokenChanges['claims'] = {},
): Promise<TestTokens> {
  const used = pair ?? (await newSigningPair('test-key'))
  const published = { ...(await exportJWK(used.publicKey)), kid: used.kid, alg: TOKEN_ALGORITHM, use: 'sig' }
  const jwks = { keys: [published] }
  const tokenFor: TestTokens['tokenFor'] = (role, changes = {}) => sign(used, role, changes)
  const signed = await Promise.all(
    UserRole.options.map(async (role) => [role, await tokenFor(role)] as const),
  )
  return {
    verifier: remembering(verifierOver(createLocalJWKSet(jwks))),
    jwks,
    tokenFor,
    tokens: Object.fromEntries(signed) as Record<UserRole, string>,
    badTokens: await badTokens(used, ofBad),
  }
}

async function sign(pair: SigningPair, role: UserRole, changes: TokenChanges): Promise<string> {
  const header = { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid: pair.kid, ...changes.header }
  const claims: JWTPayload = { ...claimsOf(role), ...changes.claims }
  return new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey)
}

function claimsOf(role: UserRole): JWTPayload {
  const now = secondsFromNow(0)
  const isService = role === 'Service'
  return {
    iss: TOKEN_ISSUER,
    aud: TOKEN_AUDIENCE,
    iat: now,
    exp: now + 600,
    jti: randomUUID(),
    sub: isService ? 'portal' : randomUUID(),
    name: `Test ${role}`,
    role,
    pharmacyId: role === 'Pharmacist' || role === 'Customer' ? 1 : null,
    sid: isService ? null : randomUUID(),
    deviceKey: role === 'Pharmacist' ? 'd'.repeat(64) : null,
    auth_time: isService ? null : now,
  }
}

/** Every way of being wrong that stays within the letters of a bearer token. */
async function badTokens(
  pair: SigningPair,
  ofBad: TokenChanges['claims'] = {},
): Promise<Record<string, string>> {
  const admin = (changes: TokenChanges): Promise<string> =>
    sign(pair, 'Admin', { ...changes, claims: { ...ofBad, ...changes.claims } })
  const good = await admin({})
  const stranger = await newSigningPair(pair.kid)
  return {
    'that is no token': 'not-a-token',
    'of three empty parts': '..',
    'that has expired': await admin({ claims: { exp: secondsFromNow(-CLOCK_TOLERANCE_S - 1) } }),
    'that is not valid yet': await admin({ claims: { nbf: secondsFromNow(CLOCK_TOLERANCE_S + 3_600) } }),
    'of another issuer': await admin({ claims: { iss: 'somebody-else' } }),
    'for another audience': await admin({ claims: { aud: 'another-platform' } }),
    'of another type': await admin({ header: { typ: 'JWT' } }),
    'without a type': await admin({ header: { typ: undefined } }),
    'without an end': await admin({ claims: { exp: undefined } }),
    'without a role': await admin({ claims: { role: undefined } }),
    'with an unknown role': await admin({ claims: { role: 'Root' } }),
    'of an unknown key': await admin({ header: { kid: 'unknown' } }),
    'with a path as key id': await admin({ header: { kid: '../../etc/passwd' } }),
    'that brings its own key': await sign(stranger, 'Admin', {
      header: { jwk: await exportJWK(stranger.publicKey) },
    }),
    'that says where its key is': await sign(stranger, 'Admin', {
      header: { jku: 'http://127.0.0.1:9/keys' },
    }),
    'signed by a stranger': await sign(stranger, 'Admin', {}),
    'whose role was edited': withRole(await sign(pair, 'Support', {}), 'Admin'),
    'without a signature': `${good.split('.').slice(0, 2).join('.')}.`,
    'of algorithm none': unsigned(),
    'signed with the public key': await hmacWithPublicKey(pair),
    'signed with the public key and blanks around it': await hmacWithPublicKey(pair, ' \n'),
    'that is too long': await admin({ claims: { padding: 'x'.repeat(5_000) } }),
  }
}

function withRole(token: string, role: UserRole): string {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const edited: unknown = { ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), role }
  return [header, encoded(edited), signature].join('.')
}

function unsigned(): string {
  return `${encoded({ alg: 'none', typ: TOKEN_TYPE })}.${encoded(claimsOf('Admin'))}.`
}

/** The algorithm confusion: HS256 with the published key as its secret. */
async function hmacWithPublicKey(pair: SigningPair, around = ''): Promise<string> {
  const body = `${encoded({ alg: 'HS256', typ: TOKEN_TYPE, kid: pair.kid })}.${encoded(claimsOf('Admin'))}`
  const secret = `${around}${await exportSPKI(pair.publicKey)}${around}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}
