// One message of a tunnel, the payload of a RelayMessageAsync: read from bytes of a stranger, and made.
//
//   u8 kind · 3 bytes zero · 8 bytes channel · u32 number, big endian, then the bytes of DATA
//
//   OPEN      the channel is new; its opener has chosen the 8 bytes at random
//   DATA, FIN numbered together from 0, a direction each; FIN: no more bytes
//   CREDIT    number: bytes that the receiver has handed on since the start, modulo 2^32
//   RESET     the tunnel is over at once

export const TUNNEL = {
  headerBytes: 16,
  /** Of TLS in one message, so that it stays below the 64 KiB of the hub with all around it. */
  chunkBytes: 48 * 1_024,
  /** Sent and not handed on at the other end, a direction. */
  windowBytes: 256 * 1_024,
  /** Handed on and not told the other end yet; then a CREDIT goes out. */
  creditBytes: 64 * 1_024,
  /** Messages that wait for a reader; small ones cost more memory than their bytes. */
  waitingMessages: 4_096,
  /** Of this computer at once, in both directions; and of them with one other computer. */
  tunnels: 64,
  tunnelsWithPeer: 4,
  /** Until the first message of the other end. */
  openMs: 10_000,
  /** For the FIN of the other end after our own. */
  lingerMs: 5_000,
} as const

export const KIND = { OPEN: 1, DATA: 2, CREDIT: 3, FIN: 4, RESET: 5 } as const
export type TunnelKind = (typeof KIND)[keyof typeof KIND]

export interface TunnelMessage {
  readonly kind: TunnelKind
  /** 16 hexadecimal digits. */
  readonly channel: string
  /** 0 in OPEN and RESET. */
  readonly number: number
  /** At least one in DATA, none in all others. */
  readonly bytes: Uint8Array
}

/** What cannot be read as a message; its channel where it is long enough to have one. */
export interface Malformed {
  readonly kind: null
  readonly channel: string | null
}

const NO_BYTES = new Uint8Array()

export function tunnelMessage(
  kind: TunnelKind,
  { channel, number = 0, bytes = NO_BYTES }: Pick<TunnelMessage, 'channel'> & Partial<TunnelMessage>,
): Uint8Array {
  const message = Buffer.alloc(TUNNEL.headerBytes + bytes.byteLength)
  message.writeUInt8(kind, 0)
  message.write(channel, 4, 'hex')
  message.writeUInt32BE(number, 12)
  message.set(bytes, TUNNEL.headerBytes)
  return message
}

/** The bytes of DATA are a view of `payload`. */
export function readTunnelMessage(payload: Uint8Array): TunnelMessage | Malformed {
  const view = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  const channel = view.length < 12 ? null : view.toString('hex', 4, 12)
  if (channel === null || view.length < TUNNEL.headerBytes || view.readUIntBE(1, 3) !== 0)
    return { kind: null, channel }
  const message = {
    kind: view.readUInt8(0),
    channel,
    number: view.readUInt32BE(12),
    bytes: view.subarray(TUNNEL.headerBytes),
  }
  return isWellFormed(message) ? message : { kind: null, channel }
}

type Candidate = Omit<TunnelMessage, 'kind'> & { readonly kind: number }

function isWellFormed(message: Candidate): message is TunnelMessage {
  const { kind, number, bytes } = message
  if (kind === KIND.DATA) return bytes.length > 0 && bytes.length <= TUNNEL.chunkBytes
  if (bytes.length > 0) return false
  return (
    kind === KIND.CREDIT || kind === KIND.FIN || ((kind === KIND.OPEN || kind === KIND.RESET) && number === 0)
  )
}
