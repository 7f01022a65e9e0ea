// Failures of the test printer's HTTP as problem details (RFC 9457).
import type { ServerResponse } from 'node:http'
import { randomUUID } from 'node:crypto'
import { problemBody, ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** The job is no ZPL, so there is no picture of it. The platform's closed list of codes has nothing for that. */
export class NoPictureError extends Error {
  constructor() {
    super('the job is no ZPL, so there is no picture of it')
    this.name = 'NoPictureError'
  }
}

/** Ends the response with what went wrong; an unknown error leaves without details. */
export function replyProblem(response: ServerResponse, error: unknown): void {
  const body = bodyFor(error)
  if (error instanceof ProblemError && error.retryAfterS !== null)
    response.setHeader('Retry-After', String(error.retryAfterS))
  response.writeHead(body.status, { 'Content-Type': 'application/problem+json' })
  response.end(`${JSON.stringify(body)}\n`)
}

function bodyFor(error: unknown): { readonly status: number } & Readonly<Record<string, unknown>> {
  if (error instanceof NoPictureError)
    return { type: 'about:blank', title: 'Unsupported Media Type', status: 415, detail: error.message }
  const known = error instanceof ProblemError ? error : new ProblemError('internal', 'something failed')
  return { ...problemBody(known, randomUUID()) }
}

/** True for failures that somebody should look into. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof ProblemError || error instanceof NoPictureError)
}
