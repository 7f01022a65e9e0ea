// A customer's registration: the pharmacy that has the phone, and an account of it at the identity API.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { NewCustomerAccount } from '@pharmacy-relay/shared/api/identity-users.ts'
import type { CustomerRegistration } from '@pharmacy-relay/shared/api/store-customers.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ServiceTokens } from '../../auth/service-token.ts'
import { createApiClient } from '../../http/api-client.ts'
import type { StoreDb } from '../database.ts'
import { customerWithPhone } from './find-by-phone.queries.ts'

/**
 * Makes an account with the role Customer. Throws ProblemError: identity's own (`invalid` at `body.password`, `state_conflict` at
 * `body.email`), `upstream_unavailable` or `upstream_timeout`.
 */
export type MakeAccount = (account: NewCustomerAccount) => Promise<void>

/** Longest wait for the reply, in ms: passwords wait for their turn. */
const TIMEOUT_MS = 12_000

export function createMakeAccount(parts: {
  /** Origin of the gateway. */
  readonly gatewayUrl: string
  readonly serviceTokens: ServiceTokens
}): MakeAccount {
  const client = createApiClient({
    baseUrl: `${parts.gatewayUrl}/Identity`,
    timeoutMs: TIMEOUT_MS,
    headers: async () => ({ 'x-service-token': await parts.serviceTokens.current() }),
  })
  return async (body) => {
    const token = await parts.serviceTokens.current()
    await client.call(identityApi.registerCustomer, { params: null, query: null, body }, { token })
  }
}

/** Throws ProblemError `not_found` when no pharmacy has the phone any more, and what MakeAccount throws. */
export async function registerCustomer(
  { db, makeAccount }: { readonly db: StoreDb; readonly makeAccount: MakeAccount },
  registration: CustomerRegistration,
): Promise<null> {
  const customer = await customerWithPhone(db, registration.phone)
  if (customer === null) throw new ProblemError('not_found', 'No pharmacy has this phone')
  await makeAccount({ ...registration, pharmacyId: customer.id })
  return null
}
