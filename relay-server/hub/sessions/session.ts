// One device's session: who it is, what it proved, and what the hub remembers of it while its socket lives.
import type {
  DeviceHello,
  DeviceIdentity,
  DeviceRegistration,
  NudgeResponse,
} from '@pharmacy-relay/shared/device.ts'
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { DeviceLink } from './device-socket.ts'
import type { Window, Windows } from '../limits/window.ts'
import type { RateBucket, RelayRate } from '../limits/rates.ts'

/** What is known of a socket before it registered. */
export interface SessionFacts {
  readonly sessionId: string
  readonly socket: DeviceLink
  readonly hello: DeviceHello
  readonly remoteIp: string
  /** The certificate whose key answered the challenge; rejects with HubError when none did, and the socket ends. */
  readonly proof: Promise<string>
}

/** Without the assignment that came with it, which goes to the device: a document of some KB is not kept with each session. */
type Opened = Omit<OpenedSession, 'assignment'>

export class Session {
  readonly facts: SessionFacts
  /** One try to pair a connection. */
  hasBroughtCode = false
  /** Set by the first RegisterDeviceAsync; a second one gets the same answer. */
  registering: Promise<DeviceIdentity> | null = null
  registration: DeviceRegistration | null = null
  /** The registry's answer; null until it came. */
  opened: Opened | null = null
  /** The last measured heartbeat; null before the first. */
  lastNudge: NudgeResponse | null = null
  /** Heartbeats unanswered in a row. */
  unansweredNudges = 0
  /** Nudges of peers that this device has not answered yet. */
  readonly peerNudges: Window = { inFlight: 0 }
  /** Bytes of relayed messages that this device's connection has not taken yet. */
  relayedBytes = 0
  /** Messages of this device, by target, that the target's connection has not taken yet; null before the first. */
  relays: Windows | null = null
  /** What it may send its peers, and report; null before the first of them. */
  relayRate: RelayRate | null = null
  reportRate: RateBucket | null = null
  /** What it may ask of support. */
  helpRate: RateBucket | null = null
  /** Support bundles that it sends. */
  bundleRate: RateBucket | null = null
  /** Requests of staff that this device has not answered yet. */
  readonly staffRequests: Window = { inFlight: 0 }
  /** Messages and nudges of this device to its peers that have no outcome yet. */
  outcomesOwed = 0
  /** The hub is leaving and it is this device's turn: nothing more is begun for or with its peers. */
  isLeaving = false

  constructor(facts: SessionFacts) {
    this.facts = facts
  }

  get sessionId(): string {
    return this.facts.sessionId
  }

  get socket(): DeviceLink {
    return this.facts.socket
  }

  /** The registry has opened it. */
  open(answer: OpenedSession): void {
    const { assignment: _, ...opened } = answer
    this.opened = opened
  }

  /** What the registry opened. Throws HubError NOT_REGISTERED before that, and once the session is ending. */
  registered(): Opened {
    if (this.opened === null || !this.socket.usable)
      throw new HubError('NOT_REGISTERED', 'Register this device first')
    return this.opened
  }

  /** Throws HubError HUB_RESTARTING once it is this device's turn to be sent away. */
  checkStays(): void {
    if (this.isLeaving) throw new HubError('HUB_RESTARTING', 'The hub is restarting')
  }
}
