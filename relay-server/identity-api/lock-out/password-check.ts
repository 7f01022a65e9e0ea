// Whether a password is right, for every path that asks for one: counted, bounded, and one refusal whatever was wrong.
import { Email } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { passwordRefusal } from '../passwords/password-rules.ts'
import { checkPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { createWrongTries, limitedAddress } from './wrong-tries.ts'

export interface GivenCredentials {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
}

/** The user whose password it is. Throws ProblemError `token_invalid`, `rate_limited` or `unavailable`. */
export type PasswordCheck = (given: GivenCredentials) => Promise<UserRow>

const TRIES_PER_ACCOUNT = 5
const TRIES_PER_ADDRESS = 10
const MAX_KEYS = 20_000

export function createPasswordCheck(parts: IdentityParts, turns: PasswordTurns): PasswordCheck {
  const byAccount = createWrongTries({ perMinute: TRIES_PER_ACCOUNT, maxKeys: MAX_KEYS }, parts.now)
  const byAddress = createWrongTries({ perMinute: TRIES_PER_ADDRESS, maxKeys: MAX_KEYS }, parts.now)
  return (given) => {
    const account = given.email.toLowerCase()
    const address = limitedAddress(given.clientAddress)
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
      const user = await checked(parts, given).catch((error: unknown) => {
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
async function checked(parts: IdentityParts, { email, password }: GivenCredentials): Promise<UserRow | null> {
  const user = Email.safeParse(email).success ? await findUserByEmail(parts.db, email) : null
  const matches = await checkPassword(user?.passwordHash ?? null, password)
  return matches && user?.isActive === true ? user : null
}

/** For who is signed in and gives his password once more: `token_invalid` would say that his session has ended. */
export function wrongPasswordAt(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
    throw passwordRefusal(reason('password_old_wrong', {}), field)
  }
}
