// A test printer at the far end of a serial cable: what comes goes to its raw port, and its answers go back.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { SerialCable } from './serial-cable.ts'

/** proc(5): local and remote address, state, transmit and receive queue, in hexadecimal. */
const CONNECTION = /: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /g

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

  /** Bytes on their way that the printer has not read, of Linux' own table. Throws when the printer hung up. */
  unread(): number {
    if (this.#socket === null) return 0
    if (this.#socket.destroyed) throw new Error('the printer hung up')
    return this.#socket.writableLength + bytesBetween(this.#socket.localPort ?? 0, this.#rawPort)
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

/** What one end has not sent and the other has not read, of both directions. */
function bytesBetween(one: number, other: number): number {
  const table = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/net/${name}`, 'utf8')).join('\n')
  return [...table.matchAll(CONNECTION)]
    .map((fields) => fields.slice(1).map((text) => Number.parseInt(text, 16)))
    .filter(([local, remote]) => (local === one && remote === other) || (local === other && remote === one))
    .reduce((sum, [, , sending = 0, received = 0]) => sum + sending + received, 0)
}
