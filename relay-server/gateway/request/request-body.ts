// Reads a request body: small ones whole, so that nothing broken goes upstream; large ones as a stream held back on demand.
import type { IncomingMessage } from 'node:http'

/** Bodies up to this size are read whole before a service hears of the request. */
export const WHOLE_BODY_BYTES = 65_536

/** Gets `onBody`, then parts and the end if there is more; `onBodyTooLarge` at any point instead. */
export interface BodyReader {
  /** The whole body, which has `ended`; or the first bytes of a large one, which is paused until `resume`. */
  onBody(bytes: Buffer): void
  onBodyPart(bytes: Buffer): void
  onBodyEnd(): void
  onBodyTooLarge(): void
}

export class RequestBody {
  readonly #req: IncomingMessage
  readonly #limit: number
  readonly #reader: BodyReader
  #held: Buffer[] = []
  #bytes = 0
  #streaming = false
  #ended = false

  /** `limit` in bytes counts what was decoded, so it holds for chunked bodies too. */
  constructor(req: IncomingMessage, limit: number, reader: BodyReader) {
    this.#req = req
    this.#limit = limit
    this.#reader = reader
  }

  get ended(): boolean {
    return this.#ended
  }

  start(): void {
    this.#req.on('data', this.#onData)
    this.#req.once('end', this.#onEnd)
  }

  pause(): void {
    this.#req.pause()
  }

  resume(): void {
    if (!this.#ended) this.#req.resume()
  }

  /** No more of the body is wanted. */
  stop(): void {
    this.#req.off('data', this.#onData)
    this.#req.off('end', this.#onEnd)
    this.#held = []
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#bytes += bytes.length
    if (this.#bytes > this.#limit) {
      this.stop()
      return this.#reader.onBodyTooLarge()
    }
    if (this.#streaming) return this.#reader.onBodyPart(bytes)
    this.#held.push(bytes)
    if (this.#bytes <= WHOLE_BODY_BYTES) return
    this.#streaming = true
    this.#req.pause()
    this.#reader.onBody(this.#release())
  }

  readonly #onEnd = (): void => {
    this.#ended = true
    if (this.#streaming) this.#reader.onBodyEnd()
    else this.#reader.onBody(this.#release())
  }

  #release(): Buffer {
    const [first, ...more] = this.#held
    this.#held = []
    if (first === undefined) return Buffer.alloc(0)
    return more.length === 0 ? first : Buffer.concat([first, ...more])
  }
}
