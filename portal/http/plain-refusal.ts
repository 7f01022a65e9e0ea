// A refusal as one line of text in the reader's language, for who gets no page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readPreferences } from '../session/preferences.ts'

const FIELDS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}

/** Whoever has left meanwhile gets nothing. */
export function refusePlainly(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { code, retryAfterS }: ProblemError,
): void {
  if (response.destroyed || response.headersSent) return
  const { language } = readPreferences(headers.cookie, headers['accept-language'])
  const text = `${texts(language).problems[code].title}\n`
  const length = { 'Content-Length': Buffer.byteLength(text) }
  const wait = retryAfterS === null ? {} : { 'Retry-After': retryAfterS }
  response.writeHead(PROBLEM_CODES[code].status, { ...FIELDS, ...length, ...wait }).end(text)
}
