// Gives each request its trace id, counts its reply, and writes one line for each that changes something.
import type { Request, RequestHandler, Response } from 'express'
import { TraceId } from '@pharmacy-relay/shared/ids.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { newTraceId } from './problem-replies.ts'
import type { ReplyMetrics } from './reply-metrics.ts'
import { inTrace } from './trace.ts'

export interface TraceParts {
  /** Who calls is one of ours, as behind the gateway: its X-Trace-Id is taken. A browser's is not. */
  readonly isBehindGateway: boolean
  readonly logger: Logger
  /** Left out: nobody counts. */
  readonly metrics?: ReplyMetrics | undefined
}

/** Reading is not written down: a person reads a hundred times before he changes something. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The trace id also goes out as X-Trace-Id. Whatever the request begins is of its trace. */
export function traceRequests(parts: TraceParts): RequestHandler {
  return (request, response, next) => {
    const given = TraceId.safeParse(request.get('x-trace-id'))
    const traceId = parts.isBehindGateway && given.success ? given.data : newTraceId()
    response.locals['traceId'] = traceId
    response.set('X-Trace-Id', traceId)
    const beganAtMs = performance.now()
    response.once('close', () =>
      answered(parts, { request, response, traceId, seconds: (performance.now() - beganAtMs) / 1_000 }),
    )
    inTrace(traceId, next)
  }
}

/** Of an endpoint that programs call all the time by themselves: no line for each. */
export function markQuiet(response: Response): void {
  response.locals['isQuiet'] = true
}

interface Answered {
  readonly request: Request
  readonly response: Response
  readonly traceId: string
  readonly seconds: number
}

function answered({ logger, metrics }: TraceParts, { request, response, traceId, seconds }: Answered): void {
  const { method } = request
  const status = response.statusCode
  metrics?.replied({ method, status, seconds: isStream(response) ? null : seconds })
  if (READS.has(method) || response.locals['isQuiet'] === true) return
  logger.info('request.answered', {
    traceId,
    method,
    route: routeOf(request),
    status,
    ms: Math.round(seconds * 1_000),
  })
}

function isStream(response: Response): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream')
}

/** The pattern that our code wrote, never the path: a link has its token there. */
function routeOf(request: Request): string {
  const route: unknown = request.route
  const path: unknown = typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : null
  return typeof path === 'string' ? path : 'none'
}
