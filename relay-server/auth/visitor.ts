// Who stands in the shop: a customer who is signed in, or a stranger who is known by the token of his basket alone.
import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from './access-token.ts'
import { bearerToken, requireAccess } from './bearer.ts'
import type { TokenVerifier } from './token-verifier.ts'

/** Made by the storefront for each of its sessions: 32 random bytes as base64url. */
export const CART_TOKEN_HEADER = 'x-cart-token'
const CART_TOKEN = /^[A-Za-z0-9_-]{43}$/

export type Visitor =
  | { readonly kind: 'account'; readonly account: Caller }
  | {
      readonly kind: 'stranger'
      /** SHA-256: the token itself is kept nowhere. */
      readonly tokenHash: Buffer
    }

/**
 * A bearer token goes before the token of a basket. Throws ProblemError: `token_missing` without either, `token_invalid`,
 * `role_not_allowed`.
 */
export async function visitorOf(request: Request, rule: AccessRule, tokens: TokenVerifier): Promise<Visitor> {
  const basket = request.get(CART_TOKEN_HEADER)
  if (request.get('authorization') === undefined && basket !== undefined)
    return { kind: 'stranger', tokenHash: cartTokenHash(basket) }
  const account = await tokens.verify(bearerToken(request.get('authorization')))
  requireAccess(account, rule)
  return { kind: 'account', account }
}

/** Throws ProblemError `token_invalid` for what cannot be the token of a basket. */
export function cartTokenHash(token: string): Buffer {
  if (!CART_TOKEN.test(token)) throw new ProblemError('token_invalid', 'The token of the basket is not valid')
  return createHash('sha256').update(token).digest()
}
