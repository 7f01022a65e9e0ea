// Frames of the job link: 8 bytes of header, then a body; what cannot be a frame ends the link before its body is kept.
import type { z } from 'zod'
import { FRAME, LINK_LIMITS, type FrameType } from '@pharmacy-relay/shared/job-link.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { LinkError } from '../link-parts.ts'

export interface Frame {
  readonly type: FrameType
  /** Number of a job on this link; 0 is the link itself. */
  readonly stream: number
  /** Only until the next frame is asked for: the reader overwrites it. */
  readonly body: Buffer
}

const NO_BODY = Buffer.alloc(0)
const frameTypes = new Map<number, FrameType>(Object.values(FRAME).map((type) => [type, type]))
/** Frames about the link, and frames about a job; a STATE is either. */
const OF_LINK: ReadonlySet<FrameType> = new Set([
  ...[FRAME.HELLO, FRAME.PING, FRAME.PONG, FRAME.BYE],
  ...[FRAME.PRINTER, FRAME.LOOK],
])
const OF_JOB: ReadonlySet<FrameType> = new Set([FRAME.JOB, FRAME.DATA, FRAME.ANSWER, FRAME.QUERY])
const EMPTY: ReadonlySet<FrameType> = new Set([FRAME.PING, FRAME.PONG, FRAME.LOOK])

/** The header of a frame whose body follows as it is, so that the bytes of a label are not copied. */
export function frameHeader(type: FrameType, stream: number, bodyBytes: number): Buffer {
  const header = Buffer.alloc(LINK_LIMITS.headerBytes)
  header.writeUInt32BE(bodyBytes, 0)
  header[4] = type
  header.writeUInt16BE(stream, 6)
  return header
}

/** A whole frame; `body` becomes JSON. Throws LinkError protocol when it is longer than the other end takes. */
export function controlFrame(type: FrameType, stream: number, body: object | null = null): Buffer {
  const bytes = body === null ? NO_BODY : Buffer.from(JSON.stringify(body))
  if (bytes.length > LINK_LIMITS.controlBytes)
    throw new LinkError('protocol', `a message of ${bytes.length} bytes is too long for the link`)
  return Buffer.concat([frameHeader(type, stream, bytes.length), bytes])
}

/** The body of a control frame. Throws LinkError protocol, which never quotes the body. */
export function bodyOf<T>(schema: z.ZodType<T>, { type, body }: Frame): T {
  const parsed = readerOf(schema).safeParse(jsonOf(body))
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.slice(0, 3).map(({ path }) => path.join('.').slice(0, 40))
  throw new LinkError('protocol', `a message of type ${type} is not as agreed (${where.join(', ')})`)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

interface OpenedFrame {
  readonly type: FrameType
  readonly stream: number
  readonly length: number
}

/** Puts frames together from bytes as they come. Keeps at most one header, or one body of 32 KiB. */
export class FrameReader {
  readonly #header = Buffer.alloc(LINK_LIMITS.headerBytes)
  #headerBytes = 0
  /** Of the frame whose header is whole. */
  #opened: OpenedFrame | null = null
  /** Of a body that did not come in one piece. */
  #partial: Buffer | null = null
  #partialBytes = 0

  /** What is left of a label that did not come to its end. */
  clear(): void {
    this.#partial?.fill(0)
  }

  /** The frames that these bytes complete, one after the other. Throws LinkError protocol: nothing can be read then. */
  *push(chunk: Buffer): Generator<Frame> {
    let at = 0
    while (at < chunk.length || this.#opened?.length === 0) {
      if (this.#opened === null) at += this.#readHeader(chunk.subarray(at))
      else {
        const rest = chunk.subarray(at)
        const taken = Math.min(rest.length, this.#opened.length - this.#partialBytes)
        const frame = this.#readBody(this.#opened, rest.subarray(0, taken))
        at += taken
        if (frame !== null) yield* overwritten(frame)
      }
    }
  }

  #readHeader(bytes: Buffer): number {
    const taken = bytes.copy(this.#header, this.#headerBytes)
    this.#headerBytes += taken
    if (this.#headerBytes === LINK_LIMITS.headerBytes) {
      this.#opened = headerOf(this.#header)
      this.#headerBytes = 0
    }
    return taken
  }

  #readBody(opened: OpenedFrame, bytes: Buffer): Frame | null {
    const { type, stream, length } = opened
    let body = bytes
    if (bytes.length < length) {
      this.#partial ??= Buffer.alloc(length)
      bytes.copy(this.#partial, this.#partialBytes)
      this.#partialBytes += bytes.length
      if (this.#partialBytes < length) return null
      body = this.#partial
    }
    this.#opened = this.#partial = null
    this.#partialBytes = 0
    return { type, stream, body }
  }
}

/** Also when nobody asks for the next one. */
function* overwritten(frame: Frame): Generator<Frame> {
  try {
    yield frame
  } finally {
    frame.body.fill(0)
  }
}

function headerOf(header: Buffer): OpenedFrame {
  const type = frameTypes.get(header.readUInt8(4))
  if (type === undefined) throw new LinkError('protocol', 'a message of a type that is not known here')
  if (header.readUInt8(5) !== 0) throw new LinkError('protocol', 'a message with flags')
  const [length, stream] = [header.readUInt32BE(0), header.readUInt16BE(6)]
  if (length > longestBody(type)) throw new LinkError('protocol', `a message of ${length} bytes`)
  // An empty DATA would be a sign of life without progress.
  if (type === FRAME.DATA && length === 0) throw new LinkError('protocol', 'a piece of a label without bytes')
  if ((OF_LINK.has(type) && stream !== 0) || (OF_JOB.has(type) && stream === 0))
    throw new LinkError('protocol', `a message of type ${type} on stream ${stream}`)
  return { type, stream, length }
}

function longestBody(type: FrameType): number {
  if (EMPTY.has(type)) return 0
  return type === FRAME.DATA ? LINK_LIMITS.dataBytes : LINK_LIMITS.controlBytes
}
