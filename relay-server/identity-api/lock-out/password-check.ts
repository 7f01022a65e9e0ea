// Whether a password is right, for every path that asks for one: counted, bounded, and one refusal whatever was wrong.
import { Email } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { passwordRefusal } from '../passwords/password-rules.ts'
import { checkPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { readKnownDevice } from './known-devices.ts'
import { admitGuess, mayGuess, type AdmittedGuess } from './lock-out.ts'

export interface GivenCredentials {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
  /** What the browser keeps of a sign-in before (known-devices.ts); null without. */
  readonly knownDevice: string | null
  /** The session that asks, where one does. */
  readonly sessionId: string | null
  /** Whoever has another role than these is refused as if his password was wrong; null: anybody may. */
  readonly roles: readonly UserRole[] | null
}

export interface CheckedUser {
  readonly user: UserRow
  /** The device that it came from, if it was known. */
  readonly deviceId: string | null
}

/** The user whose password it is. Throws ProblemError `token_invalid`, `rate_limited` or `unavailable`. */
export type PasswordCheck = (given: GivenCredentials) => Promise<CheckedUser>

/** `known`: turns for who comes from a known device or a session, so that guesses of strangers do not stand before him. */
export interface CheckTurns {
  readonly known: PasswordTurns
  readonly others: PasswordTurns
}

export function createPasswordCheck(parts: IdentityParts, turns: CheckTurns): PasswordCheck {
  return async ({ email, password, clientAddress, knownDevice, sessionId, roles }) => {
    const user = Email.safeParse(email).success ? await findUserByEmail(parts.db, email) : null
    const deviceId = knownDeviceOf(parts, user, knownDevice)
    const known = sessionId ?? deviceId
    const guess = { guid: user?.guid ?? null, account: email.toLowerCase(), known, clientAddress }
    const turn = known === null ? turns.others : turns.known
    // Counted in its turn: of an office that signs in at the same moment only two at a time count.
    const outcome = (await mayGuess(parts, guess))
      ? await turn.take(async () => countedCheck(await admitGuess(parts, guess), { user, password, roles }))
      : 'unchecked'
    if (outcome === 'right' && user !== null) return { user, deviceId }
    parts.logger.warn('password.refused', { user: user?.guid ?? null, checked: outcome !== 'unchecked' })
    throw new ProblemError('token_invalid', 'E-mail or password is not right')
  }
}

/** Wrong when the user does not exist, is not active, has another password or role; each takes the same work. */
async function countedCheck(
  guess: AdmittedGuess,
  given: Pick<GivenCredentials, 'password' | 'roles'> & { readonly user: UserRow | null },
): Promise<'right' | 'wrong' | 'unchecked'> {
  if (!guess.mayCheck) return 'unchecked'
  const { user, password, roles } = given
  const matches = await checkPassword(user?.passwordHash ?? null, password)
  if (!matches || user?.isActive !== true || roles?.includes(user.role) === false) return 'wrong'
  await guess.takeBack()
  return 'right'
}

function knownDeviceOf(parts: IdentityParts, user: UserRow | null, text: string | null): string | null {
  if (user === null || text === null) return null
  return readKnownDevice(text, { user, now: parts.now(), keys: parts.tokenKeys })
}

/** For who is signed in and gives his password once more: `token_invalid` would say that his session has ended. */
export function wrongPasswordAt(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
    throw passwordRefusal(reason('password_old_wrong', {}), field)
  }
}
