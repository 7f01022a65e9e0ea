// Who may open a socket: no browsers, no flood, nobody while the hub is stopping.
import type { IncomingMessage } from 'node:http'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { addressKeys, type AddressKeys } from '../../http/address-keys.ts'
import { SlidingWindow } from '../../http/admission/sliding-window.ts'
import { UnprovenSockets } from '../../http/admission/unproven-sockets.ts'
import { RateBucket } from '../limits/rates.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface AdmissionParts {
  readonly settings: HubSettings
  readonly clock: Clock
  readonly sessionCount: () => number
  readonly clientAddress: (request: IncomingMessage) => string
}

/** For a place among the sockets that have not registered. */
const LONGEST_WAIT_FOR_UPGRADE_MS = 3_000

/** What a device beyond the rate is asked to wait: this, and what those before it take at the rate. */
const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/** An address or an IPv6 /56 with fewer handshakes in this time is quiet: half of what is let in is kept for such. */
const QUIET_HANDSHAKES = 3
const QUIET_WINDOW_MS = 10_000
const QUIET_KEYS = 20_000

export class Admission {
  /** From the upgrade until their device is registered. */
  readonly sockets: UnprovenSockets
  readonly #parts: AdmissionParts
  readonly #rate: RateBucket
  readonly #handshakes = new SlidingWindow({ windowMs: QUIET_WINDOW_MS, maxKeys: QUIET_KEYS })
  #draining = false
  #stopped = false
  #refused = 0
  /** Devices that were asked to come back, less those that were let in since. */
  #excess = 0

  constructor(parts: AdmissionParts) {
    this.#parts = parts
    const { maxUnprovenPerAddress, maxUnprovenPerNetwork, maxUnproven, admissionsPerSecond } = parts.settings
    this.sockets = new UnprovenSockets({
      limits: { perAddress: maxUnprovenPerAddress, perNetwork: maxUnprovenPerNetwork, total: maxUnproven },
      addressOf: (request) => this.#addressOf(request),
      longestWaitMs: LONGEST_WAIT_FOR_UPGRADE_MS,
    })
    this.#rate = new RateBucket({ perSecond: admissionsPerSecond, clock: parts.clock })
  }

  get unproven(): number {
    return this.sockets.size
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

  /**
   * Before the upgrade: null admits it, else the reason in words. Counts the socket until it registers or is gone. Where
   * there is no place for it, it waits for a second.
   */
  async refuseUpgrade(request: IncomingMessage): Promise<string | null> {
    const reason = this.#reasonAgainst(request) ?? (await this.#reasonOfPlace(request))
    if (reason !== null) this.#refused += 1
    return reason
  }

  async #reasonOfPlace(request: IncomingMessage): Promise<string | null> {
    const hasPlace = await this.sockets.admitSoon(request, this.#parts.clock)
    return hasPlace ? null : 'Too many connections that have not registered'
  }

  #reasonAgainst(request: IncomingMessage): string | null {
    if (this.#stopped) return 'The hub has stopped'
    // Every browser sends Origin with a WebSocket, a device never does.
    if (request.headers.origin !== undefined) return 'Devices only: requests with an Origin are refused'
    // engine.io itself refuses the old protocol only after the upgrade.
    if (!/[?&]EIO=4(?:&|$)/.test(request.url ?? '')) return 'Only version 4 of the engine protocol is served'
    return null
  }

  /**
   * After the upgrade, before the device may say anything; `request` is that of its upgrade. Throws HubError, always of a
   * kind worth trying again.
   */
  checkRoom(request: IncomingMessage): void {
    const refusal = this.#refusal(this.#addressOf(request))
    if (refusal === null) return
    this.#refused += 1
    throw refusal
  }

  #refusal(address: AddressKeys | null): HubError | null {
    if (this.#draining) return new HubError('HUB_RESTARTING', 'The hub is restarting')
    if (this.#parts.sessionCount() >= this.#parts.settings.maxSessions)
      return new HubError('UNAVAILABLE', 'The hub is full')
    if (!this.#takesTurn(address))
      return new HubError('UNAVAILABLE', 'Too many devices connect right now', {
        retryAfterMs: this.#waitMs(),
      })
    this.#excess = Math.max(0, this.#excess - 1)
    return null
  }

  /** Half of the rate is for who came seldom: a flood of handshakes from some addresses leaves it to all others. */
  #takesTurn(address: AddressKeys | null): boolean {
    const keys = address === null ? [] : [address.key, ...(address.wideKey === null ? [] : [address.wideKey])]
    const nowMs = this.#parts.clock.monotonicMs()
    const isQuiet = keys.every((key) => this.#handshakes.waitMs(key, QUIET_HANDSHAKES, nowMs) === 0)
    const kept = isQuiet ? 0 : this.#parts.settings.admissionsPerSecond / 2
    if (!this.#rate.take(1, kept)) return false
    if (isQuiet) for (const key of keys) this.#handshakes.accept(key, QUIET_HANDSHAKES, nowMs)
    return true
  }

  #addressOf(request: IncomingMessage): AddressKeys | null {
    return addressKeys(this.#parts.clientAddress(request))
  }

  #waitMs(): number {
    this.#excess += 1
    const { admissionsPerSecond } = this.#parts.settings
    const waitMs = SHORTEST_WAIT_MS + Math.round((this.#excess / admissionsPerSecond) * 1_000)
    return Math.min(LONGEST_WAIT_MS, waitMs)
  }
}
