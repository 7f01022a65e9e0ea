// From one device to another of the same pharmacy: bytes and nudges, each with exactly one outcome.
//
// The sender's pharmacy and key come from its session. A device of another pharmacy is answered exactly as nonsense is.
// A payload is neither looked at nor logged, and nothing of it is kept once the target's socket has it.
import type { NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { MAX_RELAY_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { HubCounters } from './facts.ts'
import { failpoint } from './failpoint.ts'
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
   * Resolves when the target's socket has taken it, which says nothing of the target; messages of one sender reach one
   * target in the order of the calls. Throws HubError TOO_LARGE, PEER_UNKNOWN, PEER_OFFLINE (known in this pharmacy, not
   * here now), PEER_GONE (its connection ended first; it may have arrived), QUEUE_FULL.
   */
  async relay(sender: Session, targetDeviceKey: string, payload: Uint8Array): Promise<null> {
    const { settings, counters } = this.#parts
    try {
      const { deviceKey } = sender.registered()
      if (payload.byteLength > MAX_RELAY_BYTES)
        throw new HubError('TOO_LARGE', `A message has at most ${MAX_RELAY_BYTES} bytes`)
      const target = this.#peer(sender, targetDeviceKey)
      failpoint('FP5')
      // Nothing is awaited before the message is on its way, or another one could overtake it.
      await inWindow(sender.relaysTo(target), settings.maxRelaysPerPair, async () =>
        this.#pass(target, deviceKey, payload),
      )
      counters.relayed += 1
      return null
    } catch (error) {
      counters.relaysRefused += 1
      throw error
    }
  }

  /** Measures the target now. Throws HubError as `relay` does, and TIMEOUT. */
  async nudge(sender: Session, targetDeviceKey: string): Promise<NudgeResponse> {
    const { settings, clock } = this.#parts
    const target = this.#peer(sender, targetDeviceKey)
    const measured = await inWindow(target.peerNudges, settings.maxNudgesPerTarget, async () =>
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

  async #pass(target: Session, from: string, payload: Uint8Array): Promise<void> {
    const { byteLength } = payload
    if (target.relayedBytes + byteLength > this.#parts.settings.maxRelayedBytesPerTarget)
      throw new HubError('QUEUE_FULL', 'That device has too much under way')
    target.relayedBytes += byteLength
    try {
      await target.socket.pass([from, payload])
    } finally {
      target.relayedBytes -= byteLength
    }
  }
}
