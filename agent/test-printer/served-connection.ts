// The one connection that the printer is busy with: takes it in, answers, prints, and puts it onto the roll.
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { isStopped, type Faults } from './faults.ts'
import { LineJobs } from './line-jobs.ts'
import type { Odometer } from './odometer.ts'
import { PrintJob, type JobEnd } from './print-job.ts'
import type { Roll } from './roll.ts'
import { SocketReader } from './socket-reader.ts'
import { answerTo, type Condition } from './status-answers.ts'
import type { Query } from './status-queries.ts'
import { ZplStream } from './zpl-stream.ts'

export interface ConnectionParts {
  /** As it was accepted; paused. */
  readonly wire: Socket
  /** What labels are read from and answered on: the wire, or TLS on it; null when there is no handshake. */
  readonly open: (wire: Socket) => Promise<Socket | null>
  readonly faults: Faults
  readonly odometer: Odometer
  readonly roll: Roll
  readonly clock: Clock
  readonly name: string
  /** A connection that brings nothing for this long is over. */
  readonly idleMs: number
  /** What the printer takes in while it is stopped, in bytes; then it stops reading. */
  readonly inputBufferBytes: number
  /** A larger job is reset. */
  readonly maxJobBytes: number
  readonly silentWhenStopped: boolean
  /** It is a serial line: each format is an entry, whatever else comes over it. */
  readonly isLine: boolean
}

const MAX_READ_BYTES = 64 * 1024
const SLOW_STEP_MS = 50
/** Answers that nobody reads are dropped above this. */
const MAX_UNREAD_ANSWER_BYTES = 64 * 1024
/** How long a sender has to close after we did. */
const CLOSE_LIMIT_MS = 1_000

export class ServedConnection {
  readonly #parts: ConnectionParts
  #socket: Socket
  readonly #job: PrintJob | LineJobs
  readonly #stream: ZplStream
  #bytesRead = 0
  #isPowerLost = false
  #wake = Promise.withResolvers<void>()

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#socket = parts.wire
    this.#job = parts.isLine
      ? new LineJobs((payload, facts) => void parts.roll.add(payload, facts))
      : new PrintJob()
    this.#stream = new ZplStream({
      payload: (bytes) => this.#job.addPayload(bytes),
      query: (query) => this.#answer(query),
      formatEnded: (labels) => this.#job.formatEnded(labels),
      formatDropped: () => this.#job.formatDropped(),
    })
  }

  /** Resolves when the printer is free again. A stopped printer is not, until somebody puts it right. */
  async serve(): Promise<void> {
    const { wire, open, faults } = this.#parts
    await this.#waitWhile(() => faults.now().neverRead)
    const socket = await open(wire)
    if (socket === null) return void wire.destroy()
    this.#socket = socket
    const end = await this.#receive()
    this.#stream.end()
    if (end === 'reset' || end === 'too-large') wire.resetAndDestroy()
    this.#print()
    // Where it brought questions alone, nothing waits for paper.
    await this.#waitWhile(() => isStopped(faults.now()) && this.#job.bytes > 0)
    this.#record(this.#isPowerLost ? 'power-off' : end)
    this.#close()
  }

  /** Some fault came or went. */
  faultsChanged(): void {
    this.#print()
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** The power fails: what is not printed is lost. */
  cut(): void {
    this.#isPowerLost = true
    this.#parts.wire.resetAndDestroy()
    this.faultsChanged()
  }

  async #receive(): Promise<JobEnd> {
    const { faults, idleMs, clock, maxJobBytes } = this.#parts
    const reader = new SocketReader({ socket: this.#socket, idleMs, clock })
    while (!this.#isPowerLost) {
      const end = await this.#endAtByte()
      if (end !== null) return end
      if (this.#job.bytes > maxJobBytes) return 'too-large'
      const chunk = await reader.read(this.#allowedBytes())
      if (typeof chunk === 'string') return chunk
      this.#bytesRead += chunk.length
      this.#stream.push(chunk)
      this.#print()
      await this.#slowDown(chunk.length)
      await this.#waitWhile(() => faults.now().neverRead || this.#isBufferFull())
    }
    return 'power-off'
  }

  /** What happens at the byte that the connection stands at; a stall is over when this resolves. */
  async #endAtByte(): Promise<JobEnd | null> {
    const { faults } = this.#parts
    const isAt = (byte: number | null): boolean => byte !== null && this.#bytesRead >= byte
    if (isAt(faults.now().powerOffAtByte)) {
      await faults.set({ powerOff: true, powerOffAtByte: null })
      faults.reach()
      return 'power-off'
    }
    if (isAt(faults.now().stallAtByte)) {
      faults.reach()
      await this.#waitWhile(() => isAt(faults.now().stallAtByte))
      if (this.#isPowerLost) return 'power-off'
    }
    if (!isAt(faults.now().resetAtByte)) return null
    faults.reach()
    return 'reset'
  }

  #allowedBytes(): number {
    const { resetAtByte, powerOffAtByte, stallAtByte, slow } = this.#parts.faults.now()
    const stops = [resetAtByte, powerOffAtByte, stallAtByte].filter((byte) => byte !== null)
    const untilStop = Math.min(MAX_READ_BYTES, ...stops.map((byte) => byte - this.#bytesRead))
    const step = slow === null ? MAX_READ_BYTES : Math.ceil((slow.bytesPerSecond * SLOW_STEP_MS) / 1000)
    return Math.min(untilStop, step)
  }

  async #slowDown(bytes: number): Promise<void> {
    const { slow } = this.#parts.faults.now()
    if (slow === null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after((bytes / slow.bytesPerSecond) * 1000, resolve)
    await Promise.race([promise, this.#wake.promise])
    cancel()
  }

  async #waitWhile(holds: () => boolean): Promise<void> {
    while (!this.#isPowerLost && holds()) await this.#wake.promise
  }

  #isBufferFull(): boolean {
    const { faults, inputBufferBytes } = this.#parts
    return isStopped(faults.now()) && this.#job.bytesWaiting >= inputBufferBytes
  }

  #print(): void {
    if (this.#isPowerLost || isStopped(this.#parts.faults.now())) return
    this.#parts.odometer.add(this.#job.print())
  }

  #answer(query: Query): void {
    const socket = this.#socket
    this.#print()
    const answer = answerTo(query, this.#condition())
    if (answer === null || !socket.writable || socket.writableLength > MAX_UNREAD_ANSWER_BYTES) return
    socket.write(answer, 'latin1')
  }

  #condition(): Condition {
    const { name, faults, odometer, silentWhenStopped } = this.#parts
    return {
      name,
      faults: faults.now(),
      labelsPrinted: odometer.labelsPrinted(),
      formatsWaiting: this.#job.formatsWaiting,
      isBufferFull: this.#isBufferFull(),
      isInFormat: this.#stream.isInFormat(),
      silentWhenStopped,
    }
  }

  #record(end: JobEnd): void {
    this.#print()
    const payload = this.#job.payloadAfter(end, this.#stream.isInFormat())
    if (payload === null) return
    const { formats, labelsPrinted } = this.#job
    this.#parts.roll.add(payload, { end, formats, labelsPrinted, language: this.#stream.language() })
  }

  // The sender reads our FIN as "done", so it goes out after the roll has the label.
  #close(): void {
    const [socket, { clock }] = [this.#socket, this.#parts]
    if (socket.destroyed) return
    socket.end()
    socket.resume()
    const cancel = clock.after(CLOSE_LIMIT_MS, () => socket.destroy())
    socket.once('close', cancel)
  }
}
