// Answers one HTTP request by the contract, for the control socket and for the window's listener: route, body, handler,
// reply or problem details. Never an exception.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AgentApi, agentMethods, type AgentHandlers, type AgentMethod } from '../../contract/agent-api.ts'
import { pathParams, REPLY_TYPES, type AgentEndpoint, type Params } from '../../contract/endpoint.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { fieldFaults, PROBLEM_CODES, problemBody, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readBody } from './request-body.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly logger: Logger
}

interface Route {
  readonly operation: AgentMethod
  readonly endpoint: AgentEndpoint
  readonly inPath: Params
  readonly query: URLSearchParams
}

/** The operation that a request names. Throws ProblemError not_found, not_supported for another version. */
export function routeOf({ method, url = '' }: IncomingMessage): Route {
  const [path = '', query = ''] = url.split('?', 2)
  for (const operation of agentMethods) {
    const endpoint: AgentEndpoint = AgentApi[operation]
    if (endpoint.method !== method) continue
    const inPath = pathParams(endpoint, path)
    if (inPath !== null) return { operation, endpoint, inPath, query: new URLSearchParams(query) }
  }
  const isOtherVersion = /^\/v\d+\//.test(path) && !path.startsWith('/v1/')
  if (isOtherVersion) throw new ProblemError('not_supported', 'This agent speaks version 1: /v1/…')
  throw new ProblemError('not_found', 'There is nothing at that address. See: agent help api')
}

/** Throws ProblemError, and whatever a handler throws. */
export async function answer(
  { operation, endpoint, inPath, query }: Route,
  handlers: AgentHandlers,
  { request, response }: Exchange,
): Promise<void> {
  const body = await readBody(request, endpoint.maxBodyBytes)
  try {
    const inBody = endpoint.body === 'bytes' ? { payload: body } : jsonIn(body)
    const params = endpoint.params.safeParse({ ...Object.fromEntries(query), ...inBody, ...inPath })
    if (!params.success) {
      const errors = fieldFaults('request', params.error)
      const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
      throw new ProblemError('invalid', detail.slice(0, 1_000), { errors })
    }
    const handler: (params: never) => Promise<unknown> = handlers[operation]
    // The schema that parsed them is the one the handler's type is derived from.
    const data = await handler(params.data as never)
    send(response, endpoint, endpoint.reply === null ? null : endpoint.reply.parse(data))
  } finally {
    // It may be what is on a label.
    body.fill(0)
  }
}

/** Problem details for whatever was thrown. */
export function refuse({ request, response, logger }: Exchange, error: unknown): void {
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('internal', 'Something went wrong in the agent; its log says what')
  const traceId = randomUUID()
  if (problem !== error)
    logger.error('control.request-failed', error, { traceId, method: request.method ?? '' })
  if (response.headersSent || response.destroyed) return
  if (problem.retryAfterS !== null) response.setHeader('Retry-After', problem.retryAfterS)
  // What was not read is not waited for.
  if (!request.complete && hasBody(request)) response.setHeader('Connection', 'close')
  response.statusCode = PROBLEM_CODES[problem.code].status
  write(response, 'application/problem+json', Buffer.from(JSON.stringify(problemBody(problem, traceId))))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

function send(response: ServerResponse, { reply, replyType }: AgentEndpoint, data: unknown): void {
  if (reply === null) return void response.writeHead(204).end()
  const body =
    data instanceof Uint8Array
      ? data
      : Buffer.from(replyType === 'text' ? String(data) : JSON.stringify(data))
  write(response, REPLY_TYPES[replyType], body)
}

function write(response: ServerResponse, type: string, body: Uint8Array): void {
  response.writeHead(response.statusCode, { 'Content-Type': type, 'Content-Length': body.length })
  response.end(body)
}

/** An empty body is an empty object. Throws ProblemError request_refused. */
function jsonIn(body: Buffer): Params {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below.
  }
  throw new ProblemError('request_refused', 'The body must be a JSON object')
}
