// A typed client over an endpoint table: builds the request, bounds the wait, and turns problem details back into errors.
import {
  MAX_REPLY_BYTES,
  type Endpoint,
  type EndpointCall,
  type EndpointResult,
} from '@pharmacy-relay/shared/api/endpoint.ts'
import { addressOf, refusalIn, unanswered } from '@pharmacy-relay/shared/api/endpoint-call.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { currentTraceId } from './trace.ts'

export interface ApiClientParts {
  /** Where the API's paths begin, through the gateway: `http://127.0.0.1:5082/Store`. */
  readonly baseUrl: string
  /** Longest wait for the whole reply, in ms. */
  readonly timeoutMs: number
  /** Header fields of every request, e.g. the service token; asked anew each time. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
}

/** What one call adds. */
export interface CallOptions {
  /** Bearer token; null for public endpoints. */
  readonly token: string | null
  /** If-Match of versioned endpoints. */
  readonly version?: number
  /** Idempotency-Key of idempotent endpoints: a UUID. */
  readonly idempotencyKey?: string
  /** Whom the service calls for: the client's address, for the gateway's rate limit. */
  readonly clientAddress?: string
  /** X-Cart-Token of a visitor of the shop who is not signed in. */
  readonly cartToken?: string
}

export interface ApiClient {
  /** Throws ProblemError with the API's own code; `upstream_timeout` or `upstream_unavailable` when it did not answer. */
  call<E extends Endpoint>(entry: E, call: EndpointCall<E>, options: CallOptions): Promise<EndpointResult<E>>
}

export function createApiClient(parts: ApiClientParts): ApiClient {
  return {
    call: async (entry, call, options) => {
      const url = parts.baseUrl + addressOf(entry, call)
      const response = await send(url, await requestOf(entry, call, { parts, options }))
      if (!response.ok) throw await problemOf(response)
      if (entry.reply.bytes !== undefined) return (await readBytes(response)) as EndpointResult<typeof entry>
      if (entry.reply.schema === null) return null as EndpointResult<typeof entry>
      return readerOf(entry.reply.schema).parse(await readJson(response)) as EndpointResult<typeof entry>
    },
  }
}

async function requestOf<E extends Endpoint>(
  entry: E,
  call: EndpointCall<E>,
  { parts, options }: { readonly parts: ApiClientParts; readonly options: CallOptions },
): Promise<RequestInit> {
  const headers: Record<string, string> = { accept: 'application/json', ...(await parts.headers()) }
  const traceId = currentTraceId()
  if (traceId !== null) headers['x-trace-id'] = traceId
  if (options.token !== null) headers['authorization'] = `Bearer ${options.token}`
  if (options.version !== undefined) headers['if-match'] = `"${options.version}"`
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  if (options.clientAddress !== undefined) headers['x-client-address'] = options.clientAddress
  if (options.cartToken !== undefined) headers['x-cart-token'] = options.cartToken
  if (entry.stream) headers['content-type'] = 'application/octet-stream'
  else if (entry.body !== null) headers['content-type'] = 'application/json'
  return {
    method: entry.method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(parts.timeoutMs),
    ...bodyOf(entry, call.body),
  }
}

function bodyOf(entry: Endpoint, body: unknown): RequestInit {
  // A Blob over a file is read as it is sent.
  if (entry.stream) return { body: body as Uint8Array<ArrayBuffer> | Blob }
  return entry.body === null ? {} : { body: JSON.stringify(body) }
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    throw unanswered(error)
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw unanswered(error)
  }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > MAX_REPLY_BYTES) break
      parts.push(part)
    }
  } catch (error) {
    throw unanswered(error)
  }
  if (length > MAX_REPLY_BYTES)
    throw new ProblemError('upstream_unavailable', 'The service behind sent a larger file than there may be')
  return Buffer.concat(parts)
}

async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null)
  return refusalIn(body, { status: response.status, retryAfter: response.headers.get('retry-after') })
}
