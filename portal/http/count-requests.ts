// The first step of every request: its head is judged and it is counted, by its session or by its address.
import type { RequestHandler } from 'express'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import { addressKeys } from '@pharmacy-relay/relay-server/http/address-keys.ts'
import type { ClientConnections } from '@pharmacy-relay/relay-server/http/admission/client-connections.ts'
import { refusalOfHead } from '@pharmacy-relay/relay-server/http/admission/head-limits.ts'
import { rateLimited } from '@pharmacy-relay/relay-server/http/admission/rate-limit.ts'
import type { Visitors } from '@pharmacy-relay/relay-server/http/admission/visitors.ts'
import { readCookie } from '../session/cookies.ts'
import { SESSION_COOKIE } from '../session/session-cookie.ts'
import { clientAddress } from './client-address.ts'

export interface CountRequestsGiven {
  readonly visitors: Visitors
  readonly connections: () => ClientConnections
  readonly clock: Clock
  /** A TLS terminator stands in front: connections are its own. */
  readonly behindTerminator: boolean
}

/** A refusal waits, so that a connection costs one a second, whatever is sent on it. */
const REFUSAL_MS = 1_000
const FILES = '/assets/'

/** Throws ProblemError `head_too_large`, `target_too_long`, `request_refused`, and `rate_limited`. */
export function countRequests(given: CountRequestsGiven): RequestHandler {
  const { visitors, connections, clock, behindTerminator } = given
  return async (request, response, next) => {
    const refusal = refusalOfHead(request)
    if (refusal !== null) response.set('Connection', 'close')
    const address = addressKeys(clientAddress(request, behindTerminator))
    // The peer is gone.
    if (address === null) return void request.socket.destroy()
    const proof = readCookie(request.headers.cookie, SESSION_COOKIE)
    const isFile = request.path.startsWith(FILES)
    const { verdict, session } = await visitors.count({ address, proof, isFile })
    if (session !== null && !behindTerminator) connections().proven(request.socket, session.account)
    if (refusal !== null) throw refusal
    if (verdict.allowed) return next()
    await pause(clock, REFUSAL_MS)
    throw rateLimited(verdict)
  }
}
