// What both ends of a link share: frames in and out, signs of life, one end whatever ends it.
//
// `end`, `error` and `close` of the stream are alike, and the first of them counts: over a tunnel `end` comes without
// `close`, and a stream that was destroyed may give only one of them.
import type { Duplex } from 'node:stream'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { FRAME_BODIES, FRAME, LINK_LIMITS, type FrameType } from '@pharmacy-relay/shared/job-link.ts'
import { controlFrame, FrameReader, type Frame } from './frames.ts'
import { LinkError } from '../link-parts.ts'

/** From our end of a stream to the other's; then it is broken off. */
const LINGER_MS = 1_000
/** Beyond the bytes of labels, which wait for room by themselves: an end that reads so little is not one. */
const MAX_UNREAD_BYTES = 1_048_576

/** With all that is said in one turn of the loop; a sign of life does not wait for others. */
const LEAVE_TOGETHER: ReadonlySet<FrameType> = new Set([FRAME.JOB, FRAME.ANSWER, FRAME.STATE])

/** Why nothing is read for a moment: too much is under way here, or the other end does not read what we write. */
export type Hold = 'work' | 'drain'

export interface SessionParts {
  readonly stream: Duplex
  readonly clock: Clock
  /** While the other end does not read what is written here, nothing of it is read. For one end of a link only. */
  readonly readsOnlyWhenRead: boolean
  /** May throw: that ends the link. Not after the end. */
  readonly onFrame: (frame: Frame) => void
  /** Every 10 s while the link lives. */
  readonly onTick: () => void
  /** Once. */
  readonly onEnded: (why: LinkError) => void
}

