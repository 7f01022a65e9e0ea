// The HTTP server that faces the outside: llhttp, never lenient, with every time limit set.
import http, { type IncomingMessage } from 'node:http'
import { PARSER_HEAD_BYTES } from './head-limits.ts'

/** All in milliseconds. */
export interface OuterTimeouts {
  /** For a head. */
  readonly headMs: number
  /** For a whole request. */
  readonly requestMs: number
  /** Between two requests. */
  readonly idleMs: number
  /** For a client that stops reading. */
  readonly clientStallMs: number
}

// Node's default looks every 30 s, which would let a 10 s limit fire after 40 s.
const MAX_CHECK_INTERVAL_MS = 1_000

/** `isUpgrade` decides which requests leave HTTP; all others with an Upgrade field are ordinary requests. */
export function createOuterServer(
  timeouts: OuterTimeouts,
  isUpgrade: (req: IncomingMessage) => boolean,
): http.Server {
  const server = http.createServer({
    insecureHTTPParser: false,
    // Host is judged with the rest of the head, so that its refusal looks like any other.
    requireHostHeader: false,
    maxHeaderSize: PARSER_HEAD_BYTES,
    headersTimeout: Math.min(timeouts.headMs, timeouts.requestMs),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, timeouts.headMs / 2),
    noDelay: true,
    shouldUpgradeCallback: isUpgrade,
  })
  // The parser would drop fields beyond a count silently; they are counted when judged.
  server.maxHeadersCount = 0
  // Node adds a second to the idle time by default.
  server.keepAliveTimeoutBuffer = 0
  server.timeout = timeouts.clientStallMs
  return server
}
