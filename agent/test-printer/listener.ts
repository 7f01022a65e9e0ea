// The raw port: listening or not. While it is shut, a sender's connect is refused.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface ListenerParts {
  readonly host: string
  /** 0 picks a free port, which is kept from then on. */
  readonly port: number
  /** How much a socket reads ahead of the printer, in bytes. */
  readonly readAheadBytes: number
  /** The socket is paused. */
  readonly onConnection: (socket: Socket) => void
}

const REOPEN_TRIES = 50
const REOPEN_WAIT_MS = 100

export class Listener {
  readonly #parts: ListenerParts
  #port: number
  #server: Server | null = null
  #wasOpen = false
  #last: Promise<void> = Promise.resolve()

  constructor(parts: ListenerParts) {
    this.#parts = parts
    this.#port = parts.port
  }

  get port(): number {
    return this.#port
  }

  /** Resolves once the port is open or shut; throws the system's error when it cannot be opened. */
  async set(isOpen: boolean): Promise<void> {
    const next = this.#last.then(async () => (isOpen ? this.#open() : this.#shut()))
    this.#last = next.catch(() => undefined)
    return next
  }

  // Senders that wait in the system's queue are reset; connections that were handed over stay.
  #shut(): void {
    this.#server?.close()
    this.#server = null
  }

  async #open(): Promise<void> {
    if (this.#server !== null) return
    // Only a port that was ours before may be taken for a moment, by somebody's outgoing connection.
    const tries = this.#wasOpen ? REOPEN_TRIES : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#server = await this.#listen()
        this.#wasOpen = true
        return
      } catch (error) {
        if (attempt >= tries) throw error
        await delay(REOPEN_WAIT_MS)
      }
    }
  }

  async #listen(): Promise<Server> {
    const { host, readAheadBytes, onConnection } = this.#parts
    const server = createServer(
      { allowHalfOpen: true, pauseOnConnect: true, noDelay: true, highWaterMark: readAheadBytes },
      onConnection,
    )
    server.listen({ host, port: this.#port })
    await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    return server
  }
}
