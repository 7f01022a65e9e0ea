// The control socket of a running agent: JSON lines, each answered in order; junk ends its own connection only.
import net from 'node:net'
import {
  MAX_AGENT_LINE_BYTES,
  type AgentHandlers,
  type AgentReply,
} from '@pharmacy-relay/shared/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { answerLine, tooMuch } from './answer-line.ts'
import { LineReader } from './line-reader.ts'
import { openPipeToPeople } from './pipe-rights.ts'
import { listenOnFile } from './socket-file.ts'
import { socketUser, type SocketUser } from './socket-user.ts'

export interface ControlServerParts {
  readonly path: string
  /** Whoever is logged in at this computer may ask, where the system needs to be told so; otherwise only its own user. */
  readonly isForEverybodyHere?: boolean
  /** Of a connection; `who` is at its other end. */
  readonly handlers: (who: string) => AgentHandlers
  readonly logger: Logger
}

const MAX_CONNECTIONS = 16
const IDLE_MS = 60_000
/** Of one line, and of the lines of one connection that wait for their answer. */
const LIMITS = { bytes: MAX_AGENT_LINE_BYTES, lines: 64 }

export class ControlServer {
  readonly #parts: ControlServerParts
  readonly #server: net.Server
  readonly #connections = new Set<net.Socket>()
  #socketUser: Promise<SocketUser> | null = null

  constructor(parts: ControlServerParts) {
    this.#parts = parts
    this.#server = net.createServer((connection) => this.#serve(connection))
    this.#server.maxConnections = MAX_CONNECTIONS
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
    for (const connection of this.#connections) connection.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #serve(connection: net.Socket): void {
    const lines = new LineReader(LIMITS.bytes)
    const { handlers, logger } = this.#parts
    // With the first asker, because an agent that nobody asks need not hold what it takes.
    this.#socketUser ??= socketUser(logger)
    const answering = this.#socketUser.then((userOf) => ({ handlers: handlers(userOf(connection)), logger }))
    let waiting = 0
    let answered = Promise.resolve()
    this.#connections.add(connection)
    connection.on('close', () => this.#connections.delete(connection))
    connection.on('error', (error) => logger.debug('control.connection-failed', { message: error.message }))
    connection.setTimeout(IDLE_MS, () => connection.destroy())
    connection.on('data', (chunk: Buffer) => {
      const complete = lines.push(chunk)
      if (complete === null || waiting + complete.length > LIMITS.lines) {
        connection.removeAllListeners('data')
        answered = answered.then(() => void connection.end(lineOf(tooMuch(LIMITS))))
        return
      }
      waiting += complete.length
      for (const line of complete) {
        answered = answered.then(async () => {
          connection.write(lineOf(await answerLine(line, await answering)))
          waiting -= 1
        })
      }
    })
  }
}

function lineOf(reply: AgentReply): string {
  return `${JSON.stringify(reply)}\n`
}
