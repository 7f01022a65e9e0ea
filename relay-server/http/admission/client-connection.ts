// One client connection: answers its requests one at a time and in order, and ends with the first that breaks it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AddressKeys } from '../address-keys.ts'

/** Emitted on a response when the rest of its request cannot be parsed; who listens has nothing more to say than what is written. */
export const BODY_UNREADABLE = 'bodyUnreadable'

/** A request whose turn comes when those before it are answered. */
export interface Turn {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  begin(): void
}

const MAX_WAITING = 256
const MAX_REQUESTS = 1000
const CLOSE_AFTER_MS = 1_000

export class ClientConnection {
  readonly client: AddressKeys
  readonly #socket: Socket
  #current: Turn | null = null
  readonly #waiting: Turn[] = []
  #served = 0
  #closing = false
  #lastReply: string | null = null

  constructor(socket: Socket, client: AddressKeys) {
    this.#socket = socket
    this.client = client
  }

  /** True while a request is being answered or waits. */
  get busy(): boolean {
    return this.#current !== null
  }

  /** Begins the turn now or later; a connection that is ending takes no more. */
  take(turn: Turn): void {
    if (this.#closing) return
    if (++this.#served >= MAX_REQUESTS) turn.res.shouldKeepAlive = false
    if (this.#current === null) return this.#begin(turn)
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(turn)
    else this.#closing = true
  }

  /** What came cannot be parsed: answers with these bytes after the requests before it, then closes. */
  fail(lastReply: string): void {
    if (this.#lastReply !== null) return
    this.#closing = true
    this.#lastReply = lastReply
    const current = this.#current
    if (current === null) return this.#sendLastReply()
    if (current.req.complete) return
    // The broken bytes belong to the body of the request under way.
    if (!current.res.headersSent) return this.#sendLastReply()
    if (!current.res.emit(BODY_UNREADABLE)) this.#socket.destroy()
  }

  #begin(turn: Turn): void {
    this.#current = turn
    turn.res.once('close', () => this.#next())
    turn.begin()
  }

  #next(): void {
    const last = this.#current
    this.#current = null
    // A request behind a last reply must not be executed: its answer could not be delivered.
    if (this.#socket.destroyed || last?.res.shouldKeepAlive === false) {
      this.#closing = true
      this.#waiting.length = 0
      return
    }
    const turn = this.#waiting.shift()
    if (turn !== undefined) this.#begin(turn)
    else if (this.#lastReply !== null) this.#sendLastReply()
    else if (this.#closing) this.#socket.destroy()
  }

  #sendLastReply(): void {
    if (!this.#socket.writable) {
      this.#socket.destroy()
      return
    }
    this.#socket.end(this.#lastReply ?? '', 'latin1')
    // Not at once: unread bytes would turn the close into a reset that can overtake the reply.
    const timer = setTimeout(() => this.#socket.destroy(), CLOSE_AFTER_MS)
    this.#socket.once('close', () => clearTimeout(timer))
  }
}
