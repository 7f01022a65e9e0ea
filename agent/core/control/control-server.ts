// The control socket of a running agent: HTTP over a Unix socket or a named pipe. Who may connect, the system says; junk
// ends its own connection only.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AgentHandlers } from '../../contract/agent-api.ts'
import { DOOR_HEADER, type AgentEndpoint } from '../../contract/endpoint.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { problemBody, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { answer, refuse, routeOf } from './answer-request.ts'
import { openPipeToPeople } from './pipe-rights.ts'
import { listenOnFile } from './socket-file.ts'
import { socketUser, type SocketUser } from './socket-user.ts'

export interface ControlServerParts {
  readonly path: string
  /** Whoever is logged in at this computer may ask, where the system needs to be told so; otherwise only its own user. */
  readonly isForEverybodyHere?: boolean
  /** Of a request; `who` sent it. */
  readonly handlers: (who: string) => AgentHandlers
  readonly logger: Logger
}

const MAX_CONNECTIONS = 16
/** Of all connections together, under way. */
const MAX_REQUESTS = 32
/** Labels that are handed over at once: each may have 5 MiB. */
const MAX_LABELS = 4
const REQUEST_MS = 10_000
const IDLE_MS = 60_000
const HTTP_LIMITS = {
  maxHeaderSize: 8_192,
  headersTimeout: REQUEST_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  connectionsCheckingInterval: 1_000,
}

export class ControlServer {
  readonly #parts: ControlServerParts
  readonly #server: Server
  #underWay = 0
  #labels = 0
  #socketUser: Promise<SocketUser> | null = null

  constructor(parts: ControlServerParts) {
    this.#parts = parts
    this.#server = createServer(HTTP_LIMITS, (request, response) => void this.#answer(request, response))
    this.#server.maxConnections = MAX_CONNECTIONS
    this.#server.setTimeout(IDLE_MS)
    this.#server.on('clientError', answerJunk)
  }

  /** Throws ProblemError state_conflict when the path cannot be used. */
  async start(): Promise<void> {
    const { path, isForEverybodyHere, logger } = this.#parts
    await listenOnFile(this.#server, path)
    if (process.platform === 'win32' && isForEverybodyHere === true)
      await openPipeToPeople(path).catch((error: unknown) => logger.error('control.pipe-not-opened', error))
    this.#server.on('error', (error) => this.#parts.logger.error('control.listener-failed', error))
  }

  /** Closing the listener removes its socket file. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handlers, logger } = this.#parts
    const exchange = { request, response, logger }
    this.#underWay += 1
    try {
      if (this.#underWay > MAX_REQUESTS)
        throw new ProblemError('rate_limited', 'Too many requests are under way', { retryAfterS: 1 })
      const route = routeOf(request)
      requireDoor(route.endpoint, request)
      // With the first asker, because an agent that nobody asks need not hold what it takes.
      this.#socketUser ??= socketUser(logger)
      const userOf = await this.#socketUser
      const own = handlers(userOf(request.socket))
      if (route.endpoint.body === 'json') return await answer(route, own, exchange)
      await this.#oneLabel(async () => answer(route, own, exchange))
    } catch (error) {
      refuse(exchange, error)
    } finally {
      this.#underWay -= 1
    }
  }

  async #oneLabel(taken: () => Promise<void>): Promise<void> {
    if (this.#labels >= MAX_LABELS)
      throw new ProblemError('unavailable', 'Too many labels are being handed over at once', {
        retryAfterS: 1,
      })
    this.#labels += 1
    await taken().finally(() => (this.#labels -= 1))
  }
}

/** Throws ProblemError role_not_allowed: what is the window's alone says nothing to a command line. */
function requireDoor({ door }: Pick<AgentEndpoint, 'door'>, { headers }: IncomingMessage): void {
  if (door === 'tray' && headers[DOOR_HEADER] !== door)
    throw new ProblemError('role_not_allowed', 'This is for the window of the tray only')
}

/** What is no request: the parser ended the connection, which gets to hear why. */
function answerJunk(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const problem = junkProblem(error.code)
  const body = problemBody(problem, 'none')
  const text = JSON.stringify(body)
  const head = `HTTP/1.1 ${body.status} ${body.title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(text)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`)
}

function junkProblem(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ProblemError('head_too_large', 'The head is too large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('request_timeout', 'The request did not arrive whole in time')
  return new ProblemError('request_refused', 'This is not HTTP')
}
