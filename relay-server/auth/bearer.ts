// Reads the Authorization header: the token of `Bearer <token>`, or a refusal.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Access } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Caller } from './access-token.ts'

/** The bearer token. Throws ProblemError `token_missing` without one, `token_invalid` for any other scheme. */
export function bearerToken(header: string | undefined): string {
  if (header === undefined || header === '') throw new ProblemError('token_missing', 'Sign in first')
  const match = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header)
  if (match?.[1] === undefined)
    throw new ProblemError('token_invalid', 'The Authorization header is not a bearer token')
  return match[1]
}

/** Throws ProblemError `role_not_allowed` when the caller's role is not on the list. */
export function requireRole(caller: Caller, access: Access): void {
  if (access === 'public' || access === 'signed-in' || access === 'internal-key') return
  if (!access.includes(caller.role)) {
    throw new ProblemError('role_not_allowed', `This needs one of the roles ${access.join(', ')}`)
  }
}

/** Throws ProblemError `role_not_allowed` for a service that is not on the list; null lets every service in. */
export function requireService(caller: Caller, services: readonly string[] | null): void {
  if (services === null || caller.role !== 'Service' || services.includes(caller.subject)) return
  throw new ProblemError('role_not_allowed', `This is for ${services.join(', ')} only`)
}
