// The sockets of a hub that have not proved themselves, in a pot of their own; a proven one counts for nobody.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import type { AddressKeys } from '../address-keys.ts'
import { Pot, type Place, type PotLimits } from './pot.ts'
import { SlidingWindow } from './sliding-window.ts'
import { Turns } from './turns.ts'

export interface UnprovenSocketsParts {
  readonly limits: PotLimits
  readonly addressOf: (request: IncomingMessage) => AddressKeys | null
  /** Who has to wait is refused after this; a refused stranger comes back at once. */
  readonly longestWaitMs: number
}

/**
 * An upgrade costs ten times what waiting for one does. An address with so many unproven sockets waits with its next; of those that
 * wait so many come in a second, from all addresses together: an office that returns at once, of a flood no more than that.
 */
const AT_ONCE_PER_ADDRESS = 4
const WAITING_PER_SECOND = 50
const EVERYBODY = 'everybody'
const TRY_EVERY_MS = 1_000

export class UnprovenSockets {
  readonly #parts: UnprovenSocketsParts
  readonly #pot: Pot
  readonly #placeByTcp = new WeakMap<Socket, Place>()
  readonly #waited = new SlidingWindow({ windowMs: 1_000, maxKeys: 1 })
  readonly #turns = new Turns({ hasGaps: false })

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

  /** As `admit`, when it is the socket's turn; waits for a place and for its turn so long at most. Of those let in one comes in a turn of the loop. */
  async admitSoon(request: IncomingMessage, clock: Clock): Promise<boolean> {
    // Node gives the socket of an upgrade away without a listener, and one that is reset while it waits would end the process.
    request.socket.on('error', leaves)
    const endMs = clock.monotonicMs() + this.#parts.longestWaitMs
    while (!request.socket.destroyed) {
      if (this.#mayComeNow(request, clock) && this.admit(request)) return await this.#inTurn()
      if (clock.monotonicMs() >= endMs) return false
      await pause(clock, TRY_EVERY_MS)
    }
    return false
  }

  #mayComeNow(request: IncomingMessage, clock: Clock): boolean {
    const address = this.#parts.addressOf(request)
    if (address === null || this.#pot.countOf(address) < AT_ONCE_PER_ADDRESS) return true
    const nowMs = clock.monotonicMs()
    if (!this.#pot.hasRoomFor(address) || this.#waited.waitMs(EVERYBODY, WAITING_PER_SECOND, nowMs) > 0)
      return false
    this.#waited.accept(EVERYBODY, WAITING_PER_SECOND, nowMs)
    return true
  }

  async #inTurn(): Promise<true> {
    return new Promise((resolve) => {
      this.#turns.add(() => resolve(true))
    })
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

/** It is destroyed by itself; one function for all of them, which keeps nothing of a socket. */
function leaves(): void {}
