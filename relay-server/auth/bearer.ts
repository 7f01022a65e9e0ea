// Who calls an API: the token of `Authorization: Bearer <token>`, and whether that caller may call this endpoint.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { accessText, isRecentSignIn, may, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { Caller } from './access-token.ts'

/** The bearer token. Throws ProblemError `token_missing` without one, `token_invalid` for any other scheme. */
export function bearerToken(header: string | undefined): string {
  if (header === undefined || header === '') throw new ProblemError('token_missing', 'Sign in first')
  const match = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header)
  if (match?.[1] === undefined)
    throw new ProblemError('token_invalid', 'The Authorization header is not a bearer token')
  return match[1]
}

/** Throws ProblemError `role_not_allowed` for who may not call. */
export function requireAccess({ role, subject }: Caller, rule: AccessRule): void {
  const clientId = role === 'Service' ? subject : null
  if (may({ role, clientId }, rule)) return
  throw new ProblemError('role_not_allowed', `This is for ${accessText(rule)} only`)
}

/** Throws ProblemError `sign_in_again` when the person proved who he is more than 10 minutes ago. */
export function requireRecentSignIn(caller: Caller, now: Date): void {
  if (!isRecentSignIn(caller, now))
    throw new ProblemError('sign_in_again', 'Confirm that it is you, then do it again')
}
