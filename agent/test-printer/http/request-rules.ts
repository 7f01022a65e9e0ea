// What a request must be before a route sees it: small, for this host, and not sent by somebody else's web page.
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const MAX_BODY_BYTES = 4 * 1024
const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d{1,5})?$/

/** Throws ProblemError request_refused. A page on the internet may name this computer, but not as loopback. */
export function refuseForeign(request: IncomingMessage): void {
  const { host, origin } = request.headers
  if (host === undefined || !LOOPBACK_HOST.test(host))
    throw new ProblemError('request_refused', 'the test printer answers to loopback names only')
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ProblemError('request_refused', `requests from ${origin} are not taken`)
}

/** The whole body as text. Throws ProblemError too_large above 4 KiB. */
export async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new ProblemError('too_large', `at most ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body as JSON. Throws ProblemError request_refused when it is none. */
export async function bodyJson(request: IncomingMessage): Promise<unknown> {
  const text = await bodyText(request)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProblemError('request_refused', 'the body is no JSON', { cause })
  }
}
