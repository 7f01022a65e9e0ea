// Sign-in sessions: sign in, exchange the refresh token, sign out.
import { Email } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import { makeAccessToken } from './access-tokens.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { checkPassword, createPasswordTurns } from '../passwords/passwords.ts'
import { openFamily, revoke, useFamily, type FamilyRow } from './refresh-families.queries.ts'
import { REFRESH_TOKEN_MS, judgeRefresh, readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import { identityUser } from '../users/users.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { createWrongTries, limitedAddress } from '../lock-out/wrong-tries.ts'

type SessionHandlers = Pick<EndpointHandlers<typeof identityApi>, 'signIn' | 'refreshTokens' | 'signOut'>
type SignedIn = EndpointReply<(typeof identityApi)['signIn']>
interface SignInBody {
  readonly email: string
  readonly password: string
}

const TRIES_PER_ACCOUNT = 5
const TRIES_PER_ADDRESS = 10
const MAX_KEYS = 20_000

export function sessionHandlers(parts: IdentityParts): SessionHandlers {
  const findUser = createSignIn(parts)
  return {
    signIn: async ({ body, clientAddress }) => {
      const user = await findUser(body, clientAddress)
      const now = parts.now()
      const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_MS)
      return answer(parts, user, await openFamily(parts.db, { userId: user.id, now, expiresAt }))
    },
    refreshTokens: ({ body }) => refresh(parts, body.refreshToken),
    signOut: async ({ body }) => {
      const token = readRefreshToken(body.refreshToken, parts.refreshKey)
      if (token !== null)
        await revoke(parts.db, { id: token.familyId, now: parts.now(), because: 'sign-out' })
      return null
    },
  }
}

/** Finds the user whose password it is, or throws one and the same refusal whatever was wrong. */
function createSignIn(parts: IdentityParts): (body: SignInBody, clientAddress: string) => Promise<UserRow> {
  const turns = createPasswordTurns()
  const byAccount = createWrongTries({ perMinute: TRIES_PER_ACCOUNT, maxKeys: MAX_KEYS }, parts.now)
  const byAddress = createWrongTries({ perMinute: TRIES_PER_ADDRESS, maxKeys: MAX_KEYS }, parts.now)
  return (body, clientAddress) => {
    const account = body.email.toLowerCase()
    const address = limitedAddress(clientAddress)
    const checkLimits = (): void => {
      byAccount.check(account)
      byAddress.check(address)
    }
    checkLimits()
    return turns.take(async () => {
      // Again, and counted before the answer is known: otherwise tries at the same time would all pass.
      checkLimits()
      const counted = [byAccount.count(account), byAddress.count(address)]
      const takeBack = (): void => counted.forEach((counts) => counts.takeBack())
      const user = await checked(parts, body).catch((error: unknown) => {
        takeBack()
        throw error
      })
      if (user === null) throw new ProblemError('token_invalid', 'E-mail or password is not right')
      takeBack()
      return user
    })
  }
}

/** Null when the user does not exist, is not active or has another password; each takes the same work. */
async function checked(parts: IdentityParts, { email, password }: SignInBody): Promise<UserRow | null> {
  const user = Email.safeParse(email).success ? await findUserByEmail(parts.db, email) : null
  const matches = await checkPassword(user?.passwordHash ?? null, password)
  return matches && user?.isActive === true ? user : null
}

async function refresh(parts: IdentityParts, text: string): Promise<SignedIn> {
  const token = readRefreshToken(text, parts.refreshKey)
  if (token === null) throw sessionEnded()
  const now = parts.now()
  const outcome = await useFamily(parts.db, {
    id: token.familyId,
    now,
    judge: (family, user) => judgeRefresh({ family, isActive: user.isActive }, token.counter, now),
  })
  if (outcome?.verdict.kind === 'revoke') {
    parts.logger.warn('session.revoked', { session: token.familyId, because: outcome.verdict.because })
  }
  const isGood = outcome?.verdict.kind === 'rotate' || outcome?.verdict.kind === 'repeat'
  if (outcome === null || !isGood) throw sessionEnded()
  return answer(parts, outcome.user, outcome.family)
}

function sessionEnded(): ProblemError {
  return new ProblemError('token_invalid', 'The session has ended. Sign in again.')
}

async function answer(parts: IdentityParts, user: UserRow, family: FamilyRow): Promise<SignedIn> {
  const { guid, role, name, pharmacyId } = user
  const subject = { sub: guid, role, name, pharmacyId, sid: family.id }
  const access = await makeAccessToken(parts.keys, subject, parts.now())
  const refreshToken = writeRefreshToken({ familyId: family.id, counter: family.counter }, parts.refreshKey)
  const tokens = { ...access, refreshToken, refreshExpiresAt: family.expiresAt.toISOString() }
  return { user: identityUser(user), tokens }
}
