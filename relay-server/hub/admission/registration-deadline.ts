// Closes sockets that do not prove their key and ask to register in time, whether or not they got as far as the handshake.
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { GOODBYE_MS } from '../sessions/device-socket.ts'

export class RegistrationDeadlines {
  readonly #parts: { readonly clock: Clock; readonly withinMs: number }
  readonly #endByTcp = new Map<Socket, () => void>()

  constructor(parts: { readonly clock: Clock; readonly withinMs: number }) {
    this.#parts = parts
  }

  /** Starts with the upgraded connection; `close` ends it. */
  begin(tcp: Socket, close: () => void): void {
    // One that left while the registry was asked has no end to wait for.
    if (tcp.destroyed) return
    const { clock, withinMs } = this.#parts
    let cancel = clock.after(withinMs, () => {
      close()
      cancel = clock.after(GOODBYE_MS, () => void tcp.destroy())
    })
    const onClose = () => this.end(tcp)
    tcp.once('close', onClose)
    this.#endByTcp.set(tcp, () => {
      cancel()
      tcp.off('close', onClose)
    })
  }

  /** The device proved its key and asked to register or to pair, or the socket is gone. */
  end(tcp: Socket): void {
    this.#endByTcp.get(tcp)?.()
    this.#endByTcp.delete(tcp)
  }
}
