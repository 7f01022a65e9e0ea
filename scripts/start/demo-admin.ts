// The platform as a person of the demo reaches it: each API through the gateway, signed in.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { DemoUser } from './demo-file.ts'

/** One API of them. */
export interface SignedInApi {
  /** `version`: If-Match of versioned endpoints. Throws ProblemError. */
  call<E extends Endpoint>(entry: E, call: EndpointCall<E>, version?: number): Promise<EndpointResult<E>>
}

/** Longer than the 10 s in which the store API answers for a device. */
const LIMIT_MS = 15_000

export interface SignedInApis {
  readonly identity: SignedInApi
  readonly store: SignedInApi
  readonly pharmacy: SignedInApi
}

/** Throws ProblemError; `state_conflict` for who has a second factor. */
export async function signInAs(
  gatewayUrl: string,
  user: Pick<DemoUser, 'email' | 'password'>,
): Promise<SignedInApis> {
  const client = (prefix: string) =>
    createApiClient({
      baseUrl: gatewayUrl + prefix,
      timeoutMs: LIMIT_MS,
      headers: () => Promise.resolve({}),
    })
  const body = { email: user.email, password: user.password }
  const reply = await client('/Identity').call(
    identityApi.signIn,
    { params: null, query: null, body },
    { token: null },
  )
  if ('pending' in reply)
    throw new ProblemError('state_conflict', `${user.email} signs in with a second factor`)
  const token = reply.tokens.accessToken
  const signedInAt = (prefix: string): SignedInApi => {
    const api = client(prefix)
    return {
      call: (entry, call, version) =>
        api.call(entry, call, version === undefined ? { token } : { token, version }),
    }
  }
  return {
    identity: signedInAt('/Identity'),
    store: signedInAt('/Store'),
    pharmacy: signedInAt('/Pharmacy'),
  }
}
