// The front of a program with pages: its server, whose connections are counted, and requests that each have a turn.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { errorCode } from '../error-code.ts'
import { ClientConnections, type ConnectionLimits } from './client-connections.ts'
import { createOuterServer, type OuterTimeouts } from './outer-server.ts'
import { parseFailure } from './parse-failure.ts'
import { Turns } from './turns.ts'

export interface FrontParts {
  readonly app: RequestListener
  readonly timeouts: OuterTimeouts
  readonly limits: ConnectionLimits
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
  /** Which requests may leave HTTP; the others are requests like any. */
  readonly isUpgrade: (request: IncomingMessage) => boolean
}

export interface Front {
  /** Not listening yet. */
  readonly server: Server
  readonly connections: ClientConnections
}

export function createFront(parts: FrontParts): Front {
  const connections = new ClientConnections(parts)
  const turns = new Turns({ hasGaps: true })
  const server = createOuterServer(parts.timeouts, (request) => {
    // Behind another request the reply to an upgrade could overtake.
    return connections.of(request.socket)?.busy === false && parts.isUpgrade(request)
  })
  server.on('connection', (socket) => connections.open(socket))
  server.on('request', (request, response) => take(request, response))
  server.on('clientError', (error, socket) => refuse(error, socket))

  function take(req: IncomingMessage, res: ServerResponse): void {
    const connection = connections.of(req.socket)
    if (connection === null) return void req.socket.destroy()
    const begin = (): void => turns.add(() => void (req.socket.destroyed || parts.app(req, res)))
    connection.take({ req, res, begin })
  }

  function refuse(error: Error, socket: Duplex): void {
    const connection = socket instanceof Socket ? connections.of(socket) : null
    const problem = parseFailure(errorCode(error))
    if (connection === null || problem === null) socket.destroy()
    else connection.fail(plainReply(problem))
  }
  return { server, connections }
}

/** A refusal as bytes, for a socket on which no request could be read. */
function plainReply({ code }: ProblemError): string {
  const { status, title } = PROBLEM_CODES[code]
  const fields = [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${title.length + 1}`,
  ]
  return `${fields.join('\r\n')}\r\n\r\n${title}\n`
}
