// The platform as the demo's admin reaches it: store and pharmacy API through the gateway, signed in.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { DemoUser } from './demo-file.ts'

/** One API of them. */
export interface AdminStore {
  /** `version`: If-Match of versioned endpoints. Throws ProblemError. */
  call<E extends Endpoint>(entry: E, call: EndpointCall<E>, version?: number): Promise<EndpointResult<E>>
}

/** Longer than the 10 s in which the store API answers for a device. */
const LIMIT_MS = 15_000

/** Throws ProblemError. */
export async function signInAdmin(
  gatewayUrl: string,
  admin: Pick<DemoUser, 'email' | 'password'>,
): Promise<{ readonly store: AdminStore; readonly pharmacy: AdminStore }> {
  const client = (prefix: string) =>
    createApiClient({
      baseUrl: gatewayUrl + prefix,
      timeoutMs: LIMIT_MS,
      headers: () => Promise.resolve({}),
    })
  const body = { email: admin.email, password: admin.password }
  const reply = await client('/Identity').call(
    identityApi.signIn,
    { params: null, query: null, body },
    { token: null },
  )
  if ('pending' in reply) throw new Error('This Admin signs in with a second factor')
  const token = reply.tokens.accessToken
  const signedInAt = (prefix: string): AdminStore => {
    const api = client(prefix)
    return {
      call: (entry, call, version) =>
        api.call(entry, call, version === undefined ? { token } : { token, version }),
    }
  }
  return { store: signedInAt('/Store'), pharmacy: signedInAt('/Pharmacy') }
}
