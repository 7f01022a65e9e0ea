// A typed client over an endpoint table: builds the request, bounds the wait, and turns problem details back into errors.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { Problem, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'

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
  /** Whom the service calls for: the client's address, for the gateway's rate limit. */
  readonly clientAddress?: string
}

export interface ApiClient {
  /** Throws ProblemError with the API's own code; `upstream_timeout` or `upstream_unavailable` when it did not answer. */
  call<E extends Endpoint>(entry: E, call: EndpointCall<E>, options: CallOptions): Promise<EndpointResult<E>>
}

export function createApiClient(parts: ApiClientParts): ApiClient {
  return {
    call: async (entry, call, options) => {
      const url = parts.baseUrl + pathOf(entry, call.params) + queryOf(call.query)
      const response = await send(url, await requestOf(entry, call, { parts, options }))
      if (!response.ok) throw await problemOf(response)
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
  if (options.token !== null) headers['authorization'] = `Bearer ${options.token}`
  if (options.version !== undefined) headers['if-match'] = `"${options.version}"`
  if (options.clientAddress !== undefined) headers['x-client-address'] = options.clientAddress
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
  if (entry.stream) return { body: body as Uint8Array<ArrayBuffer> }
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

function unanswered(error: unknown): ProblemError {
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  return timedOut
    ? new ProblemError('upstream_timeout', 'The service behind did not answer in time', { cause: error })
    : new ProblemError('upstream_unavailable', 'The service behind could not be reached', { cause: error })
}

async function problemOf(response: Response): Promise<ProblemError> {
  const problem = readerOf(Problem).safeParse(await response.json().catch(() => null))
  if (!problem.success)
    return new ProblemError(
      'upstream_unavailable',
      `The service behind answered ${response.status} without saying why`,
    )
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const { code, detail, title, errors, reason, candidates } = problem.data
  return new ProblemError(code, reason ?? detail ?? title, {
    ...(errors === undefined ? {} : { errors }),
    ...(candidates === undefined ? {} : { candidates }),
    ...(Number.isFinite(retryAfter) ? { retryAfterS: retryAfter } : {}),
  })
}

function pathOf(entry: Endpoint, params: unknown): string {
  const values: Readonly<Record<string, unknown>> =
    typeof params === 'object' && params !== null ? { ...params } : {}
  return entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => pathSegment(name, String(values[name])))
}

/** Throws ProblemError `invalid` for what would lead to another path: dot segments go up, however they are escaped. */
function pathSegment(name: string, value: string): string {
  if (value !== '' && value !== '.' && value !== '..' && value.isWellFormed())
    return encodeURIComponent(value)
  const errors = [{ path: `path.${name}`, message: 'cannot stand in an address' }]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

/** Empty and absent values are left out. */
function queryOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
