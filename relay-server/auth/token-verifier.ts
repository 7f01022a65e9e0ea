// Verifies access tokens against the identity API's published keys, which it fetches and keeps.
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import {
  CLOCK_TOLERANCE_S,
  MAX_TOKEN_LENGTH,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  TokenClaims,
  callerOf,
  type Caller,
} from './access-token.ts'
import { BoundedMap } from './bounded-map.ts'

export interface TokenVerifier {
  /** Throws ProblemError: `token_invalid`, or `unavailable` when the keys cannot be had right now. */
  verify(token: string): Promise<Caller>
}

/** Of at most 4 KiB each. */
const MAX_REMEMBERED = 5_000

/**
 * Keys come from `jwksUrl`, within 3 s, and are looked up again at most every 10 s for a key id that is unknown. The newest 5,000
 * tokens that were found good are so until they expire.
 */
export function createTokenVerifier(parts: { readonly jwksUrl: string }): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(parts.jwksUrl), {
    timeoutDuration: 3_000,
    cooldownDuration: 10_000,
    cacheMaxAge: 3_600_000,
    [customFetch]: fetchKeys,
  })
  return remembering(verifierOver(keys))
}

/** Nobody answered at the address of the keys. */
class KeysAway extends Error {}

async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    // jose tells a request that took too long by its own error.
    if (error instanceof DOMException) throw error
    throw new KeysAway('The keys cannot be fetched', { cause: error })
  }
}

/**
 * A page asks several times with one token, and to check its signature costs more than the rest of a small request. A token is held
 * for as long as it is good: with 10 minutes each, those of the last 11 minutes and no more.
 */
export function remembering(verifier: TokenVerifier): TokenVerifier {
  const good = new BoundedMap<Caller>(MAX_REMEMBERED)
  return {
    verify: async (token) => {
      const known = good.get(token, Date.now())
      if (known !== undefined) return known
      const caller = await verifier.verify(token)
      const nowMs = Date.now()
      good.set(token, caller, { nowMs, forMs: goodUntilMs(caller) - nowMs })
      return caller
    },
  }
}

function goodUntilMs({ expiresAt }: Caller): number {
  return expiresAt.getTime() + CLOCK_TOLERANCE_S * 1_000
}

/** The same with keys at hand: the identity API verifies with its own. */
export function verifierOver(keys: JWTVerifyGetKey): TokenVerifier {
  return { verify: (token) => verify(token, keys) }
}

async function verify(token: string, keys: JWTVerifyGetKey): Promise<Caller> {
  if (token.length > MAX_TOKEN_LENGTH) throw invalid(null)
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [TOKEN_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
    })
    return callerOf(TokenClaims.parse(payload))
  } catch (error) {
    throw keysAreAway(error)
      ? new ProblemError('unavailable', 'Tokens cannot be checked right now', {
          retryAfterS: 2,
          cause: error,
        })
      : invalid(error)
  }
}

// Everything else that jose throws says something about the token.
function keysAreAway(error: unknown): boolean {
  if (error instanceof KeysAway) return true
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}

function invalid(cause: unknown): ProblemError {
  const expired = cause instanceof errors.JWTExpired
  return new ProblemError(
    'token_invalid',
    expired ? 'The token has expired. Sign in again.' : 'The token is not valid',
    { cause },
  )
}
