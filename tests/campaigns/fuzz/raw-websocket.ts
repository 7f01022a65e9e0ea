// A WebSocket of which every byte is ours, right or wrong: what the library of a well-behaved client would never send.
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import type { Duplex } from 'node:stream'

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface FrameHead {
  readonly opcode: number
  /** False: more of the message follows in continuation frames. */
  readonly isFinal?: boolean
  /** The three reserved bits, which nobody may set. */
  readonly reserved?: number
  readonly isMasked?: boolean
  /** What the frame says of its length, in 64 bits, instead of the truth. */
  readonly saidLength?: bigint
}

/** One frame as a client sends it (RFC 6455, 5.2). */
export function frameOf(payload: Buffer, head: FrameHead): Buffer {
  const { opcode, isFinal = true, reserved = 0, isMasked = true, saidLength } = head
  const first = Buffer.of((isFinal ? 0x80 : 0) | (reserved << 4) | opcode)
  const length = lengthBytes(payload.length, saidLength)
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0)
  if (!isMasked) return Buffer.concat([first, length, payload])
  // A mask of zeros is a mask, and leaves the payload as it is.
  return Buffer.concat([first, length, Buffer.alloc(4), payload])
}

/** `isMasked`: as clients send it; hubs do not mask. */
export function textFrame(text: string, isMasked = true): Buffer {
  return frameOf(Buffer.from(text), { opcode: OPCODE.text, isMasked })
}

function lengthBytes(length: number, said: bigint | undefined): Buffer {
  if (said === undefined && length < 126) return Buffer.of(length)
  if (said === undefined && length < 65_536) return Buffer.of(126, length >> 8, length & 0xff)
  const bytes = Buffer.alloc(9, 127)
  bytes.writeBigUInt64BE(said ?? BigInt(length), 1)
  return bytes
}

export interface RawWay {
  readonly port: number
  readonly localAddress: string
  /** Whole lines without their ends, beside those that an upgrade needs. */
  readonly headers?: readonly string[]
}

/** One end of a connection whose frames are ours. */
export class RawEnd {
  readonly #socket: Duplex
  readonly #isMasked: boolean
  /** Called with each text message. */
  onText: (text: string) => void = () => undefined
  /** Called once, when the connection is over. */
  onClosed: () => void = () => undefined
  #rest = Buffer.alloc(0)
  isClosed = false

  /** `isMasked`: as clients send frames. */
  constructor(socket: Duplex, isMasked: boolean) {
    this.#socket = socket
    this.#isMasked = isMasked
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.once('close', () => {
      this.isClosed = true
      this.onClosed()
    })
  }

  send(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  text(text: string): void {
    this.send(textFrame(text, this.#isMasked))
  }

  destroy(): void {
    this.#socket.destroy()
  }

  protected take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let next = nextFrame(this.#rest); next !== null; next = nextFrame(this.#rest)) {
      this.#rest = this.#rest.subarray(next.bytes)
      // The other end has ended it; a close of ours in return would only be polite.
      if (next.opcode === OPCODE.close) this.destroy()
      if (next.opcode === OPCODE.text) this.onText(next.payload.toString())
    }
  }
}

/** A client's end. */
export class RawWebSocket extends RawEnd {
  #head = Buffer.alloc(0)
  #status = ''

  /** Begins to connect; what is sent meanwhile goes out afterwards. */
  constructor({ port, localAddress, headers = [] }: RawWay) {
    super(net.connect({ host: '127.0.0.1', port, localAddress, noDelay: true }), true)
    const lines = [
      'GET /hubs/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...headers,
    ]
    this.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))
  }

  /** The first line of the answer to the upgrade; empty before it. */
  get status(): string {
    return this.#status
  }

  protected override take(chunk: Buffer): void {
    if (this.#status !== '') return super.take(chunk)
    this.#head = Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return
    this.#status = this.#head.subarray(0, this.#head.indexOf('\r\n')).toString('latin1')
    super.take(this.#head.subarray(end + 4))
  }
}

/** The first frame of `from`, whole by itself. Null: not all of it is there. */
export function nextFrame(from: Buffer): { bytes: number; opcode: number; payload: Buffer } | null {
  if (from.length < 2) return null
  const short = (from[1] ?? 0) & 0x7f
  const lengthBytes = short === 126 ? 4 : short === 127 ? 10 : 2
  const headBytes = lengthBytes + (((from[1] ?? 0) & 0x80) === 0 ? 0 : 4)
  if (from.length < headBytes) return null
  const length =
    short === 126 ? from.readUInt16BE(2) : short === 127 ? Number(from.readBigUInt64BE(2)) : short
  const bytes = headBytes + length
  if (from.length < bytes) return null
  const mask = from.subarray(lengthBytes, headBytes)
  const payload = from.subarray(headBytes, bytes)
  return { bytes, opcode: (from[0] ?? 0) & 0x0f, payload: unmasked(payload, mask) }
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  return mask.length === 0 ? payload : Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
}
