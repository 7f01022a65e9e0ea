// The sockets of a hub that have not proved themselves, in a pot of their own; a proven one counts for nobody.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import type { AddressKeys } from '../address-keys.ts'
import { Pot, type Place, type PotLimits } from './pot.ts'

export interface UnprovenSocketsParts {
  readonly limits: PotLimits
  readonly addressOf: (request: IncomingMessage) => AddressKeys | null
}

/** Who finds no place is answered after this: an office's next agent often finds one then, and a refusal costs a second. */
const TRY_AGAIN_MS = 1_000

export class UnprovenSockets {
  readonly #parts: UnprovenSocketsParts
  readonly #pot: Pot
  readonly #placeByTcp = new WeakMap<Socket, Place>()

  constructor(parts: UnprovenSocketsParts) {
    this.#parts = parts
    this.#pot = new Pot(parts.limits)
  }

  get size(): number {
    return this.#pot.size
  }

  /** Before the upgrade. False when there is no place for it; a socket whose place is taken back is cut. */
  admit(request: IncomingMessage): boolean {
    const { socket } = request
    const address = this.#parts.addressOf(request)
    // Whoever left has nothing to release a place.
    if (address === null || socket.destroyed) return false
    const place = this.#pot.take(address, () => socket.destroy())
    if (place === null) return false
    this.#placeByTcp.set(socket, place)
    socket.once('close', place.release)
    return true
  }

  /** As `admit`, with another try a second later. */
  async admitSoon(request: IncomingMessage, clock: Clock): Promise<boolean> {
    if (this.admit(request)) return true
    await pause(clock, TRY_AGAIN_MS)
    return this.admit(request)
  }

  /** True from the upgrade until `proven`. */
  isUnproven(tcp: Socket): boolean {
    return this.#placeByTcp.has(tcp)
  }

  /** It proved itself. */
  proven(tcp: Socket): void {
    const place = this.#placeByTcp.get(tcp)
    if (place === undefined) return
    place.release()
    tcp.off('close', place.release)
    this.#placeByTcp.delete(tcp)
  }
}
