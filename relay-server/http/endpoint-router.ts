// Serves an endpoint table: who calls, what they sent, the handler, and a reply of declared fields only.
import express, { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type {
  Endpoint,
  EndpointInput,
  EndpointReply,
  EndpointTable,
} from '@pharmacy-relay/shared/api/endpoint.ts'
import type { InternalApiOptions } from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError, fieldFaults, type FieldFault } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../auth/access-token.ts'
import { bearerToken, requireAccess, requireRecentSignIn } from '../auth/bearer.ts'
import { requireInternalKey } from '../auth/internal-key.ts'
import type { ScannerCaller, ScannerVerifier } from '../auth/scanner-caller.ts'
import { visitorOf, type Visitor } from '../auth/visitor.ts'
import type { TokenVerifier } from '../auth/token-verifier.ts'
import { SIGNATURE_HEADER } from './signature-header.ts'
import { readIdempotency, type Idempotency } from './idempotency-key.ts'
import { traceIdOf } from './problem-replies.ts'
import { markQuiet } from './request-trace.ts'

/** Who may be the caller of an endpoint: nobody known for public ones and internal-key ones. */
type CallerOf<E extends Endpoint> = E['access'] extends 'public' | 'internal-key'
  ? null
  : E['access'] extends 'scanner'
    ? ScannerCaller
    : E['access'] extends 'visitor'
      ? Visitor
      : Caller

/** What a handler gets. `version` is If-Match, for versioned endpoints. */
export interface EndpointRequest<E extends Endpoint> extends EndpointInput<E> {
  readonly caller: CallerOf<E>
  readonly version: E['versioned'] extends true ? number : null
  /** For idempotent endpoints. */
  readonly idempotency: E['idempotent'] extends true ? Idempotency : null
  readonly clientAddress: string
  readonly traceId: string
}

export type EndpointHandlers<T extends EndpointTable> = {
  readonly [K in keyof T]: (request: EndpointRequest<T[K]>) => Promise<EndpointReply<T[K]>>
}

export interface EndpointParts {
  readonly tokens: TokenVerifier
  /** Null where no endpoint takes the internal key. */
  readonly internalApi: InternalApiOptions | null
  /** Left out where no endpoint is for scanners. */
  readonly scanners?: ScannerVerifier
  readonly logger: Logger
  /** The computer's clock where it is left out. */
  readonly now?: () => Date
}

/** An Express router with every endpoint of the table; paths known with another method answer 404 like unknown ones. */
export function serveEndpoints<T extends EndpointTable>(
  table: T,
  handlers: EndpointHandlers<T>,
  parts: EndpointParts,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [name, entry] of Object.entries(table)) {
    const handler = handlers[name] as unknown as AnyHandler
    const path = entry.path.replaceAll(/\{(\w+)\}/g, ':$1')
    // Who calls is settled before a byte of the body is read.
    const steps = [admit(entry, parts), bodyReader(entry), respond(entry, handler)]
    router[METHODS[entry.method]](path, ...steps)
  }
  return router
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

type AnyCaller = Caller | ScannerCaller | Visitor | null

type AnyHandler = (request: {
  params: unknown
  query: unknown
  body: unknown
  caller: AnyCaller
  version: number | null
  idempotency: Idempotency | null
  clientAddress: string
  traceId: string
}) => Promise<unknown>

function admit(entry: Endpoint, parts: EndpointParts): RequestHandler {
  const isOfServices = Array.isArray(entry.access) && entry.access.every((role) => role === 'Service')
  return async (request, response, next) => {
    if (isOfServices) markQuiet(response)
    if (entry.access === 'internal-key') {
      if (parts.internalApi === null) throw new ProblemError('token_invalid', 'The credentials are not valid')
      requireInternalKey(request, parts.internalApi, parts.logger)
    } else if (entry.access === 'scanner') {
      if (parts.scanners === undefined) throw new ProblemError('token_invalid', 'No scanner is known here')
      response.locals['caller'] = await parts.scanners.verify(bearerToken(request.get('authorization')))
    } else if (entry.access === 'visitor') {
      response.locals['caller'] = await visitorOf(request, entry, parts.tokens)
    } else if (entry.access !== 'public') {
      const caller = await parts.tokens.verify(bearerToken(request.get('authorization')))
      requireAccess(caller, entry)
      if (entry.recentSignIn) requireRecentSignIn(caller, parts.now?.() ?? new Date())
      response.locals['caller'] = caller
    }
    next()
  }
}

function bodyReader(entry: Endpoint): RequestHandler {
  if (entry.stream) return openStream(entry)
  return entry.signed ? readSigned(entry) : readJson(entry)
}

// No inflating: callers of an API have no use for it, and small bodies that become large ones do.
const JSON_OPTIONS = { strict: true, inflate: false, type: 'application/json' } as const

