// Makes access tokens: ES256 JWTs of 10 minutes, for people and for services.
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from '../../auth/access-token.ts'
import type { UserRow } from '../users/users.queries.ts'
import type { FamilyRow } from './refresh-families.queries.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'

export const ACCESS_TOKEN_MS = 10 * 60_000

/** Whom a token is for. */
export interface TokenSubject {
  /** A user's guid, or a service's client id. */
  readonly sub: string
  readonly role: UserRole
  readonly name: string
  readonly pharmacyId: number | null
  /** The sign-in session; null for services. */
  readonly sid: string | null
  /** When the person last proved who he is; null for services. */
  readonly signedInAt: Date | null
  /** The computer that the session is of; null where it is of none. */
  readonly deviceKey: string | null
}

/** Of a person in a session of his. */
export function tokenSubject(
  { guid, role, name, pharmacyId }: UserRow,
  family: Pick<FamilyRow, 'id' | 'signedInAt' | 'deviceKey'>,
): TokenSubject {
  const { id: sid, signedInAt, deviceKey } = family
  return { sub: guid, role, name, pharmacyId, sid, signedInAt, deviceKey }
}

export interface AccessToken {
  readonly accessToken: string
  /** ISO 8601, UTC, whole seconds. */
  readonly accessExpiresAt: string
}

export async function makeAccessToken(
  keys: SigningKeys,
  subject: TokenSubject,
  now: Date,
): Promise<AccessToken> {
  const { kid, privateKey } = keys.current()
  const issuedS = Math.floor(now.getTime() / 1_000)
  const expiresS = issuedS + ACCESS_TOKEN_MS / 1_000
  const { sub, signedInAt, ...claims } = subject
  const auth_time = signedInAt === null ? null : Math.floor(signedInAt.getTime() / 1_000)
  const accessToken = await new SignJWT({ ...claims, auth_time })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid })
    .setSubject(sub)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt(issuedS)
    .setExpirationTime(expiresS)
    .setJti(randomUUID())
    .sign(privateKey)
  return { accessToken, accessExpiresAt: new Date(expiresS * 1_000).toISOString() }
}
