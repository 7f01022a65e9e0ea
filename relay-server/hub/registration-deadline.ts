// Closes sockets that do not prove their key and ask to register in time, whether or not they got as far as the handshake.
import type { IncomingMessage } from 'node:http'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { GOODBYE_MS } from './closing.ts'

export class RegistrationDeadlines {
  readonly #parts: { readonly clock: Clock; readonly withinMs: number }
  readonly #cancelByRequest = new Map<IncomingMessage, () => void>()

  constructor(parts: { readonly clock: Clock; readonly withinMs: number }) {
    this.#parts = parts
  }

  /** Starts with the upgraded connection; `close` ends it. */
  begin(request: IncomingMessage, close: () => void): void {
    // One that left while the registry was asked has no end to wait for.
    if (request.socket.destroyed) return
    const { clock, withinMs } = this.#parts
    const cut = () => void request.socket.destroy()
    const expire = () => {
      close()
      this.#cancelByRequest.set(request, clock.after(GOODBYE_MS, cut))
    }
    this.#cancelByRequest.set(request, clock.after(withinMs, expire))
    request.socket.once('close', () => this.end(request))
  }

  /** The device proved its key and asked to register or to pair, or the socket is gone. */
  end(request: IncomingMessage): void {
    this.#cancelByRequest.get(request)?.()
    this.#cancelByRequest.delete(request)
  }
}
