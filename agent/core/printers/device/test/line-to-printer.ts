// A test printer at the far end of a serial cable: what comes goes to its raw port, and its answers go back.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { SerialCable } from './serial-cable.ts'

export class LineToPrinter {
  readonly #cable: SerialCable
  readonly #rawPort: number
  #socket: Socket | null = null
  #bytes = 0
  #onBytes: () => void = () => undefined

  constructor({ cable, rawPort }: { readonly cable: SerialCable; readonly rawPort: number }) {
    this.#cable = cable
    this.#rawPort = rawPort
    cable.carryTo((bytes) => this.#carry(bytes))
  }

  /** That went to the printer on this connection. */
  bytes(): number {
    return this.#bytes
  }

  /** Resolves when so many went there on this connection. */
  async carried(bytes: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onBytes = () => void (this.#bytes >= bytes && resolve())
    this.#onBytes()
    await promise
  }

  /** A line has no end, so its user says when a connection is over; resolves when the printer has ended it, too. */
  async finish(): Promise<void> {
    const ended = this.#socket
    this.#socket = null
    this.#bytes = 0
    this.#onBytes = () => undefined
    this.#cable.hold(false)
    if (ended === null || ended.destroyed) return
    const over = Promise.race([once(ended, 'end'), once(ended, 'close')])
    ended.end()
    await over
  }

  stop(): void {
    this.#socket?.destroy()
  }

  #carry(bytes: Buffer): void {
    this.#socket ??= this.#connected()
    this.#bytes += bytes.length
    // A printer without power takes nothing, and the line does not tell.
    if (!this.#socket.destroyed && !this.#socket.write(bytes)) this.#cable.hold(true)
    this.#onBytes()
  }

  #connected(): Socket {
    const goOn = (): void => this.#cable.hold(false)
    return connect({ host: '127.0.0.1', port: this.#rawPort, allowHalfOpen: true, noDelay: true })
      .on('data', (answer: Buffer) => this.#cable.say(answer))
      .on('drain', goOn)
      .on('error', goOn)
  }
}