function readJson(entry: Endpoint): RequestHandler {
  if (entry.body === null) return (_request, _response, next) => next()
  const parse = express.json({ ...JSON_OPTIONS, limit: entry.maxBodyBytes })
  return (request, response, next) => {
    if (request.is(JSON_OPTIONS.type) === false) throw notJson()
    parse(request, response, next)
  }
}

const notJson = (): ProblemError =>
  new ProblemError('request_refused', 'Send the body as JSON, with Content-Type: application/json')

/** The bytes that were signed, and what is said of them. */
function readSigned({ maxBodyBytes }: Endpoint): RequestHandler {
  const parse = express.raw({ type: JSON_OPTIONS.type, inflate: false, limit: maxBodyBytes })
  return (request, response, next) => {
    if (request.is(JSON_OPTIONS.type) === false) throw notJson()
    parse(request, response, (error?: unknown) => {
      // Without a byte there is no buffer.
      const bytes: unknown = request.body
      const signature = request.get(SIGNATURE_HEADER) ?? ''
      request.body = { bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0), signature }
      next(error)
    })
  }
}

/** The body stays what it is: bytes on their way. */
function openStream({ maxBodyBytes }: Endpoint): RequestHandler {
  return (request, _response, next) => {
    if (request.is('application/octet-stream') === false)
      throw new ProblemError(
        'request_refused',
        'Send the body as bytes, with Content-Type: application/octet-stream',
      )
    if (Number(request.get('content-length') ?? 0) > maxBodyBytes) throw streamTooLarge()
    request.body = bounded(request, maxBodyBytes)
    next()
  }
}

async function* bounded(bytes: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const part of bytes) {
    count += part.length
    if (count > limit) throw streamTooLarge()
    yield part
  }
}

const streamTooLarge = (): ProblemError => new ProblemError('too_large', 'The request is too large')

function respond(entry: Endpoint, handler: AnyHandler): RequestHandler {
  return async (request, response) => {
    const version = readVersion(entry, request)
    const input = readInput(entry, request)
    const idempotency = readIdempotency(entry, request, input.body)
    const caller = (response.locals['caller'] as AnyCaller | undefined) ?? null
    const reply = await handler({
      ...input,
      caller,
      version,
      idempotency,
      clientAddress: request.ip ?? '',
      traceId: traceIdOf(response),
    })
    sendReply(response, entry, reply)
  }
}

/** Parses params, query and body together, so that one refusal names every faulty field. */
function readInput(entry: Endpoint, request: Request): { params: unknown; query: unknown; body: unknown } {
  const faults: FieldFault[] = []
  const parse = (where: string, schema: z.ZodType | null, value: unknown): unknown => {
    if (schema === null) return null
    const parsed = schema.safeParse(value)
    if (!parsed.success) faults.push(...fieldFaults(where, parsed.error))
    return parsed.data
  }
  refuseUnasked(entry, request)
  const input = {
    params: parse('path', entry.params, request.params),
    query: parse('query', entry.query, request.query),
    body: entry.stream || entry.signed ? (request.body as unknown) : parse('body', entry.body, request.body),
  }
  if (faults.length > 0) throw new ProblemError('invalid', 'Some fields are not valid', { errors: faults })
  return input
}

/** A query string where none is taken is a mistake of the caller's and is said to be one. */
function refuseUnasked(entry: Endpoint, request: Request): void {
  const unasked = entry.query === null ? Object.keys(request.query) : []
  if (unasked.length === 0) return
  const errors = unasked
    .slice(0, 20)
    .map((name) => ({ path: `query.${name}`.slice(0, 200), message: 'is not taken here' }))
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

function readVersion(entry: Endpoint, request: Request): number | null {
  if (!entry.versioned) return null
  const match = request.get('if-match')
  if (match === undefined)
    throw new ProblemError('version_required', 'Send If-Match with the version that you saw')
  const digits = /^"(\d{1,9})"$/.exec(match)?.[1]
  if (digits === undefined)
    throw new ProblemError('request_refused', 'If-Match must be a version in quotes, like "3"')
  return Number(digits)
}

const Versioned = z.looseObject({ version: z.int() })

function sendReply(response: Response, entry: Endpoint, reply: unknown): void {
  response.set('Cache-Control', 'no-store')
  if (entry.reply.bytes !== undefined) {
    response.status(entry.reply.status).type(entry.reply.bytes).send(bytesOf(reply))
    return
  }
  if (entry.reply.schema === null) {
    response.status(entry.reply.status).end()
    return
  }
  const data = entry.reply.schema.parse(reply)
  const versioned = Versioned.safeParse(data)
  if (versioned.success) response.set('ETag', `"${versioned.data.version}"`)
  response.status(entry.reply.status).json(data)
}

function bytesOf(reply: unknown): Buffer {
  if (reply instanceof Uint8Array) return Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
  throw new Error('A reply that should be bytes is none')
}
