// The printer of the benchmark: notes the moment at which the last byte of each label arrived, and closes when its sender does.
import net from 'node:net'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { benchLabel, LABEL_BYTES, serialOf } from './bench-label.ts'

/** A label that has not arrived by then never will. */
const ARRIVAL_LIMIT_MS = 120_000

export class Sink {
  readonly #server: net.Server
  readonly #waiting = new Map<number, PromiseWithResolvers<number>>()

  constructor() {
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const reader = this.reader()
      socket.on('data', (chunk: Buffer) => reader(chunk))
      socket.on('end', () => socket.end())
      socket.on('error', () => socket.destroy())
    })
  }

  async start(): Promise<void> {
    await listening(this.#server)
  }

  get port(): number {
    return portOf(this.#server)
  }

  stop(): void {
    this.#server.close()
  }

  /** Takes the bytes of one connection, or of one pipe with label after label. */
  reader(): (chunk: Buffer) => void {
    let held: Buffer = Buffer.alloc(0)
    return (chunk) => {
      const atMs = performance.now()
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      while (held.length >= LABEL_BYTES) {
        this.#arrived(held.subarray(0, LABEL_BYTES), atMs)
        held = held.subarray(LABEL_BYTES)
      }
    }
  }

  /** The moment of its last byte, by performance.now(). Rejects after 30 s, and when any label arrived altered. */
  async arrival(serial: number): Promise<number> {
    const waiting = Promise.withResolvers<number>()
    const late = setTimeout(
      () => waiting.reject(new Error(`label ${serial} did not arrive within ${ARRIVAL_LIMIT_MS / 1_000} s`)),
      ARRIVAL_LIMIT_MS,
    )
    this.#waiting.set(serial, waiting)
    return waiting.promise.finally(() => {
      clearTimeout(late)
      this.#waiting.delete(serial)
    })
  }

  /** A label that came out with other bytes than went in is no result. */
  #arrived(label: Buffer, atMs: number): void {
    const serial = serialOf(label)
    if (serial !== null && label.equals(benchLabel(serial))) this.#waiting.get(serial)?.resolve(atMs)
    else for (const { reject } of this.#waiting.values()) reject(new Error('a label arrived altered'))
  }
}
