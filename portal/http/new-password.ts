// A new password as a form posts it, and a refusal of it as words at its fields.
import { z } from 'zod'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { NO_PASSWORD_FAULTS, type PasswordFaults } from '../views/credentials/new-password.tsx'
import { typed } from './forms.ts'
import { problemWords } from './problem-words.ts'

/** As much as identity takes; what is longer is no password of anybody. */
const PASSWORD_CHARS = 1_024
export const givenPassword = typed(PASSWORD_CHARS)

export const NewPasswordForm = z.object({ newPassword: givenPassword, repeat: givenPassword })

/** What is wrong before anybody is asked; null when nothing is. */
export function repeatFaults(
  { newPassword, repeat }: z.infer<typeof NewPasswordForm>,
  t: Texts,
): PasswordFaults | null {
  return newPassword === repeat ? null : { newPassword: null, repeat: t.account.password.differ }
}

/** Null when it is not the new password that was refused. */
export function refusedPassword(error: ProblemError, t: Texts): PasswordFaults | null {
  if (!error.errors.some(({ path }) => path === 'body.newPassword')) return null
  // What is empty is refused without a reason.
  const newPassword = error.reason === null ? t.account.password.missing : problemWords(error, t)
  return { ...NO_PASSWORD_FAULTS, newPassword }
}
