// Calls endpoints of the APIs behind the gateway: encrypted as the hub's connection is, from the same address, bounded.
import http from 'node:http'
import https from 'node:https'
import { isIPv6 } from 'node:net'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { addressOf, refusalIn, unanswered } from '@pharmacy-relay/shared/api/endpoint-call.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'

export interface GatewayClientParts {
  /** Origin; null while this computer was told none. */
  readonly gatewayUrl: () => string | null
  /** Address to connect from; null: the system chooses. */
  readonly localAddress: () => string | null
}

export interface GatewayCallOptions {
  readonly api: 'Identity' | 'Pharmacy'
  /** Bearer token; null for public endpoints. */
  readonly token: string | null
  /** Ends the call. */
  readonly signal?: AbortSignal
  /** Longest wait for the whole reply, in ms; 10 s. */
  readonly timeoutMs?: number
  /** Of what is changed, as it was seen; for versioned endpoints. */
  readonly version?: number
}

export interface GatewayClient {
  /**
   * Throws ProblemError as the API refuses, `state_conflict` (`gateway_unknown`) without an address, `upstream_timeout` and
   * `upstream_unavailable` without a reply.
   */
  call<E extends Endpoint>(
    entry: E,
    call: EndpointCall<E>,
    options: GatewayCallOptions,
  ): Promise<EndpointResult<E>>
  /** Ends idle connections. */
  stop(): void
}

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 1_048_576
const KEPT = { keepAlive: true, maxSockets: 4, maxFreeSockets: 2, timeout: 60_000 } as const

export function createGatewayClient(parts: GatewayClientParts): GatewayClient {
  const agents = { 'http:': new http.Agent(KEPT), 'https:': new https.Agent(KEPT) }
  return {
    call: async (entry, call, options) => {
      const origin = parts.gatewayUrl()
      if (origin === null) throw new ProblemError('state_conflict', reason('gateway_unknown', {}))
      const url = new URL(`${origin}/${options.api}${addressOf(entry, call)}`)
      const { status, retryAfter, body } = await exchange(url, {
        agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
        method: entry.method,
        body: entry.body === null ? null : JSON.stringify(call.body),
        localAddress: parts.localAddress(),
        options,
      })
      if (status >= 400) throw refusalIn(jsonIn(body), { status, retryAfter })
      if (entry.reply.schema === null) return null as EndpointResult<typeof entry>
      const read = readerOf(entry.reply.schema).safeParse(jsonIn(body))
      if (!read.success)
        throw new ProblemError('upstream_unavailable', 'The service behind gave an answer of another version')
      return read.data as EndpointResult<typeof entry>
    },
    stop: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

interface Asked {
  readonly agent: http.Agent
  readonly method: string
  readonly body: string | null
  readonly localAddress: string | null
  readonly options: GatewayCallOptions
}

interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Buffer
}

async function exchange(url: URL, { agent, method, body, localAddress, options }: Asked): Promise<Answered> {
  const { request: send } = url.protocol === 'https:' ? https : http
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal])
  try {
    const request = send(url, {
      agent,
      method,
      signal,
      headers: headersOf(body, options),
      ...(localAddress === null ? {} : { localAddress, family: isIPv6(localAddress) ? 6 : 4 }),
    })
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject)
      request.end(body ?? undefined)
    })
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'] ?? null,
      body: await wholeOf(response),
    }
  } catch (error) {
    throw unanswered(limit.aborted ? limit.reason : error)
  }
}

function headersOf(body: string | null, { token, version }: GatewayCallOptions): http.OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
}

async function wholeOf(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_REPLY_BYTES) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Null for what is no JSON. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
