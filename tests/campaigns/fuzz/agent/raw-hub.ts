// The hub's end of WebSockets of which every byte is ours, right or wrong: what no hub would say to its clients.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { RawEnd } from '../raw-websocket.ts'

/** RFC 6455, 1.3. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export class RawClient extends RawEnd {
  /** `socket` has asked for the upgrade with this key. */
  constructor(socket: Duplex, key: string) {
    super(socket, false)
    const accept = createHash('sha1')
      .update(key + ACCEPT_SUFFIX)
      .digest('base64')
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    socket.once('end', () => socket.destroy())
  }

  override destroy(): void {
    this.isClosed = true
    super.destroy()
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
