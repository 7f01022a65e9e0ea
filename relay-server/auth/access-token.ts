// What an access token says: one algorithm, one type, one issuer, one audience; and its claims by schema.
import { z } from 'zod'
import { DeviceKey } from '@pharmacy-relay/shared/device.ts'
import { Id, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'

export const TOKEN_ALGORITHM = 'ES256'
/** RFC 9068 access token. */
export const TOKEN_TYPE = 'at+jwt'
export const TOKEN_ISSUER = 'pharmacy-relay-identity'
export const TOKEN_AUDIENCE = 'pharmacy-relay'
/** Seconds that clocks may differ. */
export const CLOCK_TOLERANCE_S = 60
/** Longest token that is looked at, in characters. */
export const MAX_TOKEN_LENGTH = 4_096

/** `sub` is the user's guid, or a service's name. `sid` is the sign-in session; null for services. */
export const TokenClaims = z.object({
  sub: z.string().min(1).max(64),
  role: UserRole,
  name: z.string().min(1).max(120),
  pharmacyId: Id.nullable(),
  sid: Uuid.nullable(),
  /** When the person last proved who he is, seconds since 1970 (OpenID Connect); null for services. */
  auth_time: z.int().nullable().default(null),
  /** The computer that the session is of; null for all but a Pharmacist's sign-in at his agent. */
  deviceKey: DeviceKey.nullable().default(null),
  exp: z.int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** Who is calling, as every handler sees it. */
export interface Caller {
  readonly subject: string
  readonly role: UserRole
  readonly name: string
  readonly pharmacyId: number | null
  readonly sessionId: string | null
  /** When the person last proved who he is; null for services. */
  readonly signedInAt: Date | null
  /** The computer that the session is of; null where it is of none. */
  readonly deviceKey: string | null
  readonly expiresAt: Date
}

export function callerOf(claims: TokenClaims): Caller {
  return {
    subject: claims.sub,
    role: claims.role,
    name: claims.name,
    pharmacyId: claims.pharmacyId,
    sessionId: claims.sid,
    signedInAt: claims.auth_time === null ? null : new Date(claims.auth_time * 1_000),
    deviceKey: claims.deviceKey,
    expiresAt: new Date(claims.exp * 1_000),
  }
}

/** The session that a token of ours names, without proof; null when it names none. */
export function sessionIdOf(accessToken: string): string | null {
  return TokenClaims.pick({ sid: true }).safeParse(saidBy(accessToken)).data?.sid ?? null
}

/** When the person of a token of ours proved last who he is, without proof; null where it does not say. */
export function signedInAtOf(accessToken: string): Date | null {
  const at = TokenClaims.pick({ auth_time: true }).safeParse(saidBy(accessToken)).data?.auth_time ?? null
  return at === null ? null : new Date(at * 1_000)
}

/** Whether a token says that it is of a computer, without proof: others need not be verified to know that they are not. */
export function namesDevice(accessToken: string): boolean {
  const said = TokenClaims.pick({ deviceKey: true }).safeParse(saidBy(accessToken))
  return said.success && said.data.deviceKey !== null
}

function saidBy(accessToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
