// Makes of the platform's token verifier what the gateway needs: does this token prove a service, and until when.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import type { VerifyServiceToken } from './service-tokens.ts'

/** Null for invalid tokens and for tokens of people; throws when the keys cannot be had. */
export function serviceTokenVerifier(verifier: TokenVerifier): VerifyServiceToken {
  return async (token) => {
    try {
      const caller = await verifier.verify(token)
      if (caller.role !== 'Service') return null
      return { service: caller.subject, expiresAtMs: caller.expiresAt.getTime() }
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'token_invalid') return null
      throw error
    }
  }
}
