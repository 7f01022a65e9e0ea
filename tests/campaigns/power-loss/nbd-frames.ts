// The network block device protocol as QEMU speaks it: the newstyle handshake, then plain requests and replies.
// Source: doc/proto.md of the NBD project. Everything is big-endian.

export const SERVER_MAGIC = Buffer.from('NBDMAGICIHAVEOPT', 'latin1')
const OPTION_MAGIC = Buffer.from('IHAVEOPT', 'latin1')
const OPTION_REPLY_MAGIC = 0x00_03_e8_89_04_55_65_a9n
const REQUEST_MAGIC = 0x25_60_95_13
const REPLY_MAGIC = 0x67_44_66_98

/** Fixed newstyle, and no 124 zeroes behind the old option. */
const HANDSHAKE_FLAGS = 0b11
/** There are flags; flush is understood. Without FUA, a guest that wants a write safe has to flush. */
const EXPORT_FLAGS = 0b101

export const OPTION = { abort: 2, info: 6, go: 7 } as const
const REPLY_TYPE = { ack: 1, info: 3, unsupported: 0x80_00_00_01 } as const
const INFO_EXPORT = 0
export const COMMAND = { read: 0, write: 1, disconnect: 2, flush: 3 } as const
export const ERROR = { none: 0, invalid: 22 } as const

const CLIENT_FLAGS_BYTES = 4
const OPTION_HEAD_BYTES = 16
const REQUEST_HEAD_BYTES = 28
const MAX_OPTION_BYTES = 4_096
/** QEMU's own limit of one request. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024

export interface OptionFrame {
  readonly kind: 'option'
  readonly option: number
}

export interface RequestFrame {
  readonly kind: 'request'
  readonly command: number
  readonly cookie: bigint
  readonly offset: number
  readonly length: number
  /** Of a write; empty otherwise. Its own memory. */
  readonly data: Buffer
}

/** A frame and how many bytes it took; null when more has to come. */
export type Taken<T> = { readonly frame: T; readonly bytes: number } | null

export function hello(): Buffer {
  const flags = Buffer.alloc(2)
  flags.writeUInt16BE(HANDSHAKE_FLAGS)
  return Buffer.concat([SERVER_MAGIC, flags])
}

/** Throws on a client that does not speak the fixed newstyle. */
export function takeClientFlags(buffer: Buffer): Taken<number> {
  if (buffer.length < CLIENT_FLAGS_BYTES) return null
  const flags = buffer.readUInt32BE()
  if ((flags & 1) === 0) throw new Error('the NBD client does not speak the fixed newstyle')
  return { frame: flags, bytes: CLIENT_FLAGS_BYTES }
}

export function takeOption(buffer: Buffer): Taken<OptionFrame> {
  if (buffer.length < OPTION_HEAD_BYTES) return null
  if (!buffer.subarray(0, 8).equals(OPTION_MAGIC)) throw new Error('that is no NBD option')
  const length = buffer.readUInt32BE(12)
  if (length > MAX_OPTION_BYTES) throw new Error(`an NBD option of ${length} bytes`)
  const bytes = OPTION_HEAD_BYTES + length
  return buffer.length < bytes ? null : { frame: { kind: 'option', option: buffer.readUInt32BE(8) }, bytes }
}

export function takeRequest(buffer: Buffer): Taken<RequestFrame> {
  if (buffer.length < REQUEST_HEAD_BYTES) return null
  if (buffer.readUInt32BE() !== REQUEST_MAGIC) throw new Error('that is no NBD request')
  const command = buffer.readUInt16BE(6)
  const length = buffer.readUInt32BE(24)
  if (length > MAX_REQUEST_BYTES) throw new Error(`an NBD request of ${length} bytes`)
  const bytes = REQUEST_HEAD_BYTES + (command === COMMAND.write ? length : 0)
  if (buffer.length < bytes) return null
  const frame: RequestFrame = {
    kind: 'request',
    command,
    length,
    cookie: buffer.readBigUInt64BE(8),
    offset: Number(buffer.readBigUInt64BE(16)),
    data: Buffer.from(buffer.subarray(REQUEST_HEAD_BYTES, bytes)),
  }
  return { frame, bytes }
}

/** The answers to an option: the disk's size for those that ask for it, else that it is not understood. */
export function optionReply({ option }: OptionFrame, diskBytes: number): Buffer {
  if (option === OPTION.abort) return replyOf(option, REPLY_TYPE.ack, Buffer.alloc(0))
  if (option !== OPTION.go && option !== OPTION.info)
    return replyOf(option, REPLY_TYPE.unsupported, Buffer.alloc(0))
  const info = Buffer.alloc(12)
  info.writeUInt16BE(INFO_EXPORT, 0)
  info.writeBigUInt64BE(BigInt(diskBytes), 2)
  info.writeUInt16BE(EXPORT_FLAGS, 10)
  return Buffer.concat([
    replyOf(option, REPLY_TYPE.info, info),
    replyOf(option, REPLY_TYPE.ack, Buffer.alloc(0)),
  ])
}

function replyOf(option: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(20)
  head.writeBigUInt64BE(OPTION_REPLY_MAGIC, 0)
  head.writeUInt32BE(option, 8)
  head.writeUInt32BE(type, 12)
  head.writeUInt32BE(data.length, 16)
  return Buffer.concat([head, data])
}

/** `data`: what was read; empty otherwise. */
export function requestReply(cookie: bigint, error: number, data: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(REPLY_MAGIC, 0)
  head.writeUInt32BE(error, 4)
  head.writeBigUInt64BE(cookie, 8)
  return Buffer.concat([head, data])
}
