// The devices of this hub as targets: what a peer sends them, whether the peer is here or on another hub.
//
// Nothing of a payload is looked at, logged or kept once the target's socket has it.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { inWindow } from '../limits/window.ts'
import type { PeerAddress, SessionTable } from '../sessions/session-table.ts'
import { nudge } from '../presence/nudge.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface LocalPeersParts {
  readonly table: SessionTable
  readonly settings: HubSettings
  readonly clock: Clock
}

export interface PeerMessage {
  /** The sender's device key. */
  readonly from: string
  readonly payload: Uint8Array
}

export class LocalPeers {
  readonly #parts: LocalPeersParts

  constructor(parts: LocalPeersParts) {
    this.#parts = parts
  }

  /** Null when the device has no session here that may be used; sessions of other pharmacies are never found. */
  find({ customerId, deviceKey }: PeerAddress): Session | null {
    return this.#parts.table.peer(customerId, deviceKey)
  }

  /**
   * Sends within the call; resolves when the target's socket has taken it. Throws HubError QUEUE_FULL, and PEER_GONE when
   * the connection ended first, and HUB_RESTARTING.
   */
  async pass(target: Session, { from, payload }: PeerMessage): Promise<void> {
    target.checkStays()
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

  /** Measures the target now. Throws HubError QUEUE_FULL, TIMEOUT, PEER_GONE, HUB_RESTARTING. */
  async nudge(target: Session): Promise<NudgeResponse> {
    target.checkStays()
    const { settings, clock } = this.#parts
    const measured = await inWindow(target.peerNudges, settings.maxNudgesPerTarget, async () =>
      nudge(target, { clock, timeoutMs: settings.nudgeTimeoutMs }),
    )
    return measured.response
  }
}
