// All client connections: refuses those over the limits, finds the one a request came on.
import type { Socket } from 'node:net'
import { addressKeys } from '../../http/address-keys.ts'
import { ClientConnection } from './client-connection.ts'
import type { GatewayLimits } from '../settings.ts'

export class ClientConnections {
  readonly #limits: GatewayLimits
  readonly #bySocket = new Map<Socket, ClientConnection>()
  readonly #countByKey = new Map<string, number>()

  constructor(limits: GatewayLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#bySocket.size
  }

  /** Takes a new connection, or cuts it when there are too many in all or from its address. */
  open(socket: Socket): void {
    const client = addressKeys(socket.remoteAddress ?? '')
    const count = client === null ? 0 : (this.#countByKey.get(client.key) ?? 0)
    const full =
      this.#bySocket.size >= this.#limits.connections || count >= this.#limits.connectionsPerAddress
    if (client === null || full) {
      socket.destroy()
      return
    }
    this.#countByKey.set(client.key, count + 1)
    this.#bySocket.set(socket, new ClientConnection(socket, client))
    socket.once('close', () => this.#closed(socket, client.key))
  }

  of(socket: Socket): ClientConnection | null {
    return this.#bySocket.get(socket) ?? null
  }

  destroyAll(): void {
    for (const socket of [...this.#bySocket.keys()]) socket.destroy()
  }

  #closed(socket: Socket, key: string): void {
    this.#bySocket.delete(socket)
    const count = (this.#countByKey.get(key) ?? 1) - 1
    if (count === 0) this.#countByKey.delete(key)
    else this.#countByKey.set(key, count)
  }
}
