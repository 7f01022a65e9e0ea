// The Express app of an API: head fields, trace ids, its endpoint table, its OpenAPI document, problem replies.
import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { EndpointTable } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { serveEndpoints, type EndpointHandlers, type EndpointParts } from './endpoint-router.ts'
import { openApiDocument } from './openapi.ts'
import { answerNotFound, answerProblems } from './problem-replies.ts'
import type { ReplyMetrics } from './reply-metrics.ts'
import { traceRequests } from './request-trace.ts'

// Express would answer OPTIONS by itself and list the methods; here it is a method like any that no endpoint has.
const refuseOptions: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') answerNotFound(request, response, next)
  else next()
}

export interface ApiAppParts<T extends EndpointTable> extends EndpointParts {
  readonly title: string
  readonly table: T
  readonly handlers: EndpointHandlers<T>
  /** Knows the errors of the layer below (the database's); null for others. */
  readonly translate: (error: unknown) => ProblemError | null
  /** What answers with bytes, which no endpoint does. */
  readonly files?: RequestHandler
  /** Left out in tests that count nothing. */
  readonly metrics?: ReplyMetrics | undefined
}

/** `GET /openapi.json` is public: it says nothing that the code does not. */
export function createApiApp<T extends EndpointTable>(parts: ApiAppParts<T>): Express {
  const app = express()
  // Made when somebody asks for it: it takes a program that starts up to 0.1 s, and hardly anybody reads it.
  let document: string | null = null
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  // ETag means a version here, not a digest of the body.
  app.set('etag', false)
  app.use(traceRequests({ ...parts, isBehindGateway: true }), helmet(), refuseOptions)
  app.get('/openapi.json', (_request, response) => {
    document ??= JSON.stringify(openApiDocument(parts.title, parts.table))
    response.type('application/json').send(document)
  })
  if (parts.files !== undefined) app.use(parts.files)
  app.use(serveEndpoints(parts.table, parts.handlers, parts))
  app.use(answerNotFound)
  app.use(answerProblems({ logger: parts.logger, translate: parts.translate }))
  return app
}
