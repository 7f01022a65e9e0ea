// The test printer's HTTP side on a loopback port: limits, routing, and news for open pages.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isUnexpected, replyProblem } from './problem-reply.ts'
import { refuseForeign } from './request-rules.ts'

/** What a route has to answer. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the pattern's group matched; empty when it has none. */
  readonly parameter: string
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Matched against the whole path. */
  readonly path: RegExp
  readonly answer: (exchange: Exchange) => void | Promise<void>
}

export interface HttpServerParts {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly routes: readonly Route[]
  readonly clock: Clock
  readonly logger: Logger
}

const MAX_CONNECTIONS = 128
const MAX_OPEN_PAGES = 16
/** Pages hear of changes at most this often. */
const NEWS_GAP_MS = 250
const STATIC_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

export class HttpServer {
  readonly #parts: HttpServerParts
  readonly #server: Server
  readonly #pages = new Set<ServerResponse>()
  #cancelNews: Cancel | null = null

  constructor(parts: HttpServerParts) {
    this.#parts = parts
    this.#server = createServer(
      { headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 8 * 1024 },
      (request, response) => void this.#answer(request, response),
    )
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  get port(): number {
    const address = this.#server.address()
    return address !== null && typeof address === 'object' ? address.port : this.#parts.port
  }

  /** Throws the system's error when the port cannot be had. */
  async start(): Promise<void> {
    this.#server.listen({ host: this.#parts.host, port: this.#parts.port })
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#cancelNews?.()
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  /** Tells every open page that something is new. */
  tellPages(): void {
    if (this.#pages.size === 0 || this.#cancelNews !== null) return
    this.#cancelNews = this.#parts.clock.after(NEWS_GAP_MS, () => {
      this.#cancelNews = null
      for (const page of this.#pages) page.write('data: changed\n\n')
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(STATIC_HEADERS)) response.setHeader(name, value)
    try {
      refuseForeign(request)
      const path = (request.url ?? '').split('?')[0] ?? ''
      if (request.method === 'GET' && path === '/events') this.#openPage(response)
      else await this.#route(path, { request, response })
    } catch (error) {
      if (isUnexpected(error)) this.#parts.logger.error('request.failed', error)
      if (response.headersSent) response.destroy()
      else replyProblem(response, error)
    }
  }

  async #route(path: string, exchange: Omit<Exchange, 'parameter'>): Promise<void> {
    for (const route of this.#parts.routes) {
      const match = route.path.exec(path)
      if (match === null || route.method !== exchange.request.method) continue
      await route.answer({ ...exchange, parameter: match[1] ?? '' })
      return
    }
    throw new ProblemError('not_found', `there is no ${exchange.request.method ?? ''} here`)
  }

  #openPage(response: ServerResponse): void {
    if (this.#pages.size >= MAX_OPEN_PAGES)
      throw new ProblemError('unavailable', 'too many pages are open', { retryAfterS: 30 })
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(': open\n\n')
    this.#pages.add(response)
    response.on('close', () => this.#pages.delete(response))
  }
}
