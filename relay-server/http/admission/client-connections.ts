// All connections from outside: strangers share a small pot by their address, who proved something counts by its own name.
import type { Socket } from 'node:net'
import { addressKeys, type AddressKeys } from '../address-keys.ts'
import { ClientConnection } from './client-connection.ts'
import { Pot, type Place, type PotLimits } from './pot.ts'
import { SlidingWindow } from './sliding-window.ts'

export interface ConnectionLimits {
  /** Of strangers. */
  readonly strangers: PotLimits
  /** New ones of one address in 10 s; a /56 may open four times as many. */
  readonly opensPerAddress: number
  /** Of each name that was proven. */
  readonly perProven: number
}

export interface ClientConnectionsParts {
  readonly limits: ConnectionLimits
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
}

interface Held {
  readonly connection: ClientConnection
  /** Null once it counts by a name. */
  place: Place | null
  provenAs: string | null
}

const OPENS_WINDOW_MS = 10_000
const OPENS_KEYS = 100_000

export class ClientConnections {
  readonly #parts: ClientConnectionsParts
  readonly #pot: Pot
  readonly #opens = new SlidingWindow({ windowMs: OPENS_WINDOW_MS, maxKeys: OPENS_KEYS })
  readonly #bySocket = new Map<Socket, Held>()
  readonly #countByName = new Map<string, number>()

  constructor(parts: ClientConnectionsParts) {
    this.#parts = parts
    this.#pot = new Pot(parts.limits.strangers)
  }

  get count(): number {
    return this.#bySocket.size
  }

  /** Takes a new connection, or cuts it when there are too many in all or from its address. */
  open(socket: Socket): void {
    const client = addressKeys(socket.remoteAddress ?? '')
    const cut = (): void => void socket.destroy()
    const place = client === null || !this.#mayOpen(client) ? null : this.#pot.take(client, cut)
    if (client === null || place === null) return cut()
    this.#bySocket.set(socket, { connection: new ClientConnection(socket, client), place, provenAs: null })
    socket.once('close', () => this.#closed(socket))
  }

  of(socket: Socket): ClientConnection | null {
    return this.#bySocket.get(socket)?.connection ?? null
  }

  /** From now on it counts by that name and no more by its address; a name that has its share changes nothing. */
  proven(socket: Socket, name: string): void {
    const held = this.#bySocket.get(socket)
    const count = this.#countByName.get(name) ?? 0
    if (held === undefined || held.provenAs !== null || count >= this.#parts.limits.perProven) return
    held.place?.release()
    held.place = null
    held.provenAs = name
    this.#countByName.set(name, count + 1)
  }

  /** From now on it counts for nobody here: whoever proved it counts it. */
  counted(socket: Socket): void {
    const held = this.#bySocket.get(socket)
    held?.place?.release()
    if (held !== undefined) held.place = null
  }

  destroyAll(): void {
    for (const socket of [...this.#bySocket.keys()]) socket.destroy()
  }

  #mayOpen({ key, wideKey }: AddressKeys): boolean {
    const { nowMs, limits } = this.#parts
    const [now, permit] = [nowMs(), limits.opensPerAddress]
    const tiers =
      wideKey === null
        ? ([[key, permit]] as const)
        : ([
            [key, permit],
            [wideKey, 4 * permit],
          ] as const)
    if (tiers.some(([name, most]) => this.#opens.waitMs(name, most, now) > 0)) return false
    for (const [name, most] of tiers) this.#opens.accept(name, most, now)
    return true
  }

  #closed(socket: Socket): void {
    const held = this.#bySocket.get(socket)
    this.#bySocket.delete(socket)
    held?.place?.release()
    if (held === undefined || held.provenAs === null) return
    const count = (this.#countByName.get(held.provenAs) ?? 1) - 1
    if (count === 0) this.#countByName.delete(held.provenAs)
    else this.#countByName.set(held.provenAs, count)
  }
}
