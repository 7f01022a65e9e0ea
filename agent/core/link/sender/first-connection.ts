// The PrinterComputer in the local network: all its addresses at once, and the first that proves to be it.
//
//   addresses that are known ─▶ connections ─▶ one handshake after the other ─▶ the first that is the PrinterComputer
//   none after 250 ms, or none left ─▶ the local network is asked for more ─┘
//
// An address proves nothing: leases change, and a printer or another PC may answer there. So connections race, but the
// handshakes go one after the other: two that reach the same computer would throw each other out.
import net from 'node:net'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { LinkError, type ProvenStream } from '../link-parts.ts'

export interface FirstConnectionParts {
  readonly addresses: readonly string[]
  /** More addresses, asked for once while none of those above has led to it; empty when nobody answers. Never rejects. */
  readonly lookUp?: () => Promise<readonly string[]>
  readonly port: number
  /** Proves who answers; takes the socket over. Rejects with LinkError. */
  readonly secure: (socket: net.Socket) => Promise<ProvenStream>
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface FirstConnection {
  readonly proven: ProvenStream
  readonly address: string
}

/** Computers on one network answer within milliseconds. */
export const CONNECT_MS = 3_000
/** Whoever has not proved who he is by then no longer holds up the next. */
export const PATIENCE_MS = 1_000
/** Those that were heard of first; so many more when the network is asked. */
export const MAX_ADDRESSES = 16
/** An address of an earlier lease fails only after seconds, and the right one answers sooner than this. */
export const LOOK_UP_AFTER_MS = 250

/** Rejects with LinkError: not_pinned or not_welcome when somebody answered, unreachable when nobody did. */
export async function firstConnection(parts: FirstConnectionParts): Promise<FirstConnection> {
  return new Race(parts).run()
}

class Race {
  readonly #parts: FirstConnectionParts
  readonly #result = Promise.withResolvers<FirstConnection>()
  readonly #sockets = new Set<net.Socket>()
  readonly #connected: { readonly socket: net.Socket; readonly address: string }[] = []
  /** One for each connection, whatever else it says. */
  readonly #failures = new Map<net.Socket, LinkError>()
  readonly #tried = new Set<string>()
  /** Not asked yet, or being asked; null: there is nothing to ask any more. */
  #lookUp: 'due' | 'asking' | null
  #securing = 0
  #isOver = false
  #cancels: Cancel[] = []

  constructor(parts: FirstConnectionParts) {
    this.#parts = parts
    this.#lookUp = parts.lookUp === undefined ? null : 'due'
  }

  async run(): Promise<FirstConnection> {
    const { signal, clock, addresses } = this.#parts
    const stop = (): void => this.#end(() => this.#result.reject(new LinkError('closed', 'broken off')))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.#cancels.push(clock.after(CONNECT_MS, () => this.#giveUpConnecting()))
    this.#cancels.push(clock.after(LOOK_UP_AFTER_MS, () => void this.#askNetwork()))
    this.#connectAll(addresses)
    try {
      return await this.#result.promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #connectAll(addresses: readonly string[]): void {
    const fresh = [...new Set(addresses)].filter((address) => !this.#tried.has(address))
    for (const address of fresh.slice(0, MAX_ADDRESSES)) this.#connect(address)
    this.#endWhenNobodyIsLeft()
  }

  async #askNetwork(): Promise<void> {
    if (this.#lookUp !== 'due' || this.#isOver) return
    this.#lookUp = 'asking'
    const told = (await this.#parts.lookUp?.()) ?? []
    this.#lookUp = null
    this.#connectAll(told)
  }

  #connect(address: string): void {
    if (this.#isOver) return
    this.#tried.add(address)
    const socket = net.connect({ host: address, port: this.#parts.port, noDelay: true, keepAlive: true })
    this.#sockets.add(socket)
    socket.once('error', (error) => this.#lost(socket, unreachable(address, error)))
    socket.once('connect', () => {
      if (this.#isOver) return
      this.#connected.push({ socket, address })
      if (this.#securing === 0) this.#secureNext()
    })
  }

  #secureNext(): void {
    const next = this.#connected.shift()
    if (next === undefined || this.#isOver) return
    this.#securing += 1
    let isCounted = true
    const leave = (): void => {
      if (isCounted) this.#securing -= 1
      isCounted = false
      this.#secureNext()
    }
    this.#cancels.push(this.#parts.clock.after(PATIENCE_MS, leave))
    this.#sockets.delete(next.socket)
    this.#parts.secure(next.socket).then(
      (proven) => this.#won({ proven, address: next.address }),
      (error: unknown) => {
        this.#lost(next.socket, error instanceof LinkError ? error : unreachable(next.address, error))
        leave()
      },
    )
  }

  #won(first: FirstConnection): void {
    if (this.#isOver) first.proven.stream.destroy()
    else this.#end(() => this.#result.resolve(first))
  }

  #lost(socket: net.Socket, error: LinkError): void {
    this.#sockets.delete(socket)
    socket.destroy()
    if (!this.#failures.has(socket)) this.#failures.set(socket, error)
    this.#endWhenNobodyIsLeft()
  }

  #endWhenNobodyIsLeft(): void {
    if (this.#failures.size < this.#tried.size || this.#isOver) return
    if (this.#lookUp === 'due') void this.#askNetwork()
    if (this.#lookUp === null) this.#end(() => this.#result.reject(tellingOf([...this.#failures.values()])))
  }

  /** Those that are connected may still prove who they are. */
  #giveUpConnecting(): void {
    for (const socket of this.#sockets)
      if (socket.connecting) this.#lost(socket, unreachable('', new Error('no answer')))
  }

  #end(settle: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const cancel of this.#cancels) cancel()
    this.#cancels = []
    for (const socket of this.#sockets) socket.destroy()
    settle()
  }
}

function unreachable(address: string, cause: unknown): LinkError {
  return new LinkError('unreachable', 'it does not answer in the local network', { cause, address })
}

/** Somebody who answers wrongly says more than all who do not answer. */
function tellingOf(failures: readonly LinkError[]): LinkError {
  const byWeight = [
    'not_welcome',
    'not_pinned',
    'protocol',
    'timeout',
    'closed',
    'bye',
    'unreachable',
    'no_address',
  ]
  const [first] = failures.toSorted((a, b) => byWeight.indexOf(a.code) - byWeight.indexOf(b.code))
  return first ?? new LinkError('no_address', 'no address of it in the local network is known')
}
