// For tests: a hub in memory with a switchboard for each device, whose messages a test may hold back or change.
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { HubCarrier } from '../link-parts.ts'
import { readTunnelMessage, type TunnelKind } from '../tunnel/tunnel-message.ts'
import { TunnelSwitchboard, type TunnelSwitchboardParts } from '../tunnel/tunnel-switchboard.ts'

/** One message on its way. */
export interface Passing {
  readonly from: string
  readonly to: string
  readonly bytes: Uint8Array
  readonly kind: TunnelKind | null
}

/** What becomes of it: delivered so many times, in that form; or refused with a code; lost although DELIVERED is `[]`. */
export type Treatment = readonly Uint8Array[] | HubCode

export class TestHubLines {
  readonly passed: Passing[] = []
  readonly #switchboards = new Map<string, TunnelSwitchboard>()
  readonly #up = new Set<string>()
  readonly #clock: Clock
  treat: (message: Passing) => Treatment = ({ bytes }) => [bytes]

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  join(
    deviceKey: string,
    parts: Partial<Pick<TunnelSwitchboardParts, 'takesLinks' | 'onIncoming'>> = {},
  ): TunnelSwitchboard {
    const switchboard = new TunnelSwitchboard({
      carrier: this.carrier(deviceKey),
      clock: this.#clock,
      takesLinks: () => true,
      onIncoming: () => undefined,
      ...parts,
    })
    this.#switchboards.set(deviceKey, switchboard)
    this.#up.add(deviceKey)
    return switchboard
  }

  carrier(from: string): HubCarrier {
    const isUp = (): boolean => this.#up.has(from)
    return {
      get isUp() {
        return isUp()
      },
      send: async (to, message) => this.#pass(from, to, message),
    }
  }

  /** The connection of a device to the hub is cut, and the others hear of it. */
  cut(deviceKey: string): void {
    this.#up.delete(deviceKey)
    this.#switchboards.get(deviceKey)?.hubDown()
    for (const other of this.#up) this.#switchboards.get(other)?.peerOffline(deviceKey)
  }

  restore(deviceKey: string): void {
    this.#up.add(deviceKey)
    this.#switchboards.get(deviceKey)?.hubUp()
  }

  /** As the hub hands a message to a device. */
  inject(from: string, to: string, bytes: Uint8Array): void {
    this.#switchboards.get(to)?.received(from, bytes)
  }

  async #pass(from: string, to: string, bytes: Uint8Array): Promise<void> {
    const message = { from, to, bytes, kind: readTunnelMessage(bytes).kind }
    this.passed.push(message)
    const treatment = this.treat(message)
    if (typeof treatment === 'string') throw new HubError(treatment, 'As the test wants it')
    if (!this.#up.has(to)) throw new HubError('PEER_OFFLINE', 'That device is offline')
    // Not within the call, as on a real line; in order, as timers of one moment run.
    for (const one of treatment) setImmediate(() => this.#up.has(to) && this.inject(from, to, one))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
