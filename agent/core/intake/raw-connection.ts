// One raw connection from its first byte to its end: collects a payload within limits and judges it.
import type { Socket } from 'node:net'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { noFailpoint, type ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import { verdictOn, type Verdict } from './completeness.ts'
import type { ResetOnDeath } from './reset-on-death.ts'
import { isStatusQuery } from './status-query.ts'
import { FIRST_BYTES_NEEDED, judgeFirstBytes, TLS_FIRST_BYTE, type RefusedProtocol } from './first-bytes.ts'

export type EndedBy = 'fin' | 'idle' | 'reset'

/** A payload as a connection brought it; whether it may be printed is for the receiver to decide. */
export interface RawJob {
  readonly payload: Buffer
  /** Address of the sender, IPv4 where it is one. */
  readonly sender: string
  readonly endedBy: EndedBy
  readonly verdict: Verdict & { readonly copies?: number }
}

/** Why nothing became of a connection. */
export type RefusalReason = RefusedProtocol | 'status_query' | 'too_large' | 'not_accepted'

export interface RawConnectionParts {
  readonly socket: Socket
  readonly sender: string
  readonly maxBytes: number
  readonly idleMs: number
  /** From the first moment to the last byte, so that a trickle of bytes ends too; counts as an idle end. */
  readonly jobMs: number
  /** Until the first byte, `idleMs` when left out. */
  readonly firstByteMs?: number
  /** Hands a connection over that begins with TLS; false when it is none. */
  readonly handOver?: (socket: Socket, firstBytes: Buffer) => boolean
  readonly failpoint?: ReachFailpoint | undefined
  readonly clock: Clock
  readonly resetOnDeath: ResetOnDeath
  /** Resolves once the job is safe here: only then does the sender see our FIN. A rejection breaks the connection off. */
  readonly onJob: (job: RawJob) => Promise<void>
  /** `why`: what a whole label could not be accepted for. */
  readonly onRefused: (reason: RefusalReason, why?: string) => void
}

/** Nothing is ever answered: a label program would take it for the status of a printer. */
export function serveRawConnection(parts: RawConnectionParts): void {
  new RawConnection(parts).start()
}

class RawConnection {
  readonly #parts: RawConnectionParts
  readonly #failpoint: ReachFailpoint
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #isLabel = false
  #isOver = false
  #cancelIdle: Cancel = () => undefined
  #cancelJob: Cancel = () => undefined
  readonly #onData = (chunk: Buffer): void => this.#take(chunk)

  constructor(parts: RawConnectionParts) {
    this.#parts = parts
    this.#failpoint = parts.failpoint ?? noFailpoint
  }

  start(): void {
    this.#parts.resetOnDeath.arm(this.#parts.socket)
    this.#restartIdle(this.#parts.firstByteMs)
    this.#cancelJob = this.#parts.clock.after(this.#parts.jobMs, () => this.#finish('idle'))
    this.#parts.socket
      .on('data', this.#onData)
      .on('end', () => this.#finish('fin'))
      // A sender that breaks off after a whole label is rude; the label counts all the same.
      .on('error', () => this.#finish('reset'))
      .on('close', () => {
        this.#over()
        this.#dropChunks()
      })
  }

  #take(chunk: Buffer): void {
    if (this.#isOver || (this.#bytes === 0 && this.#isHandedOver(chunk))) return
    this.#bytes += chunk.length
    if (this.#bytes > this.#parts.maxBytes) return this.#refuse('too_large')
    this.#chunks.push(chunk)
    this.#failpoint('FP0')
    this.#restartIdle()
    if (!this.#isLabel) this.#judgeOpening()
  }

  /** A link has limits of its own, and ends as TLS does. */
  #isHandedOver(firstBytes: Buffer): boolean {
    const { socket, handOver, resetOnDeath } = this.#parts
    if (handOver === undefined || firstBytes[0] !== TLS_FIRST_BYTE) return false
    socket.off('data', this.#onData)
    resetOnDeath.disarm(socket)
    if (handOver(socket, firstBytes)) this.#over()
    else {
      resetOnDeath.arm(socket)
      socket.on('data', this.#onData)
    }
    return this.#isOver
  }

  #judgeOpening(): void {
    const opening = judgeFirstBytes(Buffer.concat(this.#chunks, Math.min(this.#bytes, FIRST_BYTES_NEEDED)))
    if (opening.kind === 'refused') this.#refuse(opening.reason)
    this.#isLabel = opening.kind === 'label'
  }

  #finish(endedBy: EndedBy): void {
    if (this.#isOver) return
    this.#over()
    // What comes after an idle end stays unread, so that its sender sees a reset and not a clean end.
    this.#parts.socket.pause()
    const payload = Buffer.concat(this.#chunks)
    this.#dropChunks()
    const isQuery = isStatusQuery(payload)
    if (isQuery) this.#parts.onRefused('status_query')
    if (isQuery || isBlank(payload)) this.#close(endedBy)
    else void this.#deliver(payload, endedBy)
  }

  async #deliver(payload: Buffer, endedBy: EndedBy): Promise<void> {
    const { socket, sender, onJob, onRefused } = this.#parts
    try {
      await onJob({ payload, sender, endedBy, verdict: verdictOn(payload) })
      this.#close(endedBy)
    } catch (error) {
      onRefused('not_accepted', error instanceof Error ? error.message : String(error))
      socket.resetAndDestroy()
    }
  }

  #close(endedBy: EndedBy): void {
    const { socket, resetOnDeath } = this.#parts
    resetOnDeath.disarm(socket)
    socket.end()
    // A sender that does not close must not hold its place for ever.
    if (endedBy !== 'fin') socket.destroySoon()
  }

  #refuse(reason: RefusalReason): void {
    this.#over()
    this.#dropChunks()
    this.#parts.onRefused(reason)
    this.#parts.socket.resetAndDestroy()
  }

  /** What is on a label does not stay in memory. */
  #dropChunks(): void {
    for (const chunk of this.#chunks) chunk.fill(0)
    this.#chunks.length = 0
  }

  #over(): void {
    this.#isOver = true
    this.#cancelIdle()
    this.#cancelJob()
  }

  #restartIdle(ms = this.#parts.idleMs): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#parts.clock.after(ms, () => this.#finish('idle'))
  }
}

/** Blanks and line ends alone are what port scanners and keep-alives send. */
function isBlank(payload: Buffer): boolean {
  return payload.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}
