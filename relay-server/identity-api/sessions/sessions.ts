// Sign-in sessions: sign in, exchange the refresh token, sign out.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SessionKind, SignedIn } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import { makeAccessToken, tokenSubject } from './access-tokens.ts'
import { takeTicket } from '../address-tickets/address-tickets.ts'
import { givenDevice, isStillKnown } from '../device-sessions/device-sign-in.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { PasswordCheck } from '../lock-out/password-check.ts'
import { writeKnownDevice } from '../lock-out/known-devices.ts'
import { shownAddress } from '../lock-out/wrong-tries.ts'
import { openFamily, revoke, useFamily, type FamilyRow } from './refresh-families.queries.ts'
import { REFRESH_TOKEN_MS, judgeRefresh, readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import { identityUser } from '../users/users.ts'
import { linkTokenHash, makeLinkToken } from '../links/link-tokens.ts'
import { takeCode } from '../second-factor/code-check.ts'
import { factorWays, type FactorWays } from '../second-factor/factor-ways.ts'
import {
  PENDING_MS,
  closePending,
  countCode,
  openPending,
} from '../second-factor/pending-sign-ins.queries.ts'
import { findUserById, type UserRow } from '../users/users.queries.ts'

type SessionHandlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'signIn' | 'finishSignIn' | 'refreshTokens' | 'signOut'
>
type Renewed = EndpointReply<(typeof identityApi)['refreshTokens']>

/** Who is to be let in, and from where. */
export interface Entry {
  /** As he was when his password was checked. */
  readonly user: UserRow
  readonly deviceId: string | null
  /** The computer that the session is to be of; null where it is of none. */
  readonly deviceKey: string | null
  readonly kind: SessionKind
  readonly agent: string | null
  readonly clientAddress: string
}

export function sessionHandlers(parts: IdentityParts, check: PasswordCheck): SessionHandlers {
  return {
    signIn: async ({ body, clientAddress }) => {
      const { email, password, knownDevice = null, roles = null } = body
      const given = { email, password, knownDevice, roles, clientAddress, sessionId: null }
      const { user, deviceId } = await check(given)
      const { kind, agent } = body.client ?? { kind: 'other', agent: null }
      const device = await givenDevice(parts, { given: body.device, email, user, clientAddress })
      const deviceKey = device?.deviceKey ?? null
      const entry = { user, deviceId, deviceKey, kind, agent, clientAddress }
      const { isAsked, ways } = await factorWays(parts, user.id)
      const ticket = body.addressTicket ?? null
      const isProved =
        !isAsked ||
        device?.isAtAddress === true ||
        (ticket !== null && (await takeTicket(parts, { ticket, user, clientAddress })))
      return isProved ? beginSession(parts, entry) : pend(parts, entry, ways)
    },
    finishSignIn: async ({ body, clientAddress }) => {
      const tokenHash = linkTokenHash(body.pendingToken)
      const pending = await countCode(parts.db, { tokenHash, now: parts.now() })
      const user = pending === null ? null : await findUserById(parts.db, pending.userId)
      const isSame = user?.isActive === true && user.passwordHash === pending?.passwordHash
      if (pending === null || user === null || !isSame) throw pendingOver()
      const { factor, isAsked } = await factorWays(parts, user.id)
      if (!isAsked) throw pendingOver()
      const { deviceId, deviceKey, kind, agent } = pending
      await takeCode(parts, { user, factor, code: body.code, known: deviceId, clientAddress })
      if (!(await closePending(parts.db, tokenHash))) throw pendingOver()
      return beginSession(parts, { user, deviceId, deviceKey, kind, agent, clientAddress })
    },
    refreshTokens: ({ body, clientAddress }) => refresh(parts, body.refreshToken, clientAddress),
    signOut: async ({ body }) => {
      const token = readRefreshToken(body.refreshToken, parts.tokenKeys)
      if (token !== null)
        await revoke(parts.db, { id: token.familyId, now: parts.now(), because: 'sign-out' })
      return null
    },
  }
}

/** A full sign-in: the session begins. */
export async function beginSession(parts: IdentityParts, entry: Entry): Promise<SignedIn> {
  const { user, deviceId, deviceKey, kind, agent, clientAddress } = entry
  const now = parts.now()
  const family = await openFamily(parts.db, {
    user,
    now,
    expiresAt: new Date(now.getTime() + REFRESH_TOKEN_MS),
    seen: { kind, agent, address: shownAddress(clientAddress) },
    deviceKey,
  })
  // Password or state changed while this one was being checked.
  if (family === null) throw new ProblemError('token_invalid', 'E-mail or password is not right')
  const knownDevice = writeKnownDevice(user, { deviceId, now, key: parts.refreshKey })
  return { ...(await answer(parts, user, family)), knownDevice }
}

/** The password was right, and a second factor is asked for. */
async function pend(parts: IdentityParts, entry: Entry, ways: FactorWays['ways']) {
  const { user, deviceId, deviceKey, kind, agent } = entry
  const { token, hash } = makeLinkToken()
  const expiresAt = new Date(parts.now().getTime() + PENDING_MS)
  const of = { userId: user.id, passwordHash: user.passwordHash }
  await openPending(parts.db, { tokenHash: hash, ...of, deviceId, deviceKey, kind, agent, expiresAt })
  return { pending: { token, expiresAt: expiresAt.toISOString(), ways } }
}

export function pendingOver(): ProblemError {
  return new ProblemError('token_invalid', 'This sign-in is over. Begin again with your password.')
}

async function refresh(parts: IdentityParts, text: string, clientAddress: string): Promise<Renewed> {
  const token = readRefreshToken(text, parts.tokenKeys)
  if (token === null) throw sessionEnded()
  const now = parts.now()
  await requireDevice(parts, { familyId: token.familyId, now })
  const outcome = await useFamily(parts.db, {
    id: token.familyId,
    now,
    address: shownAddress(clientAddress),
    judge: (family, user) => judgeRefresh({ family, isActive: user.isActive }, token.counter, now),
  })
  if (outcome?.verdict.kind === 'revoke') {
    parts.logger.warn('session.revoked', { session: token.familyId, because: outcome.verdict.because })
  }
  const isGood = outcome?.verdict.kind === 'rotate' || outcome?.verdict.kind === 'repeat'
  if (outcome === null || !isGood) throw sessionEnded()
  return answer(parts, outcome.user, outcome.family)
}

/** A session of a computer goes on only while that is one of its pharmacy. Throws ProblemError `unavailable` when nobody can say. */
async function requireDevice(
  parts: IdentityParts,
  { familyId: id, now }: { readonly familyId: string; readonly now: Date },
): Promise<void> {
  if (await isStillKnown(parts, id)) return
  await revoke(parts.db, { id, now, because: 'computer not known any more' })
  throw sessionEnded()
}

function sessionEnded(): ProblemError {
  return new ProblemError('token_invalid', 'The session has ended. Sign in again.')
}

async function answer(parts: IdentityParts, user: UserRow, family: FamilyRow): Promise<Renewed> {
  const access = await makeAccessToken(parts.keys, tokenSubject(user, family), parts.now())
  const refreshToken = writeRefreshToken({ familyId: family.id, counter: family.counter }, parts.refreshKey)
  const tokens = { ...access, refreshToken, refreshExpiresAt: family.expiresAt.toISOString() }
  return { user: identityUser(user), tokens }
}
