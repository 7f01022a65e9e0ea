// The smallest clients of ws (RFC 6455), MQTT 3.1.1 and NATS: they connect, subscribe to what is theirs, and hear what is sent.
import { randomBytes } from 'node:crypto'
import net from 'node:net'

export interface WireClient {
  /** Resolves with the next document that the server sends. */
  received(): Promise<void>
  write(bytes: Buffer | string): void
  close(): void
}

interface Wire {
  /** Sent at once. */
  readonly hello: Buffer | string
  /** What the server says when the client is one. */
  readonly isReady: (bytes: Buffer) => boolean
  readonly isDocument: (bytes: Buffer) => boolean
}

export interface Dialled {
  readonly port: number
  readonly localAddress: string
  readonly device: number
}

const READY_LIMIT_MS = 60_000
const CONNACK = 0x20
const SUBACK = 0x90
const PUBLISH = 0x30

export async function wsClient(dialled: Dialled): Promise<WireClient> {
  const lines = [
    'GET / HTTP/1.1',
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
  ]
  return wireClient(dialled, {
    hello: `${lines.join('\r\n')}\r\n\r\n`,
    isReady: (bytes) => bytes.toString('latin1').startsWith('HTTP/1.1 101'),
    isDocument: () => true,
  })
}

export async function mqttClient(dialled: Dialled): Promise<WireClient> {
  // Clean session, no keep-alive.
  const connect = mqttPacket(0x10, [
    mqttText('MQTT'),
    Buffer.of(4, 2, 0, 0),
    mqttText(`bench${dialled.device}`),
  ])
  const subscribe = mqttPacket(0x82, [Buffer.of(0, 1), mqttText(`device/${dialled.device}`), Buffer.of(0)])
  return wireClient(dialled, {
    hello: Buffer.concat([connect, subscribe]),
    // Both answers may come as one piece.
    isReady: (bytes) => bytes[0] === SUBACK || (bytes[0] === CONNACK && bytes[4] === SUBACK),
    isDocument: (bytes) => bytes[0] === PUBLISH,
  })
}

export function mqttPublish(device: number, text: string): Buffer {
  return mqttPacket(PUBLISH, [mqttText(`device/${device}`), Buffer.from(text)])
}

export async function natsClient(dialled: Dialled): Promise<WireClient> {
  return wireClient(dialled, {
    hello: `CONNECT {"verbose":false,"pedantic":false}\r\nSUB device.${dialled.device} 1\r\nPING\r\n`,
    isReady: (bytes) => bytes.includes('PONG\r\n'),
    isDocument: (bytes) => bytes.includes('MSG '),
  })
}

export function natsPublish(device: number, text: string): string {
  return `PUB device.${device} ${Buffer.byteLength(text)}\r\n${text}\r\n`
}

function mqttPacket(type: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? Buffer.of(length) : Buffer.of((length & 0x7f) | 0x80, length >> 7)
  return Buffer.concat([Buffer.of(type), size, body])
}

function mqttText(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length >> 8, text.length & 0xff), Buffer.from(text)])
}

async function wireClient({ port, localAddress }: Dialled, wire: Wire): Promise<WireClient> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  const ready = Promise.withResolvers<void>()
  let onDocument: () => void = () => undefined
  let isReady = false
  socket.on('connect', () => socket.write(wire.hello))
  socket.on('error', (error) => ready.reject(error))
  socket.on('close', () => ready.reject(new Error('the server ended the connection')))
  socket.on('data', (bytes) => {
    if (isReady && wire.isDocument(bytes)) onDocument()
    if (!isReady && wire.isReady(bytes)) {
      isReady = true
      ready.resolve()
    }
  })
  const late = setTimeout(() => ready.reject(new Error('the server does not answer')), READY_LIMIT_MS)
  await ready.promise.finally(() => clearTimeout(late))
  return {
    received: async () => new Promise((resolve) => (onDocument = resolve)),
    write: (bytes) => void socket.write(bytes),
    close: () => socket.destroy(),
  }
}
