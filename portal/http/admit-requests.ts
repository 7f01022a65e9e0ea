// Before anything else is done for a request: its head is judged and it is counted, by its session or by its address.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import { addressKeys, type AddressKeys } from '@pharmacy-relay/relay-server/http/address-keys.ts'
import type { ClientConnections } from '@pharmacy-relay/relay-server/http/admission/client-connections.ts'
import { refusalOfHead } from '@pharmacy-relay/relay-server/http/admission/head-limits.ts'
import { rateLimited } from '@pharmacy-relay/relay-server/http/admission/rate-limit.ts'
import { Turns } from '@pharmacy-relay/relay-server/http/admission/turns.ts'
import type { Visitors } from '@pharmacy-relay/relay-server/http/admission/visitors.ts'
import { readCookie } from '../session/cookies.ts'
import { clientAddress } from './client-address.ts'
import { refusePlainly } from './plain-refusal.ts'

export interface AdmitGiven {
  readonly visitors: Visitors
  readonly connections: () => ClientConnections
  readonly clock: Clock
  readonly logger: Logger
  /** The name of the cookie that proves a session. */
  readonly proofCookie: string
  /** A TLS terminator stands in front: connections are its own. */
  readonly behindTerminator: boolean
  /** What is admitted goes here. */
  readonly app: RequestListener
}

/** A refusal waits, so that a connection costs one a second, whatever is sent on it. */
const REFUSAL_MS = 1_000
const FILES = '/assets/'

/** Who is refused costs no more than that: neither routes nor head fields of pages, and one refusal at most in a turn of the loop. */
export function admitRequests(given: AdmitGiven): RequestListener {
  const { app, logger } = given
  const turns = new Turns({ hasGaps: true })
  return (request, response) => {
    const admit = async (): Promise<void> => {
      const address = addressKeys(clientAddress(request, given.behindTerminator))
      // The peer is gone.
      if (address === null) return void request.socket.destroy()
      const refusal = await refusalOf(given, { request, response, address })
      if (refusal === null) app(request, response)
      // A hundred that waited together would be one stop of everybody else.
      else turns.add(() => refusePlainly(request, response, refusal))
    }
    admit().catch((error: unknown) => {
      logger.error('request.failed', error)
      response.destroy()
    })
  }
}

interface Coming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly address: AddressKeys
}

/** After its wait. Null for what may go on. */
async function refusalOf(
  { visitors, connections, clock, behindTerminator, proofCookie }: AdmitGiven,
  { request, response, address }: Coming,
): Promise<ProblemError | null> {
  const tooMuch = refusalOfHead(request)
  if (tooMuch !== null) response.setHeader('Connection', 'close')
  const proof = readCookie(request.headers.cookie, proofCookie)
  const isFile = request.url?.startsWith(FILES) === true
  const { verdict, session } = await visitors.count({ address, proof, isFile })
  if (session !== null && !behindTerminator) connections().proven(request.socket, session.account)
  if (tooMuch !== null) return tooMuch
  if (verdict.allowed) return null
  await pause(clock, REFUSAL_MS)
  return rateLimited(verdict)
}
