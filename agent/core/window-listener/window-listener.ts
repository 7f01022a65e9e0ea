// The agent's pages in a browser of this computer: a web server on loopback that exists only after somebody who may use
// the control socket asked for it, and ends by itself 15 minutes after the last request.
//
//   agent open ──POST /v1/window──▶ http://127.0.0.1:PORT/#open=SECRET   once, within 60 s
//   page ── POST /open {secret} ──▶ Set-Cookie, {key}                    both are needed from here on
//   page ── GET /v1/status, … ──▶ as at the control socket
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { OpenedWindow } from '../../contract/support.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { answerBrowser } from './answer-request.ts'
import { LIMITS } from './limits.ts'
import { OneTimeLinks } from './one-time-links.ts'
import { readPages, type Pages } from './pages.ts'
import { WindowSessions } from './window-sessions.ts'

export interface WindowListenerParts {
  /** Where the built pages are. */
  readonly folder: URL
  readonly clock: Clock
  readonly logger: Logger
  /** Of a browser; `who` opened it. */
  readonly handlers: (who: string) => AgentHandlers
  /** Whether what is of the tray's window is served to browsers, too. */
  readonly maySignIn: boolean
}

/** While the server runs. */
interface Opened {
  readonly server: Server
  readonly port: number
  readonly pages: Pages
  readonly links: OneTimeLinks
  readonly sessions: WindowSessions
}

export class WindowListener {
  readonly #parts: WindowListenerParts
  #open: Promise<Opened> | null = null
  #endOfRest: Cancel = () => undefined

  constructor(parts: WindowListenerParts) {
    this.#parts = parts
  }

  /** A link for one browser; `who` asked. Throws ProblemError unavailable when there are no pages or no port. */
  async open(who: string): Promise<OpenedWindow> {
    this.#open ??= this.#listen()
    const opening = this.#open
    try {
      const { port, links } = await opening
      this.#rest()
      const until = instant(this.#parts.clock.wallMs() + LIMITS.linkMs)
      this.#parts.logger.info('window-listener.opened', { who, port })
      return { url: `http://127.0.0.1:${port}/#open=${links.make(who)}`, until }
    } catch (error) {
      if (this.#open === opening) this.#open = null
      throw error
    }
  }

  /** Ends it and every page that is open. */
  async stop(): Promise<void> {
    const opening = this.#open
    this.#open = null
    this.#endOfRest()
    const listener = await opening?.catch(() => null)
    if (listener === null || listener === undefined) return
    listener.links.stop()
    listener.server.closeAllConnections()
    await new Promise<void>((resolve) => listener.server.close(() => resolve()))
  }

  /** Begins the rest anew, at whose end the listener closes. */
  #rest(): void {
    const { clock, logger } = this.#parts
    this.#endOfRest()
    this.#endOfRest = clock.after(LIMITS.restMs, () => {
      logger.info('window-listener.closed')
      void this.stop()
    })
  }

  async #listen(): Promise<Opened> {
    const { clock, folder, handlers, maySignIn, logger } = this.#parts
    const pages = await readPages(folder)
    const links = new OneTimeLinks(clock)
    const sessions = new WindowSessions(clock)
    const server = createServer(SERVER_LIMITS)
    server.maxConnections = LIMITS.connections
    const port = await listening(server)
    const parts = { port, pages, links, sessions, handlers, maySignIn, logger }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void answerBrowser({ request, response, ...parts }).then((isKnown) =>
        isKnown ? this.#rest() : undefined,
      )
    })
    server.on('error', (error) => logger.error('window-listener.failed', error))
    return { server, port, pages, links, sessions }
  }
}

const SERVER_LIMITS = {
  maxHeaderSize: LIMITS.headBytes,
  headersTimeout: LIMITS.requestMs,
  requestTimeout: LIMITS.requestMs,
  keepAliveTimeout: LIMITS.requestMs,
  connectionsCheckingInterval: 1_000,
}

async function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ProblemError('unavailable', `No port can be opened: ${error.message}`, { cause: error })),
    )
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new TypeError('a server of TCP has a port')
      server.removeAllListeners('error')
      resolve(address.port)
    })
  })
}