export class Session {
  readonly #parts: SessionParts
  readonly #reader = new FrameReader()
  readonly #holds = new Set<Hold>()
  #heardAtMs: number
  #isOver = false
  #isCorked = false
  #cancelTick: Cancel = () => undefined
  /** Of a question for a sign of life that is under way. */
  #cancelProbe: Cancel | null = null
  #drained: PromiseWithResolvers<void> | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#heardAtMs = parts.clock.monotonicMs()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The listeners stay for the life of the stream: an error after the end must not be unhandled. */
  start(): void {
    const { stream } = this.#parts
    stream
      .on('error', (error) => this.end(new LinkError('closed', brokenText(error), error)))
      .on('end', () => this.close(new LinkError('closed', 'the other end closed the link')))
      .on('close', () => this.end(new LinkError('closed', 'the connection was closed')))
      .on('drain', () => this.#onDrain())
      .on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#scheduleTick()
  }

  /** A frame without bytes of a label. Nothing after the end. Throws ZodError when it is not as agreed. */
  send(type: FrameType, stream: number, body: object | null = null): void {
    FRAME_BODIES[type]?.parse(body)
    if (LEAVE_TOGETHER.has(type)) this.#cork()
    this.#put(controlFrame(type, stream, body))
  }

  /** Bytes of a label. `onWritten` once the system, or the tunnel, has taken them. Nothing after the end. */
  write(bytes: Uint8Array, onWritten?: () => void): void {
    this.#cork()
    this.#put(bytes, onWritten)
  }

  #put(bytes: Uint8Array, onWritten?: () => void): void {
    const { stream } = this.#parts
    if (this.#isOver) return
    stream.write(bytes, (error) => {
      if (!error && !this.#isOver) onWritten?.()
    })
    if (this.#parts.readsOnlyWhenRead && this.needsDrain) this.hold('drain')
    if (stream.writableLength > MAX_UNREAD_BYTES)
      this.end(new LinkError('timeout', 'the other end does not read'))
  }

  /** Each write by itself is a record of TLS and a call of the system. */
  #cork(): void {
    if (this.#isCorked || this.#isOver) return
    this.#isCorked = true
    this.#parts.stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#parts.stream.uncork()
    })
  }

  get needsDrain(): boolean {
    return this.#parts.stream.writableNeedDrain && !this.#isOver
  }

  /** Resolves when there is room again, or at the end. */
  async room(): Promise<void> {
    if (!this.needsDrain) return
    this.#drained ??= Promise.withResolvers()
    return this.#drained.promise
  }

  /** Asks for a sign of life, unless that is asked already; without one within `limitMs` the link is broken off. */
  probe(limitMs: number): void {
    const { clock } = this.#parts
    if (this.#isOver || this.#cancelProbe !== null) return
    const askedAtMs = clock.monotonicMs()
    this.send(FRAME.PING, 0)
    this.#cancelProbe = clock.after(limitMs, () => {
      this.#cancelProbe = null
      // One turn of the loop later: after a standstill of this computer the answer is here, and not read yet.
      setImmediate(() => {
        if (!this.#isOver && this.#heardAtMs <= askedAtMs)
          this.end(new LinkError('timeout', 'the other end gives no sign of life any more'))
      })
    })
  }

  /** Nothing is read until every hold is released. */
  hold(why: Hold): void {
    if (this.#isOver || this.#holds.has(why)) return
    this.#holds.add(why)
    this.#parts.stream.pause()
  }

  release(why: Hold): void {
    if (!this.#holds.delete(why) || this.#isOver) return
    // What was said meanwhile is heard only now; an end that does not read is another matter.
    if (why === 'work') this.#heardAtMs = this.#parts.clock.monotonicMs()
    if (this.#holds.size === 0) this.#parts.stream.resume()
  }

  /** Breaks it off. */
  end(why: LinkError): void {
    if (!this.#over()) return
    this.#parts.stream.destroy()
    this.#parts.onEnded(why)
  }

  /** What was written still arrives; nothing that comes is handled any more. */
  close(why: LinkError): void {
    const { stream, clock } = this.#parts
    if (!this.#over()) return
    stream.end()
    stream.resume()
    const cancel = clock.after(LINGER_MS, () => stream.destroy())
    stream.once('close', cancel)
    this.#parts.onEnded(why)
  }

  /** False when it was over. */
  #over(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#cancelTick()
    this.#cancelProbe?.()
    this.#reader.clear()
    this.#drained?.resolve()
    return true
  }

  /** Nothing that the other end says may throw out of here. */
  #hear(chunk: Buffer): void {
    this.#heardAtMs = this.#parts.clock.monotonicMs()
    try {
      if (!this.#isOver) this.#read(chunk)
    } catch (error) {
      this.end(asLinkError(error))
    } finally {
      // What is on a label does not stay in memory.
      chunk.fill(0)
    }
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) {
      if (frame.type === FRAME.PING) this.send(FRAME.PONG, 0)
      else if (frame.type !== FRAME.PONG) this.#parts.onFrame(frame)
      if (this.#isOver) return
    }
  }

  #onDrain(): void {
    this.#drained?.resolve()
    this.#drained = null
    this.release('drain')
  }

  #scheduleTick(): void {
    const untilDeadMs = this.#heardAtMs + LINK_LIMITS.deadMs - this.#parts.clock.monotonicMs()
    const delayMs = untilDeadMs > 0 ? Math.min(untilDeadMs, LINK_LIMITS.pingMs) : LINK_LIMITS.pingMs
    this.#cancelTick = this.#parts.clock.after(delayMs, () => this.#tick())
  }

  #tick(): void {
    const silentMs = Math.round(this.#parts.clock.monotonicMs() - this.#heardAtMs)
    if (silentMs >= LINK_LIMITS.deadMs && !this.#holds.has('work'))
      return this.end(
        new LinkError('timeout', `the other end gave no sign of life for ${silentMs / 1_000} s`),
      )
    this.#scheduleTick()
    this.send(FRAME.PING, 0)
    this.#parts.onTick()
  }
}

function asLinkError(error: unknown): LinkError {
  return error instanceof LinkError
    ? error
    : new LinkError('protocol', 'a message could not be handled', error)
}

/** A tunnel says itself why it ended. */
function brokenText(error: Error): string {
  if (error instanceof LinkError) return error.message
  const code: unknown = Reflect.get(error, 'code')
  return `the connection broke (${typeof code === 'string' ? code : error.name})`
}
