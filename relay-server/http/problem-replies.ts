// How failures leave an Express app: problem details with a trace id; unknown errors without details, logged once.
import { randomBytes } from 'node:crypto'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { PROBLEM_CODES, ProblemError, problemBody } from '@pharmacy-relay/shared/problem.ts'

/** A fresh trace id: 32 hexadecimal digits. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

export function traceIdOf(response: Response): string {
  const traceId: unknown = response.locals['traceId']
  return typeof traceId === 'string' ? traceId : newTraceId()
}

/** Sends one failure as problem details; what was already half sent is cut instead of completed. */
export function sendProblem(response: Response, error: ProblemError): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = problemBody(error, traceIdOf(response))
  if (error.retryAfterS !== null) response.set('Retry-After', String(error.retryAfterS))
  if (body.status === 401) response.set('WWW-Authenticate', 'Bearer')
  response
    .status(body.status)
    .type('application/problem+json')
    .set('Cache-Control', 'no-store')
    .send(JSON.stringify(body))
}

/** 404 for whatever no route answers. */
export const answerNotFound: RequestHandler = () => {
  throw new ProblemError('not_found', 'There is nothing at this address')
}

/** The one error handler of an app. `translate` knows a layer's own errors (a database's) and may return null. */
export function answerProblems(parts: {
  readonly logger: Logger
  readonly translate: (error: unknown) => ProblemError | null
}): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
  return (error: unknown, _request, response, _next) => {
    const known = asProblem(error) ?? parts.translate(error)
    if (known === null || known.code === 'internal')
      parts.logger.error('request.failed', error, { traceId: traceIdOf(response) })
    sendProblem(
      response,
      known ?? new ProblemError('internal', 'Something went wrong on our side. Please try again.'),
    )
  }
}

/** Express's own errors (body too large, broken JSON, bad escapes) in our words. */
export function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null
  const code =
    error.status === 413 ? 'too_large' : error.status === 408 ? 'request_timeout' : 'request_refused'
  return error.status >= 400 && error.status < 500
    ? new ProblemError(code, PROBLEM_CODES[code].title, { cause: error })
    : null
}
