// Test support: a real gateway before a real upstream, raw sockets as clients; everything closes after the test.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type Server } from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { onTestFinished } from 'vitest'
import { createGateway, type Gateway } from '../gateway.ts'
import { gatewayRoutes } from '../routes.ts'
import type { ProvenDevice, ProvenPerson, ProvenService, VerifyToken } from '../admission/proven-tokens.ts'
import { gatewayOptions, gatewaySettings } from '../settings.ts'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

export interface GatewayRig {
  readonly gateway: Gateway
  readonly port: number
  readonly url: string
}

export interface RigOptions {
  /** Port of the upstream behind all three routes. */
  readonly upstreamPort: number
  /** Settings that differ from the documented defaults. */
  readonly settings?: Readonly<Record<string, string>>
  readonly verify?: VerifyToken<ProvenService>
  readonly verifyDevice?: VerifyToken<ProvenDevice>
  readonly verifyPerson?: VerifyToken<ProvenPerson>
  readonly nowMs?: () => number
  readonly logger?: Logger
}

/** A gateway with its defaults but for the rate, which is off unless asked for. */
export async function startGateway(options: RigOptions): Promise<GatewayRig> {
  const origin = `http://127.0.0.1:${options.upstreamPort}`
  const settings = readSettings(gatewaySettings(false), {
    Gateway__Port: '0',
    Gateway__Routes__Identity: origin,
    Gateway__Routes__Store: origin,
    Gateway__Routes__Pharmacy: origin,
    Gateway__RateLimit__Permit: '100000',
    ...options.settings,
  })
  const gateway = createGateway({
    settings: gatewayOptions(settings),
    routes: gatewayRoutes(settings),
    verifyServiceToken: options.verify ?? (() => Promise.resolve(null)),
    verifyDeviceToken: options.verifyDevice ?? (() => Promise.resolve(null)),
    verifyPersonToken: options.verifyPerson ?? (() => Promise.resolve(null)),
    clock: { ...systemClock, ...(options.nowMs === undefined ? {} : { monotonicMs: options.nowMs }) },
    logger: options.logger ?? silentLogger,
    metrics: { replied() {}, connections() {} },
  })
  const port = await gateway.listen()
  onTestFinished(() => gateway.stop())
  return { gateway, port, url: `http://127.0.0.1:${port}` }
}

/** Listens on a free port and closes after the test. */
export async function listenForTest(server: Server): Promise<number> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listening(server)
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return port
}

/** An upstream on node:http that records what it saw and answers with `answer`. */
export async function startUpstream(
  answer: (req: IncomingMessage, res: ServerResponse, seen: Seen) => void = answerOk,
) {
  const seen: Seen[] = []
  const heads: IncomingMessage[] = []
  const server = http.createServer((req, res) => {
    heads.push(req)
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('error', () => {})
    req.on('end', () => {
      const one = {
        method: req.method ?? '',
        url: req.url ?? '',
        rawHeaders: req.rawHeaders,
        headers: req.headers,
        body: Buffer.concat(parts),
      }
      seen.push(one)
      answer(req, res, one)
    })
  })
  return { port: await listenForTest(server), seen, heads, server }
}

export function answerOk(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/plain', Source: 'upstream-fake' }).end('ok')
}

/** A raw upstream: each connection is handed to `serve`. */
export async function startRawUpstream(serve: (socket: net.Socket) => void): Promise<number> {
  return listenForTest(net.createServer(serve))
}

export interface RawReply {
  readonly text: string
  /** Status codes in order. */
  readonly statuses: readonly number[]
  readonly reset: boolean
}

/** Sends bytes and collects what comes back until the connection closes, or until `enough` says so. */
export async function exchangeBytes(
  port: number,
  bytes: string | Buffer,
  enough: (text: string) => boolean = () => false,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    let reset = false
    const done = (): void => {
      clearTimeout(limit)
      socket.destroy()
      resolve({
        text,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1])),
        reset,
      })
    }
    const limit = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection was still open after a minute: ${text.slice(0, 500)}`))
    }, 60_000)
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      text += part
      if (enough(text)) done()
    })
    socket.on('error', () => {
      reset = true
    })
    socket.on('close', done)
    socket.write(bytes, 'latin1')
  })
}

/** A request through node:http, with the whole reply. */
export async function call(
  url: string,
  options: http.RequestOptions & { readonly body?: Buffer | string } = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; rawHeaders: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options
    const req = http.request(url, { agent: false, ...rest }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          rawHeaders: res.rawHeaders,
          body: Buffer.concat(parts),
        }),
      )
    })
    req.on('error', reject)
    req.end(body)
  })
}
