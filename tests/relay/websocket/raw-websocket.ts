// A WebSocket client that keeps no rule: it writes frames byte by byte as it is told, and reads what the server sends (RFC 6455, 5.2).
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface FrameOptions {
  /** Unless said, this frame is the last of its message. */
  readonly fin?: boolean
  /** RSV1 to RSV3 as a number of 0 to 7. */
  readonly rsv?: number
  /** Unless said, masked, as every frame of a client must be. */
  readonly masked?: boolean
  /** How many bytes say the length: unless said as few as can be. */
  readonly lengthBytes?: 0 | 2 | 8
  /** What the head says, in place of the truth. */
  readonly length?: bigint
}

export function frame(opcode: number, payload: Buffer | string = '', options: FrameOptions = {}): Buffer {
  const { fin = true, rsv = 0, masked = true } = options
  const bytes = Buffer.from(payload)
  const first = (fin ? 0x80 : 0) | (rsv << 4) | opcode
  const head = lengthOf(options.length ?? BigInt(bytes.length), options.lengthBytes)
  head[0] = (head[0] ?? 0) | (masked ? 0x80 : 0)
  if (!masked) return Buffer.concat([Buffer.from([first]), head, bytes])
  const mask = randomBytes(4)
  const hidden = bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([first]), head, mask, hidden])
}

function lengthOf(length: bigint, wanted: FrameOptions['lengthBytes']): Buffer {
  const size = wanted ?? (length < 126n ? 0 : length < 65_536n ? 2 : 8)
  if (size === 0) return Buffer.from([Number(length)])
  const bytes = Buffer.alloc(1 + size)
  bytes[0] = size === 2 ? 126 : 127
  if (size === 2) bytes.writeUInt16BE(Number(length), 1)
  else bytes.writeBigUInt64BE(length, 1)
  return bytes
}

/** `code` null: a close frame without one. */
export function closeFrame(code: number | null, reason: Buffer | string = ''): Buffer {
  const bytes = Buffer.alloc(code === null ? 0 : 2)
  if (code !== null) bytes.writeUInt16BE(code)
  return frame(OPCODE.close, Buffer.concat([bytes, Buffer.from(reason)]))
}

export interface ServerFrame {
  readonly opcode: number
  readonly fin: boolean
  readonly rsv: number
  readonly isMasked: boolean
  readonly payload: Buffer
}

export class RawWebSocket {
  readonly socket: net.Socket
  readonly #frames: ServerFrame[] = []
  #rest: Buffer
  #read = 0
  #hasEnded = false

  constructor(socket: net.Socket, rest: Buffer) {
    this.socket = socket
    this.#rest = rest
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    // A connection that was reset has ended, too.
    socket.on('error', () => undefined)
    socket.on('close', () => (this.#hasEnded = true))
    this.#take(Buffer.alloc(0))
  }

  /** The next one that was not given yet; null when the connection ended without another. */
  async next(): Promise<ServerFrame | null> {
    while (this.#frames.length <= this.#read && !this.#hasEnded) await onceAny(this.socket, ['data', 'close'])
    const found = this.#frames[this.#read] ?? null
    if (found !== null) this.#read += 1
    return found
  }

  /** Whole as one write, or in pieces of one byte that the kernel does not gather. */
  async send(bytes: Buffer, { byteByByte = false } = {}): Promise<void> {
    this.socket.setNoDelay(true)
    const pieces = byteByByte ? Array.from(bytes, (byte) => Buffer.from([byte])) : [bytes]
    for (const piece of pieces) {
      if (this.#hasEnded) return
      await new Promise<void>((resolve) => this.socket.write(piece, () => resolve()))
      if (byteByByte) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async ended(): Promise<void> {
    if (!this.#hasEnded) await once(this.socket, 'close')
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let parsed = parseFrame(this.#rest); parsed !== null; parsed = parseFrame(this.#rest)) {
      this.#rest = this.#rest.subarray(parsed.size)
      this.#frames.push(parsed.frame)
    }
  }
}

async function onceAny(socket: net.Socket, events: readonly string[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      for (const event of events) socket.off(event, done)
      resolve()
    }
    for (const event of events) socket.on(event, done)
  })
}

function parseFrame(bytes: Buffer): { readonly frame: ServerFrame; readonly size: number } | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  const short = second & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const head = 2 + lengthBytes + (second & 0x80 ? 4 : 0)
  if (bytes.length < head) return null
  const size = head + (lengthBytes === 0 ? short : lengthIn(bytes, lengthBytes))
  if (bytes.length < size) return null
  const payload = Buffer.from(bytes.subarray(head, size))
  const bits = { fin: (first & 0x80) !== 0, rsv: (first >> 4) & 7, opcode: first & 0xf }
  return { frame: { ...bits, isMasked: (second & 0x80) !== 0, payload }, size }
}

/** The server sends nothing of more than 2^48 bytes. */
function lengthIn(bytes: Buffer, lengthBytes: 2 | 8): number {
  return lengthBytes === 2 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6)
}

export interface Opening {
  readonly port: number
  /** Head fields beside those that every upgrade has. */
  readonly fields?: Readonly<Record<string, string>>
  /** Of this machine, so that the cases of a run are not one flood of one address. */
  readonly localAddress: string
}

export interface Opened {
  readonly head: string
  readonly websocket: RawWebSocket
}

/** Throws unless the server upgrades, with the digest of the key that was sent. */
export async function openRaw({ port, fields = {}, localAddress }: Opening): Promise<Opened> {
  const key = randomBytes(16).toString('base64')
  const socket = net.connect({ host: '127.0.0.1', port, localAddress })
  const more = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `GET /hubs/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${more.join('')}\r\n`,
  )
  let bytes = Buffer.alloc(0)
  while (!bytes.includes('\r\n\r\n')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    bytes = Buffer.concat([bytes, chunk])
  }
  const end = bytes.indexOf('\r\n\r\n') + 4
  const head = bytes.subarray(0, end).toString('latin1')
  const digest = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  if (!head.startsWith('HTTP/1.1 101 ') || !head.includes(`Sec-WebSocket-Accept: ${digest}\r\n`))
    throw new Error(`The server did not upgrade: ${head}`)
  return { head, websocket: new RawWebSocket(socket, bytes.subarray(end)) }
}
