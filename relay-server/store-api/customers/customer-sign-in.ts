// A customer's sign-in: asked of the identity API through the gateway, which counts it for the customer's own address.
import { SHOP_ROLES } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Credentials, SignInReply } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { ServiceTokens } from '../../auth/service-token.ts'
import { createApiClient } from '../../http/api-client.ts'

/**
 * Lets in people of a pharmacy: a Customer, who registered in the shop, and a Pharmacist; their token says which pharmacy it is. Throws ProblemError: identity's own code (`token_invalid`, `rate_limited`, `unavailable`),
 * `upstream_unavailable` or `upstream_timeout`.
 */
export type CustomerSignIn = (given: Credentials, clientAddress: string) => Promise<SignInReply>

/** Longest wait for the reply, in ms: passwords wait for their turn. */
const TIMEOUT_MS = 12_000

export function createCustomerSignIn(parts: {
  /** Origin of the gateway. */
  readonly gatewayUrl: string
  readonly serviceTokens: ServiceTokens
}): CustomerSignIn {
  const client = createApiClient({
    baseUrl: `${parts.gatewayUrl}/Identity`,
    timeoutMs: TIMEOUT_MS,
    // Without it the gateway would count, and identity lock out, the address of this service.
    headers: async () => ({ 'x-service-token': await parts.serviceTokens.current() }),
  })
  return async (given, clientAddress) => {
    const from = given.client ?? { kind: 'storefront', agent: null }
    const body = { ...given, client: from, roles: [...SHOP_ROLES] }
    return client.call(
      identityApi.signIn,
      { params: null, query: null, body },
      { token: null, clientAddress },
    )
  }
}
