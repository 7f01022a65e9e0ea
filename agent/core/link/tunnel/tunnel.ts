// A byte stream to another device, carried in messages through the hub. Only a pipe for TLS: it proves nobody.
import { Duplex } from 'node:stream'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { LinkError } from '../link-parts.ts'
import { ReceivingHalf, SendingHalf } from './tunnel-flow.ts'
import { KIND, TUNNEL, type TunnelKind, type TunnelMessage } from './tunnel-message.ts'

export interface TunnelParts {
  readonly clock: Clock
  /** Sends behind all that was posted before; a failure comes back by `fail`. */
  readonly post: (kind: TunnelKind, number: number, bytes?: Uint8Array) => void
  /** Takes back what was posted and has not been sent. */
  readonly unpost: () => void
  readonly onClosed: () => void
}

type Done = (error?: Error | null) => void

/** What the stream was given and has not sent for want of window. */
interface Pending {
  rest: Uint8Array
  readonly done: Done
}

const nothing = (): void => undefined

/** Ends with a LinkError: hub_away, peer_offline, timeout, protocol or closed. */
export class Tunnel extends Duplex {
  readonly #parts: TunnelParts
  readonly #out = new SendingHalf()
  readonly #in = new ReceivingHalf()
  #pending: Pending | null = null
  #hasSentFin = false
  /** The other end knows that the tunnel is over, or cannot be told. */
  #isMute = false
  #wantsMore = false
  #cancel: Cancel

  constructor(parts: TunnelParts) {
    super({
      allowHalfOpen: false,
      readableHighWaterMark: TUNNEL.chunkBytes,
      writableHighWaterMark: TUNNEL.chunkBytes,
    })
    this.#parts = parts
    // TLS reports it too; a tunnel that never reached TLS must not end the process.
    this.on('error', nothing)
    this.#cancel = parts.clock.after(TUNNEL.openMs, () =>
      this.destroy(new LinkError('timeout', 'The other computer does not answer through the hub')),
    )
  }

  /** A message of the other end. */
  receive({ kind, number, bytes }: TunnelMessage): void {
    if (this.destroyed) return
    if (!this.#hasSentFin) this.#cancel()
    if (kind === KIND.RESET) return this.fail(new LinkError('closed', 'The other computer broke off'))
    if (kind === KIND.OPEN) return this.spoil('it was opened twice')
    if (kind === KIND.CREDIT) return this.#granted(number)
    const fault = this.#in.put(number, kind === KIND.FIN ? null : bytes)
    if (fault !== null) return this.spoil(fault)
    if (this.#wantsMore) this._read()
  }

  /** It is over, and the other end knows or cannot be told. */
  fail(error: LinkError): void {
    this.#isMute = true
    this.destroy(error)
  }

  /** What came through is no stream any more. */
  spoil(fault: string): void {
    this.destroy(new LinkError('protocol', `The connection through the hub ended: ${fault}`))
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    this.#pending = { rest: chunk, done }
    this.#pump()
  }

  // TLS writes a record in pieces; together they are one message.
  override _writev(chunks: { readonly chunk: Uint8Array }[], done: Done): void {
    this.#pending = { rest: Buffer.concat(chunks.map(({ chunk }) => chunk)), done }
    this.#pump()
  }

  override _final(done: Done): void {
    this.#sendFin()
    this.#cancel()
    this.#cancel = this.#parts.clock.after(TUNNEL.lingerMs, () => this.destroy())
    done()
  }

  override _read(): void {
    this.#wantsMore = true
    while (this.#wantsMore && !this.destroyed) {
      const bytes = this.#in.take()
      if (bytes === null) break
      this.#wantsMore = this.push(bytes === 'end' ? null : bytes)
      if (bytes === 'end') return
    }
    const credit = this.#in.creditDue()
    if (credit !== null && !this.destroyed) this.#parts.post(KIND.CREDIT, credit)
  }

  // The other end is always told, also when its own FIN is here: it waits for ours.
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#cancel()
    const { post, unpost, onClosed } = this.#parts
    const isOrderly = error === null && this.#pending === null && this.writableLength === 0
    if (!isOrderly || this.#isMute) unpost()
    if (!this.#isMute && !isOrderly) post(KIND.RESET, 0)
    if (!this.#isMute && isOrderly && !this.#hasSentFin) this.#sendFin()
    onClosed()
    const pending = this.#pending
    this.#pending = null
    // One that never comes would hang the end of TLS.
    pending?.done(error ?? new LinkError('closed', 'The connection through the hub is closed'))
    done(error)
  }

  #granted(total: number): void {
    if (this.#out.grant(total)) this.#pump()
    else this.spoil('more was granted than was sent')
  }

  #pump(): void {
    const pending = this.#pending
    if (pending === null) return
    while (pending.rest.length > 0 && this.#out.room > 0 && !this.destroyed) {
      const part = pending.rest.subarray(0, Math.min(TUNNEL.chunkBytes, this.#out.room))
      pending.rest = pending.rest.subarray(part.length)
      this.#parts.post(KIND.DATA, this.#out.next(part.length), part)
    }
    if (pending.rest.length > 0 || this.#pending !== pending) return
    this.#pending = null
    pending.done()
  }

  #sendFin(): void {
    this.#hasSentFin = true
    this.#parts.post(KIND.FIN, this.#out.next(0))
  }
}
