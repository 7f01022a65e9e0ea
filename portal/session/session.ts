// A session as the cookie holds it, and the rules of how long it lives.
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { IdentityUser } from '@pharmacy-relay/shared/api/identity-user.ts'
import { TokenPair } from '@pharmacy-relay/shared/api/identity-api.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { SessionLimits } from '../settings.ts'

const WallMs = z.int().min(0)

/** Whether the account has a second factor, and since when it can sign in. */
const SecondFactor = z.strictObject({ isActive: z.boolean(), sinceMs: WallMs.nullable() })
export type SecondFactor = z.infer<typeof SecondFactor>

export const Session = z.strictObject({
  /** New at each sign-in and when the role changes. */
  id: Uuid,
  user: z.strictObject({ guid: Uuid, name: z.string().min(1).max(120), role: UserRole }),
  tokens: TokenPair,
  /** What the tokens in the session's forms are made of; 32 bytes. */
  csrfSecret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** Null where identity has not said it, and in cookies of a version before. */
  factor: SecondFactor.nullable().default(null),
  /** Wall clock, ms since 1970. */
  startedAt: WallMs,
  /** When a person last did something. */
  seenAt: WallMs,
})
export type Session = z.infer<typeof Session>
export type SessionUser = Session['user']

/** What a session keeps of the account. */
export function sessionUser({ guid, name, role }: IdentityUser): SessionUser {
  return { guid, name, role }
}

/** Who is signed in, as pages show him and the rule of access knows him: a person, never a service. */
export function viewerOf({ name, role }: SessionUser): { name: string; role: UserRole; clientId: null } {
  return { name, role, clientId: null }
}

/** An access token is exchanged when it ends within this time, in ms. */
export const REFRESH_BEFORE_MS = 60_000
/** A reply may be on its way for this long, in ms. */
const LATE_REPLY_MS = 30_000
/** `seenAt` in the cookie may lag behind by this much, in ms; not every click needs a new cookie. */
const SEEN_STEP_MS = 30_000

/**
 * Whether the cookie that holds `written` has to be written anew. Not for `seenAt` alone when another portal may exchange these tokens
 * before the reply is there: it would bring spent tokens back, and those end the session. The exchange writes it a moment later.
 */
export function isNews(written: Session | null, session: Session, nowMs: number): boolean {
  if (written === null || written.id !== session.id) return true
  if (written.tokens.refreshToken !== session.tokens.refreshToken) return true
  const leftMs = Date.parse(session.tokens.accessExpiresAt) - nowMs
  return leftMs > REFRESH_BEFORE_MS + LATE_REPLY_MS && session.seenAt - written.seenAt >= SEEN_STEP_MS
}

/** A session that begins at `nowMs`. */
export function newSession(user: SessionUser, tokens: TokenPair, nowMs: number): Session {
  return {
    id: randomUUID(),
    user,
    tokens,
    csrfSecret: randomBytes(32).toString('base64url'),
    factor: null,
    startedAt: nowMs,
    seenAt: nowMs,
  }
}

/** The same session with new tokens; a changed role gets a new id and new form tokens. */
export function withTokens(session: Session, user: SessionUser, tokens: TokenPair): Session {
  if (user.role === session.user.role) return { ...session, user, tokens }
  const fresh = newSession(user, tokens, session.seenAt)
  return { ...fresh, factor: session.factor, startedAt: session.startedAt }
}

/** True while the session is within both of its limits. */
export function isWithinLimits(
  session: Pick<Session, 'startedAt' | 'seenAt'>,
  limits: SessionLimits,
  nowMs: number,
): boolean {
  return nowMs - session.seenAt < limits.idleMs && nowMs - session.startedAt < limits.absoluteMs
}

/** Before the end the page warns so long, in ms; of short sessions a third. */
const WARN_MS = 180_000

export interface SessionLeft {
  /** Until it ends when nobody does anything. */
  readonly leftMs: number
  /** From when on the page warns. */
  readonly warnMs: number
  /** Nothing prolongs it any more. */
  readonly isFinal: boolean
  /** Whose it is: the guid of the account. */
  readonly account: string
}

export function leftOf(
  { startedAt, seenAt, user }: Pick<Session, 'startedAt' | 'seenAt' | 'user'>,
  { idleMs, absoluteMs }: SessionLimits,
  nowMs: number,
): SessionLeft {
  const [idle, absolute] = [seenAt + idleMs - nowMs, startedAt + absoluteMs - nowMs]
  const leftMs = Math.max(0, Math.min(idle, absolute))
  const warnMs = Math.min(WARN_MS, Math.floor(idleMs / 3))
  return { leftMs, warnMs, isFinal: absolute <= idle, account: user.guid }
}
