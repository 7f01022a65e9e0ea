// Connections on the raw port that begin with TLS: they go to whoever takes links, and do not count as raw ones.
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { TLS_FIRST_BYTE } from './first-bytes.ts'

/** Takes a socket over, from its ClientHello on. */
export type TakeTls = (socket: Socket) => void

export interface TlsConnectionsParts {
  readonly clock: Clock
  /** Asked for each connection; null while this computer takes no links. */
  readonly takeTls: () => TakeTls | null
  /** For the first byte of one that waits. */
  readonly firstByteMs: number
}

/** Connections that may be links, of senders from whom no raw label is taken or for whom there is no room. */
const MAX_WAITING = 16
/** So that one sender who says nothing does not take all places. */
const MAX_WAITING_OF_ONE = 4

export class TlsConnections {
  readonly #parts: TlsConnectionsParts
  readonly #waiting = new Set<Socket>()

  constructor(parts: TlsConnectionsParts) {
    this.#parts = parts
  }

  /** Hands a socket over whose first bytes were read; nobody else may read it any more. False: it is no link, or none is taken. */
  take(socket: Socket, firstBytes: Buffer): boolean {
    const takeTls = firstBytes[0] === TLS_FIRST_BYTE ? this.#parts.takeTls() : null
    if (takeTls === null) return false
    socket.pause()
    // TLS copies it: half-open, the end of the other side would never close the socket.
    socket.allowHalfOpen = false
    socket.unshift(firstBytes)
    takeTls(socket)
    return true
  }

  /** Only the first byte tells whether there must be room for it. `onNone` once, when it is no link after all. */
  wait(socket: Socket, onNone: () => void): void {
    if (this.#parts.takeTls() === null || !this.#hasPlaceFor(socket)) return onNone()
    this.#waiting.add(socket)
    const cancel = this.#parts.clock.after(this.#parts.firstByteMs, () => over(null))
    const onData = (chunk: Buffer): void => over(chunk)
    const onClose = (): void => over(null)
    const over = (chunk: Buffer | null): void => {
      if (!this.#waiting.delete(socket)) return
      cancel()
      socket.off('data', onData).off('close', onClose)
      if (chunk === null || !this.take(socket, chunk)) onNone()
    }
    socket.on('data', onData).on('end', onClose).on('close', onClose)
    socket.on('error', () => undefined)
    socket.resume()
  }

  #hasPlaceFor({ remoteAddress }: Socket): boolean {
    const ofSender = [...this.#waiting].filter((other) => other.remoteAddress === remoteAddress)
    return this.#waiting.size < MAX_WAITING && ofSender.length < MAX_WAITING_OF_ONE
  }

  /** Breaks off those that wait. */
  stop(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}
