// The one way in which bytes reach a printer's socket.
//
//   connect (bounded) → TLS and the printer's certificate, where asked for (bounded) → write with back-pressure
//     → a talk, where one was asked for (bounded) → FIN → read until the printer's FIN (bounded) → closed
//
// A write callback says nothing about the printer, and destroy() after one cuts labels: only the printer's FIN after
// the last byte counts. What the printer says is read all the time, since unread bytes make the close a reset.
// A printer that closes while the last bytes travel cannot be told from one that took them. Over TLS "FIN" is close_notify
// with the FIN behind it; a printer that sends the FIN alone has closed all the same.
import net from 'node:net'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { TailTalk } from '../status/tail-talk.ts'
import { noFailpoint, type ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import { handshakeFailure, secured, type Secured } from './secured-socket.ts'
import { codeOf, connectFailure } from './socket-failure.ts'
import { SocketTail } from './socket-tail.ts'
import { writeFailure, type WriteFailure, type WriteFailureCode } from './write-outcome.ts'

export interface SocketAddress {
  readonly host: string
  readonly port: number
}

export interface SocketLimits {
  readonly connectMs: number
  /** Without progress, while bytes remain to be written. */
  readonly stallMs: number
  /** From our FIN to the printer's. */
  readonly closeMs: number
}

/** CUPS's socket backend waits as long for the close. */
export const SOCKET_LIMITS: SocketLimits = { connectMs: 5_000, stallMs: 30_000, closeMs: 90_000 }

export interface SocketWriteParts {
  readonly address: SocketAddress
  /** May be empty: then it is only seen whether the printer answers. */
  readonly payload: Uint8Array
  readonly limits: SocketLimits
  readonly clock: Clock
  /** Held behind the last byte of the payload, before our FIN. */
  readonly tail?: TailTalk | null
  /** Left out, the bytes go as they are. */
  readonly secure?: Secured | undefined
  /** Of a label; left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

interface SocketFacts {
  /** Bytes the system took over; the printer may have fewer. */
  readonly bytesHandedToSocket: number
  readonly peerClosed: 'fin' | 'reset' | 'timeout' | null
  readonly backchannel: {
    /** The first 4 KiB of what the printer said. */
    readonly bytes: Uint8Array
    readonly totalBytes: number
  }
}

export type SocketWriteOutcome = ({ readonly ok: true } | WriteFailure) & SocketFacts

/** So small that a printer that drains 1 KB/s makes progress within the stall limit. */
const CHUNK_BYTES = 16_384
const KEPT_BACKCHANNEL_BYTES = 4_096

/** Never throws. Answers once the connection is closed, so that the next one finds the printer free. */
export async function writeToSocket(parts: SocketWriteParts): Promise<SocketWriteOutcome> {
  return new SocketWrite(parts).run()
}

class SocketWrite {
  readonly #parts: SocketWriteParts
  readonly #socket = new net.Socket({ allowHalfOpen: true })
  /** What labels are written to: the socket, or TLS on it. */
  #stream = this.#socket
  readonly #said: Uint8Array[] = []
  #saidBytes = 0
  #bytesTried = 0
  #bytesHanded = 0
  #isReached = false
  #isConnected = false
  #peerClosed: SocketFacts['peerClosed'] = null
  #failure: WriteFailure | null = null
  #tail: SocketTail | null = null
  #cancelTimer: Cancel = () => undefined

  readonly #failpoint: ReachFailpoint

  constructor(parts: SocketWriteParts) {
    this.#parts = parts
    this.#failpoint = parts.failpoint ?? noFailpoint
  }

  async run(): Promise<SocketWriteOutcome> {
    const { signal } = this.#parts
    const onAbort = (): void => this.#fail('stopped', '')
    if (signal.aborted) this.#fail('stopped', '')
    else {
      signal.addEventListener('abort', onAbort)
      await this.#exchange()
      signal.removeEventListener('abort', onAbort)
    }
    this.#cancelTimer()
    this.#tail?.stop()
    return { ...(this.#failure ?? { ok: true }), ...this.#facts() }
  }

  async #exchange(): Promise<void> {
    const { address, limits } = this.#parts
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket
      .on('connect', () => this.#reached())
      .on('error', (error: NodeJS.ErrnoException) => this.#failed(error))
    this.#limit(limits.connectMs, 'printer_unreachable')
    try {
      this.#socket.setNoDelay(true)
      this.#socket.connect({ ...address })
    } catch (error) {
      this.#fail('address_not_usable', codeOf(error))
    }
    await closed
  }

  #reached(): void {
    const { secure } = this.#parts
    if (secure === undefined) return this.#connected()
    this.#isReached = true
    // Also by a printer that serves somebody else and lets whoever comes next wait.
    this.#limit(secure.handshakeMs, 'tls_silent')
    this.#stream = secured(this.#socket, (fingerprint) => {
      if (this.#failure !== null) return
      if (fingerprint !== null && secure.isTrusted(fingerprint)) return this.#connected()
      this.#fail('other_certificate', `SHA-256 ${fingerprint?.slice(0, 16) ?? 'of none'} …`)
    })
    this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#failed(error))
  }

  #connected(): void {
    this.#isConnected = true
    this.#stream.on('data', (chunk: Buffer) => this.#keep(chunk)).on('end', () => this.#peerEnded())
    setImmediate(() => this.#write())
  }

  /** One chunk at a time: its callback is the progress that the stall limit watches. */
  #write(): void {
    const { payload, limits } = this.#parts
    if (this.#failure !== null) return
    this.#limit(limits.stallMs, 'write_stalled')
    const chunk = payload.subarray(this.#bytesTried, this.#bytesTried + CHUNK_BYTES)
    if (chunk.length === 0) {
      // One turn of the loop, so that a close that is here already is seen before our FIN and not as its answer.
      setImmediate(() => this.#talk())
      return
    }
    this.#bytesTried += chunk.length
    this.#stream.write(chunk, (error) => {
      if (error) return
      this.#bytesHanded += chunk.length
      this.#write()
    })
  }

  /** The talk has a limit of its own in place of the stall's: the payload has been handed over. */
  #talk(): void {
    const { tail, clock } = this.#parts
    if (this.#failure !== null) return
    if (tail === undefined || tail === null) return this.#end()
    this.#cancelTimer()
    this.#tail = new SocketTail({ talk: tail, clock, say: (bytes) => void this.#stream.write(bytes) })
    this.#tail.start(() => this.#end())
  }

  #end(): void {
    if (this.#failure !== null) return
    // A talk's last words may still wait for the printer to read.
    this.#limit(this.#parts.limits.stallMs, 'write_stalled')
    this.#stream.end(() => {
      if (this.#parts.payload.length > 0) this.#failpoint('FP11')
      if (this.#failure !== null) this.#drop()
      else if (this.#peerClosed === null) this.#limit(this.#parts.limits.closeMs, 'close_not_seen')
    })
  }

  #keep(chunk: Buffer): void {
    this.#tail?.hear(chunk)
    const room = KEPT_BACKCHANNEL_BYTES - Math.min(this.#saidBytes, KEPT_BACKCHANNEL_BYTES)
    if (room > 0) this.#said.push(chunk.subarray(0, room))
    this.#saidBytes += chunk.length
  }

  #peerEnded(): void {
    this.#peerClosed = 'fin'
    // Also when all bytes were handed over: a FIN that did not wait for ours is no answer to them.
    if (!this.#hasSaidAll()) this.#fail('closed_early', '')
    // Both ends are closed: nothing is waited for any more, also not a FIN behind close_notify.
    else {
      this.#cancelTimer()
      this.#socket.destroy()
    }
  }

  /** Our close is with the system, no turn of the loop behind end(): over TLS the FIN follows close_notify by some turns. */
  #hasSaidAll(): boolean {
    const { writableEnded, writableLength } = this.#stream
    return writableEnded && writableLength === 0 && this.#socket.writableLength === 0
  }

  #failed(error: NodeJS.ErrnoException): void {
    // Such as of what was still to be written when we reset.
    if (this.#failure !== null) return
    if (this.#isConnected) {
      this.#peerClosed = 'reset'
      this.#fail('connection_reset', codeOf(error))
    } else if (this.#isReached) this.#fail(handshakeFailure(codeOf(error)), codeOf(error))
    else this.#fail(connectFailure(error), codeOf(error))
  }

  /** One turn of the loop later: after a standstill of this computer, what has come meanwhile is seen before the limit. */
  #limit(delayMs: number, code: WriteFailureCode): void {
    this.#cancelTimer()
    let isTakenBack = false
    const cancel = this.#parts.clock.after(delayMs, () =>
      setImmediate(() => {
        if (isTakenBack) return
        this.#peerClosed ??= 'timeout'
        this.#fail(code, `nothing for ${delayMs / 1_000} s`)
      }),
    )
    this.#cancelTimer = () => {
      isTakenBack = true
      cancel()
    }
  }

  /** The reset drops what the system still holds: a label given up must not come out later, beside its reprint. */
  #fail(code: WriteFailureCode, cause: string): void {
    this.#tail?.stop()
    this.#failure ??= writeFailure(code, this.#bytesTried > 0, cause)
    // A reset while the FIN is on its way is refused by the system (EINVAL), and the socket would never close. Behind
    // words of a talk that the printer does not read, or close_notify, the FIN has not begun.
    const { writableEnded, writableFinished, writableLength } = this.#socket
    if (!writableEnded || writableFinished || writableLength > 0) this.#drop()
  }

  #drop(): void {
    if (this.#socket.connecting || this.#socket.pending) this.#socket.destroy()
    else this.#socket.resetAndDestroy()
  }

  #facts(): SocketFacts {
    return {
      bytesHandedToSocket: this.#bytesHanded,
      peerClosed: this.#peerClosed,
      backchannel: { bytes: Buffer.concat(this.#said), totalBytes: this.#saidBytes },
    }
  }
}
