// The portal's way to the APIs: through the gateway, for a browser (class panel) or on its own account (class service).
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { notOurCaller, type ServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'

/** A call that a browser caused; its address is what the gateway counts. */
export interface BrowserCall {
  readonly clientAddress: string
  /** The user's access token; null for public endpoints. */
  readonly token: string | null
  /** If-Match of versioned endpoints. */
  readonly version?: number
  /** Idempotency-Key of idempotent endpoints: a UUID. */
  readonly idempotencyKey?: string
  /** Of a visitor of the shop who is not signed in; `token` is null then. */
  readonly cartToken?: string
}

/** Every call throws ProblemError: the API's own code, or `upstream_unavailable` and `upstream_timeout`. */
export interface UpstreamApi {
  forBrowser<E extends Endpoint>(
    entry: E,
    call: EndpointCall<E>,
    browser: BrowserCall,
  ): Promise<EndpointResult<E>>
  /** With the service token as bearer; what refuses the portal itself is `unavailable`. */
  asService<E extends Endpoint>(
    entry: E,
    call: EndpointCall<E>,
    /** `isLong`: what is asked asks for something that may take 12 s itself. */
    waits?: { readonly isLong: boolean },
  ): Promise<EndpointResult<E>>
}

export interface Upstream {
  readonly identity: UpstreamApi
  readonly store: UpstreamApi
  readonly pharmacy: UpstreamApi
}

/** Longest wait for a reply, in ms. The store waits 10 s for a device; a registry batch must settle within 5 s. */
const BROWSER_TIMEOUT_MS = 12_000
const SERVICE_TIMEOUT_MS = 5_000
/** Longer than the store waits for identity, whose passwords wait for their turn. */
const LONG_TIMEOUT_MS = 15_000
/** Of a whole file, at most 64 MiB. */
const FILE_TIMEOUT_MS = 60_000

export function createUpstream(parts: {
  readonly gatewayUrl: string
  readonly serviceTokens: ServiceTokens
}): Upstream {
  const headers = async (): Promise<Record<string, string>> => ({
    'x-service-token': await parts.serviceTokens.current(),
  })
  const api = (prefix: string): UpstreamApi => {
    const baseUrl = parts.gatewayUrl + prefix
    const forBrowser = createApiClient({ baseUrl, timeoutMs: BROWSER_TIMEOUT_MS, headers })
    const withFile = createApiClient({ baseUrl, timeoutMs: FILE_TIMEOUT_MS, headers })
    const asService = createApiClient({ baseUrl, timeoutMs: SERVICE_TIMEOUT_MS, headers })
    const atLength = createApiClient({ baseUrl, timeoutMs: LONG_TIMEOUT_MS, headers })
    return {
      forBrowser: async (entry, call, browser) =>
        await (entry.stream ? withFile : forBrowser).call(entry, call, browser),
      asService: async (entry, call, { isLong } = { isLong: false }) => {
        const token = await parts.serviceTokens.current()
        return await (isLong ? atLength : asService).call(entry, call, { token }).catch((error: unknown) => {
          throw notOurCaller(error)
        })
      },
    }
  }
  return { identity: api('/Identity'), store: api('/Store'), pharmacy: api('/Pharmacy') }
}
