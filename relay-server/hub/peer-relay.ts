// From one device to another of the same pharmacy: bytes and nudges, each with exactly one outcome.
//
// The sender's pharmacy and key come from its session. A device of another pharmacy is answered exactly as nonsense is.
import type { NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { HubCounters } from './facts.ts'
import { inWindow } from './in-window.ts'
import type { KnownDevices } from './known-devices.ts'
import { nudge } from './nudge.ts'
import type { Session } from './session.ts'
import type { SessionTable } from './session-table.ts'
import type { HubSettings } from './settings.ts'

export interface PeerRelayParts {
  readonly table: SessionTable
  readonly known: KnownDevices
  readonly settings: HubSettings
  readonly clock: Clock
  readonly counters: HubCounters
}

export class PeerRelay {
  readonly #parts: PeerRelayParts

  constructor(parts: PeerRelayParts) {
    this.#parts = parts
  }

  /**
   * Delivered when the target acknowledged it. Throws HubError: PEER_UNKNOWN, PEER_OFFLINE (known in this pharmacy, not
   * here now), PEER_GONE (left before it acknowledged), QUEUE_FULL, TIMEOUT (it may have arrived), or the target's refusal.
   */
  async relay(sender: Session, targetDeviceKey: string, payload: Uint8Array): Promise<null> {
    const { settings, counters } = this.#parts
    try {
      const { deviceKey } = sender.registered()
      const target = this.#peer(sender, targetDeviceKey)
      await this.#inWindow(target, async () =>
        target.socket.ask({
          event: 'ReceiveMessageAsync',
          args: [deviceKey, payload],
          timeoutMs: settings.relayTimeoutMs,
        }),
      )
      counters.relayed += 1
      return null
    } catch (error) {
      counters.relaysRefused += 1
      throw error
    }
  }

  /** Measures the target now. Throws HubError as `relay` does. */
  async nudge(sender: Session, targetDeviceKey: string): Promise<NudgeResponse> {
    const { settings, clock } = this.#parts
    const target = this.#peer(sender, targetDeviceKey)
    const measured = await this.#inWindow(target, async () =>
      nudge(target, { clock, timeoutMs: settings.nudgeTimeoutMs }),
    )
    return measured.response
  }

  #peer(sender: Session, targetDeviceKey: string): Session {
    const { table, known } = this.#parts
    const { customerId } = sender.registered()
    const target = table.peer(customerId, targetDeviceKey)
    if (target !== null) return target
    if (known.has(customerId, targetDeviceKey)) throw new HubError('PEER_OFFLINE', 'That device is offline')
    throw new HubError('PEER_UNKNOWN', 'There is no such device in this pharmacy')
  }

  async #inWindow<T>(target: Session, work: () => Promise<T>): Promise<T> {
    return inWindow(target.peerRequests, this.#parts.settings.maxInFlightPerTarget, work)
  }
}
