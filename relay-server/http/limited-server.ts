// The HTTP server that every program behind the gateway starts from: bounded heads and bounded waits.
import { createServer, type RequestListener, type Server } from 'node:http'
import { SERVICE_HEAD_BYTES } from './admission/head-limits.ts'

const HEAD_LIMIT_MS = 10_000
/** For receiving a request; replies may last. */
const REQUEST_LIMIT_MS = 30_000
/** Node's own interval of 30 s would let the limit of 10 s fire after 40. */
const CHECK_EVERY_MS = 1_000

/** Longer than the gateway keeps an idle connection, so that it is the gateway who closes. */
export const API_KEEP_ALIVE_MS = 75_000

/**
 * Not listening yet. Limits: what the gateway forwards and 10 s for a head, 30 s for a request, each at most a second late;
 * `keepAliveMs` between two requests.
 */
export function createLimitedServer(app: RequestListener, keepAliveMs: number): Server {
  return createServer(
    {
      headersTimeout: HEAD_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: SERVICE_HEAD_BYTES,
    },
    app,
  )
}
