// From one device to another of the same pharmacy: bytes and nudges, each with exactly one outcome.
//
//   sender's session ──▶ address in its own pharmacy ──▶ the target's session here, else the hub that holds it
//
// The sender's pharmacy and key come from its session. A device of another pharmacy is answered exactly as nonsense is.
// A payload is neither looked at nor logged, and nothing of it is kept once the target's socket has it.
import type { NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { MAX_RELAY_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { HubCounters } from '../sessions/counters.ts'
import { failpoint } from './failpoint.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import { Windows } from '../limits/window.ts'
import type { LocalPeers, PeerMessage } from './local-peers.ts'
import type { PeerAddress } from '../sessions/session-table.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

/** The other hubs, each of which holds devices of its own. */
export interface OtherHubs {
  /** True when another hub has a newer session of the device than this one. */
  isOutranked(address: PeerAddress): boolean
  /** Leaves within the call. True once the target's socket has taken it; false when no hub holds the device. */
  relay(address: PeerAddress, message: PeerMessage): Promise<boolean>
  /** Null when no hub holds the device. */
  nudge(address: PeerAddress): Promise<NudgeResponse | null>
}

export interface PeerRelayParts {
  readonly local: LocalPeers
  readonly known: KnownDevices
  readonly settings: HubSettings
  readonly counters: HubCounters
  /** The other hubs; null when this is the only one. */
  readonly mesh: OtherHubs | null
}

export class PeerRelay {
  readonly #parts: PeerRelayParts

  constructor(parts: PeerRelayParts) {
    this.#parts = parts
  }

  /**
   * Resolves when the target's socket has taken it, which says nothing of the target; messages of one sender reach one
   * target in the order of the calls. Throws HubError HUB_RESTARTING, TOO_LARGE, PEER_UNKNOWN, PEER_OFFLINE (known in this pharmacy, on no
   * hub now), PEER_GONE (its connection ended first; it may have arrived), QUEUE_FULL, TIMEOUT (another hub did not answer;
   * it may have arrived), UNAVAILABLE (the device is not here, and other hubs cannot be asked now; it has not left).
   */
  async relay(sender: Session, targetDeviceKey: string, payload: Uint8Array): Promise<null> {
    const { settings, counters } = this.#parts
    try {
      const { customerId, deviceKey } = sender.registered()
      if (payload.byteLength > MAX_RELAY_BYTES)
        throw new HubError('TOO_LARGE', `A message has at most ${MAX_RELAY_BYTES} bytes`)
      failpoint('FP5')
      const target = { customerId, deviceKey: targetDeviceKey }
      // Nothing is awaited before the message is on its way, or another one could overtake it.
      sender.relays ??= new Windows()
      await sender.relays.run(targetDeviceKey, settings.maxRelaysPerPair, async () =>
        this.#pass(target, { from: deviceKey, payload }),
      )
      counters.relayed += 1
      return null
    } catch (error) {
      counters.relaysRefused += 1
      throw error
    }
  }

  /** Measures the target now. Throws HubError as `relay` does, and TIMEOUT when the device does not answer. */
  async nudge(sender: Session, targetDeviceKey: string): Promise<NudgeResponse> {
    const { local, mesh } = this.#parts
    const address = { customerId: sender.registered().customerId, deviceKey: targetDeviceKey }
    const target = this.#here(address)
    if (target !== null) return local.nudge(target)
    const response = (await mesh?.nudge(address)) ?? null
    if (response === null) throw this.#absent(address)
    return response
  }

  async #pass(address: PeerAddress, message: PeerMessage): Promise<void> {
    const { local, mesh } = this.#parts
    const target = this.#here(address)
    if (target !== null) return local.pass(target, message)
    const isDelivered = (await mesh?.relay(address, message)) ?? false
    if (!isDelivered) throw this.#absent(address)
  }

  /** The target's session, unless another hub has a newer one. */
  #here(address: PeerAddress): Session | null {
    const { local, mesh } = this.#parts
    return mesh?.isOutranked(address) === true ? null : local.find(address)
  }

  #absent({ customerId, deviceKey }: PeerAddress): HubError {
    if (this.#parts.known.has(customerId, deviceKey))
      return new HubError('PEER_OFFLINE', 'That device is offline')
    return new HubError('PEER_UNKNOWN', 'There is no such device in this pharmacy')
  }
}
