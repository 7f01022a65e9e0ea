// What the operating system has taken of a device's connection: how the hub knows that a device takes no more.
//
// socket.io hands packets to engine.io, which sends all that wait in one batch and the next when that one was taken.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Socket } from 'socket.io'

export interface OutgoingParts {
  readonly connection: Socket['conn']
  readonly clock: Clock
  /** How long the connection may take nothing while something waits. */
  readonly withinMs: number
  readonly onStuck: () => void
}

interface Waiting {
  /** Taken when so many packets are. */
  readonly upTo: number
  readonly settle: (isTaken: boolean) => void
}

export class Outgoing {
  readonly #parts: OutgoingParts
  readonly #waiting: Waiting[] = []
  #created = 0
  #inBatch = 0
  #cancel: Cancel = () => undefined
  #hasEnded = false

  constructor(parts: OutgoingParts) {
    this.#parts = parts
    const { connection } = parts
    connection.on('packetCreate', () => (this.#created += 1))
    // A batch is everything that waits.
    connection.on('flush', () => (this.#inBatch = this.#created))
    // The hub has one kind of transport: it stays the same.
    connection.transport.on('drain', () => this.#drained())
  }

  /** Whether everything sent so far was taken; false as soon as the connection has ended before. */
  async taken(): Promise<boolean> {
    if (this.#hasEnded) return false
    return new Promise((settle) => {
      this.#waiting.push({ upTo: this.#created, settle })
      if (this.#waiting.length === 1) this.#watch()
    })
  }

  /** The connection is gone. */
  end(): void {
    this.#hasEnded = true
    this.#cancel()
    for (const { settle } of this.#waiting.splice(0)) settle(false)
  }

  #drained(): void {
    const open = this.#waiting.findIndex(({ upTo }) => upTo > this.#inBatch)
    for (const { settle } of this.#waiting.splice(0, open === -1 ? this.#waiting.length : open)) settle(true)
    this.#watch()
  }

  #watch(): void {
    this.#cancel()
    if (this.#waiting.length === 0) return
    this.#cancel = this.#parts.clock.after(this.#parts.withinMs, this.#parts.onStuck)
  }
}
