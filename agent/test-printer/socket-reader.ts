// Reads a socket in pieces that the reader chooses, so that whoever does not read closes the sender's window.
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

/** Why no more bytes come: the sender's FIN, its silence, or an end without FIN. */
export type ReadEnd = 'fin' | 'idle' | 'cut'

export class SocketReader {
  readonly #socket: Socket
  readonly #idleMs: number
  readonly #clock: Clock
  #wake: (() => void) | null = null

  /** Reading into the socket's own buffer begins here, up to its high water mark. */
  constructor({
    socket,
    idleMs,
    clock,
  }: {
    readonly socket: Socket
    readonly idleMs: number
    readonly clock: Clock
  }) {
    this.#socket = socket
    this.#idleMs = idleMs
    this.#clock = clock
    for (const event of ['readable', 'end', 'close']) socket.on(event, () => this.#wake?.())
  }

  /** 1 to `maxBytes` bytes, or why there are none; waits `idleMs` at most. */
  async read(maxBytes: number): Promise<Buffer | ReadEnd> {
    for (;;) {
      const bytes = this.#take(maxBytes)
      if (bytes !== null) return bytes
      if (this.#socket.readableEnded) return 'fin'
      if (this.#socket.destroyed) return 'cut'
      if ((await this.#next()) === 'idle') return 'idle'
    }
  }

  #take(maxBytes: number): Buffer | null {
    const ready = this.#socket.readableLength
    // Reading an empty buffer is what makes 'end' come.
    const bytes: unknown = ready > 0 ? this.#socket.read(Math.min(ready, maxBytes)) : this.#socket.read()
    return Buffer.isBuffer(bytes) ? bytes : null
  }

  async #next(): Promise<'event' | 'idle'> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(this.#idleMs, () => resolve('idle'))
      this.#wake = () => {
        cancel()
        resolve('event')
      }
    })
  }
}
