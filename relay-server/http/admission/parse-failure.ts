// What to answer when node:http could not parse what came from a client, or waited too long for it.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** `code` is the error's; null means that there is nobody left to answer. */
export function parseFailure(code: string | null): ProblemError | null {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return null
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', 'The request did not arrive in time')
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('head_too_large', 'The request head is too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ProblemError('too_large', 'The chunk extensions are too large')
    default:
      return new ProblemError('request_refused', 'The request is not well-formed HTTP')
  }
}
