// Makes of the platform's token verifier what the gateway needs: whom does this token prove, and until when.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import type { ProvenDevice, ProvenPerson, ProvenService, VerifyToken } from './proven-tokens.ts'

/** Null for invalid tokens and for tokens of people; throws when the keys cannot be had. */
export function serviceTokenVerifier(verifier: TokenVerifier): VerifyToken<ProvenService> {
  return async (token) => {
    const caller = await callerIn(token, verifier)
    if (caller?.role !== 'Service') return null
    return { service: caller.subject, expiresAtMs: caller.expiresAt.getTime() }
  }
}

/** Null for all but tokens of a Pharmacist at a computer. */
export function deviceTokenVerifier(verifier: TokenVerifier): VerifyToken<ProvenDevice> {
  return async (token) => {
    const caller = await callerIn(token, verifier)
    if (caller?.role !== 'Pharmacist' || caller.deviceKey === null) return null
    return { deviceKey: caller.deviceKey, expiresAtMs: caller.expiresAt.getTime() }
  }
}

/** Null for invalid tokens and for tokens of services. */
export function personTokenVerifier(verifier: TokenVerifier): VerifyToken<ProvenPerson> {
  return async (token) => {
    const caller = await callerIn(token, verifier)
    if (caller === null || caller.role === 'Service') return null
    return { account: caller.subject, expiresAtMs: caller.expiresAt.getTime() }
  }
}

async function callerIn(token: string, verifier: TokenVerifier): Promise<Caller | null> {
  try {
    return await verifier.verify(token)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'token_invalid') return null
    throw error
  }
}
