// Who may open a socket: no browsers, no flood, nobody while the hub is stopping.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { addressKeys } from '../../http/address-keys.ts'
import { RateBucket } from '../limits/rates.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface AdmissionParts {
  readonly settings: HubSettings
  readonly clock: Clock
  readonly sessionCount: () => number
  readonly clientAddress: (request: IncomingMessage) => string
}

/** What a device beyond the rate is asked to wait: this, and what those before it take at the rate. */
const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

export class Admission {
  readonly #parts: AdmissionParts
  readonly #unproven: UnprovenSockets
  readonly #rate: RateBucket
  readonly #ticketByTcp = new WeakMap<Socket, UnprovenTicket>()
  #draining = false
  #stopped = false
  #refused = 0
  /** Devices that were asked to come back, less those that were let in since. */
  #excess = 0

  constructor(parts: AdmissionParts) {
    this.#parts = parts
    const { maxUnprovenPerAddress, maxUnproven, admissionsPerSecond } = parts.settings
    this.#unproven = new UnprovenSockets({ perAddress: maxUnprovenPerAddress, total: maxUnproven })
    this.#rate = new RateBucket({ perSecond: admissionsPerSecond, clock: parts.clock })
  }

  get unproven(): number {
    return this.#unproven.total
  }

  /** Upgrades and handshakes refused since the start. */
  get refused(): number {
    return this.#refused
  }

  /** From now on handshakes are told that the hub is restarting. */
  drain(): void {
    this.#draining = true
  }

  /** From now on nobody is upgraded. */
  stop(): void {
    this.#stopped = true
  }

  /** Before the upgrade: null admits it, else the reason in words. Counts the socket until it registers or is gone. */
  refuseUpgrade(request: IncomingMessage): string | null {
    const reason = this.#reasonAgainst(request)
    if (reason !== null) this.#refused += 1
    return reason
  }

  #reasonAgainst(request: IncomingMessage): string | null {
    if (this.#stopped) return 'The hub has stopped'
    // Every browser sends Origin with a WebSocket, a device never does.
    if (request.headers.origin !== undefined) return 'Devices only: requests with an Origin are refused'
    // engine.io itself refuses the old protocol only after the upgrade.
    if (!/[?&]EIO=4(?:&|$)/.test(request.url ?? '')) return 'Only version 4 of the engine protocol is served'
    const address = addressKeys(this.#parts.clientAddress(request))
    if (address === null) return 'The connection has no address'
    const ticket = this.#unproven.admit(address.key)
    if (ticket === null) return 'Too many connections that have not registered'
    this.#ticketByTcp.set(request.socket, ticket)
    request.socket.once('close', ticket.release)
    return null
  }

  /** After the upgrade, before the device may say anything. Throws HubError, always of a kind worth trying again. */
  checkRoom(): void {
    const refusal = this.#refusal()
    if (refusal === null) return
    this.#refused += 1
    throw refusal
  }

  #refusal(): HubError | null {
    if (this.#draining) return new HubError('HUB_RESTARTING', 'The hub is restarting')
    if (this.#parts.sessionCount() >= this.#parts.settings.maxSessions)
      return new HubError('UNAVAILABLE', 'The hub is full')
    if (!this.#rate.take())
      return new HubError('UNAVAILABLE', 'Too many devices connect right now', {
        retryAfterMs: this.#waitMs(),
      })
    this.#excess = Math.max(0, this.#excess - 1)
    return null
  }

  #waitMs(): number {
    this.#excess += 1
    const { admissionsPerSecond } = this.#parts.settings
    const waitMs = SHORTEST_WAIT_MS + Math.round((this.#excess / admissionsPerSecond) * 1_000)
    return Math.min(LONGEST_WAIT_MS, waitMs)
  }

  /** True from the upgrade until `proven`. */
  isUnproven(tcp: Socket): boolean {
    return this.#ticketByTcp.has(tcp)
  }

  /** The device proved itself; its socket counts against nobody any more. */
  proven(tcp: Socket): void {
    const ticket = this.#ticketByTcp.get(tcp)
    if (ticket === undefined) return
    ticket.release()
    tcp.off('close', ticket.release)
    this.#ticketByTcp.delete(tcp)
  }
}

/** One socket's place among the unproven. */
interface UnprovenTicket {
  readonly address: string
  /** The socket registered or is gone. May be called any number of times. */
  readonly release: () => void
}

/** Counts sockets that have not registered yet, per address (IPv6: per /64) and in total; a registered device counts for nobody. */
class UnprovenSockets {
  readonly #limits: { readonly perAddress: number; readonly total: number }
  readonly #countByAddress = new Map<string, number>()
  #total = 0

  constructor(limits: { readonly perAddress: number; readonly total: number }) {
    this.#limits = limits
  }

  get total(): number {
    return this.#total
  }

  /** Null when this address, or the hub, holds as many unproven sockets as it may. */
  admit(address: string): UnprovenTicket | null {
    const count = this.#countByAddress.get(address) ?? 0
    if (count >= this.#limits.perAddress || this.#total >= this.#limits.total) return null
    this.#countByAddress.set(address, count + 1)
    this.#total += 1
    let held = true
    return {
      address,
      release: () => {
        if (held) this.#release(address)
        held = false
      },
    }
  }

  #release(address: string): void {
    const count = (this.#countByAddress.get(address) ?? 1) - 1
    if (count === 0) this.#countByAddress.delete(address)
    else this.#countByAddress.set(address, count)
    this.#total -= 1
  }
}
