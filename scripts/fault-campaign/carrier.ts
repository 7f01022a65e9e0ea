// What lies between two programs: a line for TCP that refuses, falls silent, is slow, is cut, and comes back.
import { once } from 'node:events'
import net from 'node:net'

export interface CarrierEnds {
  readonly at: { readonly host: string; readonly port: number }
  readonly to: { readonly host: string; readonly port: number }
  /** Address that connections to `to` come from. */
  readonly from: string
}

/** `silent`: nothing passes, what was sent meanwhile arrives later, as after a cable was plugged in again. */
export type CarrierState = 'open' | 'refusing' | 'silent' | 'slow'

const SLOW_MS = { open: 0, slow: 400, refusing: 0, silent: 0 }

export class Carrier {
  readonly #server: net.Server
  readonly #ends: CarrierEnds
  readonly #flows = new Set<Flow>()
  readonly #sockets = new Set<net.Socket>()
  #state: CarrierState = 'open'

  constructor(ends: CarrierEnds) {
    this.#ends = ends
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#join(socket))
  }

  async start(): Promise<void> {
    this.#server.listen(this.#ends.at)
    await once(this.#server, 'listening')
  }

  /** Connections that stand go on, but when it refuses. */
  set(state: CarrierState): void {
    this.#state = state
    if (state === 'refusing') this.cut()
    for (const flow of this.#flows) flow.go()
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  stop(): void {
    this.cut()
    this.#server.close()
  }

  #join(near: net.Socket): void {
    if (this.#state === 'refusing') return void near.on('error', () => undefined).resetAndDestroy()
    const { to, from } = this.#ends
    const far = net.connect({ ...to, localAddress: from, allowHalfOpen: true, noDelay: true })
    const flows = [new Flow(near, far, () => this.#state), new Flow(far, near, () => this.#state)]
    for (const flow of flows) this.#flows.add(flow)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.resetAndDestroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        if (!this.#sockets.has(other)) for (const flow of flows) this.#flows.delete(flow)
        if (socket.readableEnded && socket.writableFinished) return
        other.resetAndDestroy()
      })
    }
  }
}

interface Waiting {
  readonly dueAtMs: number
  /** Null: the end. */
  readonly chunk: Buffer | null
}

/** One direction. What waits is bounded by what the sender of a link sends without an answer. */
class Flow {
  readonly #to: net.Socket
  readonly #state: () => CarrierState
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(from: net.Socket, to: net.Socket, state: () => CarrierState) {
    this.#to = to
    this.#state = state
    from.on('data', (chunk: Buffer) => this.#take(chunk)).on('end', () => this.#take(null))
    to.on('close', () => clearTimeout(this.#timer))
  }

  /** Passes on what is due, in its order. */
  go(): void {
    clearTimeout(this.#timer)
    if (this.#state() === 'silent') return
    for (let [head] = this.#waiting; head !== undefined; [head] = this.#waiting) {
      const leftMs = head.dueAtMs - performance.now()
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.go(), leftMs)
        return
      }
      this.#waiting.shift()
      if (head.chunk === null) this.#to.end()
      else if (this.#to.writable) this.#to.write(head.chunk)
    }
  }

  #take(chunk: Buffer | null): void {
    this.#waiting.push({ chunk, dueAtMs: performance.now() + SLOW_MS[this.#state()] })
    this.go()
  }
}
