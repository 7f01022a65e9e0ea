// A line for TCP between two programs that refuses, falls silent, is slow, loses answers, is cut, and comes back.
import { once } from 'node:events'
import net from 'node:net'
import { portOf } from '@pharmacy-relay/shared/test/listening.ts'

/** A path is a socket in the file system, which all network namespaces share. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string }

/**
 * `refusing`: what stands is reset. `silent`: nothing passes, and what was sent meanwhile arrives later, as after a cable was
 * plugged in again. `mute`: what the far end answers is lost.
 */
export type LineState = 'open' | 'refusing' | 'silent' | 'slow' | 'mute'

export interface LineParts {
  readonly to: Place
  /** Address that connections to `to` come from; null: any. */
  readonly from?: string
  /** Everything that comes from the far end. */
  readonly onAnswer?: (bytes: Buffer) => unknown
}

const SLOW_MS = 400

export class Line {
  readonly #server: net.Server
  readonly #parts: LineParts
  readonly #flows = new Set<Flow>()
  readonly #sockets = new Set<net.Socket>()
  #to: Place
  #state: LineState = 'open'
  /** Towards the far end, on all connections together. */
  #bytesLeft = Number.POSITIVE_INFINITY

  constructor(parts: LineParts) {
    this.#parts = parts
    this.#to = parts.to
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#join(socket))
  }

  /** Port 0 takes a free one. */
  async start(at: Place): Promise<void> {
    this.#server.listen(at)
    await once(this.#server, 'listening')
  }

  get port(): number {
    return portOf(this.#server)
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Connections that stand go on, but when it refuses. */
  set(state: LineState): void {
    this.#bytesLeft = Number.POSITIVE_INFINITY
    this.#state = state
    if (state === 'refusing') this.cut()
    for (const flow of this.#flows) flow.go()
  }

  /** Open for so many bytes towards the far end, and refusing then. */
  cutAfter(bytes: number): void {
    this.set('open')
    this.#bytesLeft = bytes
  }

  /** Somebody else answers from now on; what is under way is broken off. */
  leadTo(place: Place): void {
    this.set('refusing')
    this.#to = place
    this.set('open')
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) reset(socket)
  }

  stop(): void {
    this.#state = 'refusing'
    this.cut()
    this.#server.close()
  }

  #join(near: net.Socket): void {
    if (this.#state === 'refusing') return reset(near.on('error', () => undefined))
    const from = this.#parts.from === undefined ? {} : { localAddress: this.#parts.from }
    const far = net.connect({ ...this.#to, ...from, allowHalfOpen: true, noDelay: true })
    const flows = [
      new Flow(near, far, { state: () => this.#state, onPassed: (bytes) => this.#count(bytes.length) }),
      new Flow(far, near, { state: () => this.#state, onCame: this.#parts.onAnswer, isAnswer: true }),
    ]
    for (const flow of flows) this.#flows.add(flow)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => reset(other))
      socket.on('close', () => {
        this.#sockets.delete(socket)
        if (!this.#sockets.has(other)) for (const flow of flows) this.#flows.delete(flow)
        if (!(socket.readableEnded && socket.writableFinished)) reset(other)
      })
    }
  }

  #count(bytes: number): void {
    this.#bytesLeft -= bytes
    if (this.#bytesLeft <= 0) this.set('refusing')
  }
}

/** Sockets in the file system know no reset. */
function reset(socket: net.Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    socket.destroy()
  }
}

interface FlowParts {
  readonly state: () => LineState
  readonly isAnswer?: boolean
  readonly onCame?: ((bytes: Buffer) => unknown) | undefined
  readonly onPassed?: (bytes: Buffer) => void
}

interface Waiting {
  readonly dueAtMs: number
  /** Null: the end. */
  readonly chunk: Buffer | null
}

/** One direction. What waits is bounded by what the sender of a link sends without an answer. */
class Flow {
  readonly #to: net.Socket
  readonly #parts: FlowParts
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(from: net.Socket, to: net.Socket, parts: FlowParts) {
    this.#to = to
    this.#parts = parts
    from.on('data', (chunk: Buffer) => this.#take(chunk)).on('end', () => this.#take(null))
    to.on('close', () => clearTimeout(this.#timer))
  }

  /** Passes on what is due, in its order. */
  go(): void {
    clearTimeout(this.#timer)
    const { state, isAnswer, onPassed } = this.#parts
    if (state() === 'silent') return
    for (let [head] = this.#waiting; head !== undefined; [head] = this.#waiting) {
      const leftMs = head.dueAtMs - performance.now()
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.go(), leftMs)
        return
      }
      this.#waiting.shift()
      if (isAnswer === true && state() === 'mute') continue
      if (head.chunk === null) this.#to.end()
      else if (this.#to.writable) this.#to.write(head.chunk)
      if (head.chunk !== null) onPassed?.(head.chunk)
    }
  }

  #take(chunk: Buffer | null): void {
    const { state, onCame } = this.#parts
    if (chunk !== null) onCame?.(chunk)
    this.#waiting.push({ chunk, dueAtMs: performance.now() + (state() === 'slow' ? SLOW_MS : 0) })
    this.go()
  }
}
