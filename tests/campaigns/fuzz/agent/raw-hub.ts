// The hub's end of WebSockets of which every byte is ours, right or wrong: what no hub would say to its clients.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { nextFrame, OPCODE, textFrame } from '../raw-websocket.ts'

/** RFC 6455, 1.3. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export class RawClient {
  readonly #socket: Duplex
  /** Called with each text message. */
  onText: (text: string) => void = () => undefined
  /** Called once, when the connection is over. */
  onClosed: () => void = () => undefined
  #rest = Buffer.alloc(0)
  isClosed = false

  /** `socket` has asked for the upgrade with this key. */
  constructor(socket: Duplex, key: string) {
    this.#socket = socket
    const accept = createHash('sha1')
      .update(key + ACCEPT_SUFFIX)
      .digest('base64')
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.once('end', () => socket.destroy())
    socket.once('close', () => {
      this.isClosed = true
      this.onClosed()
    })
  }

  send(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  text(text: string): void {
    this.send(textFrame(text, false))
  }

  destroy(): void {
    this.isClosed = true
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let next = nextFrame(this.#rest); next !== null; next = nextFrame(this.#rest)) {
      this.#rest = this.#rest.subarray(next.bytes)
      if (next.opcode === OPCODE.close) this.destroy()
      if (next.opcode === OPCODE.text) this.onText(next.payload.toString())
    }
  }
}

export interface RawHub {
  readonly port: number
  stop(): void
}

/** On a free port of 127.0.0.1. */
export async function startRawHub(onClient: (client: RawClient) => void): Promise<RawHub> {
  const sockets = new Set<Duplex>()
  const server = createServer()
  server.on('upgrade', (request, socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    onClient(new RawClient(socket, request.headers['sec-websocket-key'] ?? ''))
  })
  return {
    port: await listening(server),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
