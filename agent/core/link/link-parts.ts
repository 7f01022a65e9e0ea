// What the parts of the job link hand each other: identities, pins, streams, paths.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { KeyObject } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { LinkAnswer, LinkCancel, LinkState, PersonAnswer } from '@pharmacy-relay/shared/job-link.ts'
import type { ForwardedLabel } from '../spool/rules/forwarding.ts'

/** Who this computer is on links. */
export interface LinkIdentity {
  readonly certificatePem: string
  readonly privateKey: KeyObject
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
}

/** A device whose certificate is trusted here. */
export interface TrustedPeer {
  readonly deviceKey: string
  readonly computerName: string
  readonly fingerprints: readonly string[]
}

/** A stream whose other end has proved to be that device; nothing was written to or read from it before. */
export interface ProvenStream {
  readonly stream: Duplex
  readonly peer: TrustedPeer
  readonly fingerprint: string
  /**
   * A device may have one link on each: a new one replaces (BYE) the older one of the same carrier only, since a Client
   * uses both at once when the LAN is slow.
   */
  readonly carrier: 'lan' | 'hub'
}

/** One live link of a sender, after both HELLOs. */
export interface SenderLink {
  /**
   * Puts a job on the link, in the order of the calls, and resolves with the answer. `onFirstByte` before the first byte is
   * written. Rejects with LinkError when the link ends first: the same id is then sent again.
   */
  send(
    label: Pick<ForwardedLabel, 'id' | 'payload' | 'sha256' | 'reprint' | 'number'> & {
      readonly ttlMs: number
    },
    onFirstByte: () => void,
  ): Promise<LinkAnswer>
  /** With what a person here says of the job, or why it is to be cancelled. Rejects with LinkError when the link ends first. */
  query(id: string, answer?: PersonAnswer | null, cancel?: LinkCancel | null): Promise<LinkState>
  /** Asks the other computer to look at its printer; resolves with its next word of it, or at the end of the link. */
  look(): Promise<void>
  readonly isAlive: boolean
  /** Resolves when it has ended, with why. */
  readonly ended: Promise<LinkError>
  /** Ends it after what is under way, at most 1 s later. */
  close(): void
}

export type LinkErrorCode =
  /** No connection within its time, refused, no route. */
  | 'unreachable'
  /** Nobody knows where to look. */
  | 'no_address'
  /** The other end is not the computer of the assignment, or has no certificate. */
  | 'not_pinned'
  /** It does not take this computer: its own assignment does not name it, or not yet. */
  | 'not_welcome'
  /** The hub, or the peer's connection to it, is away. */
  | 'hub_away'
  | 'peer_offline'
  | 'timeout'
  | 'protocol'
  | 'closed'
  /** The receiver said BYE before this job was begun: it has nothing of it. What was begun ends with `closed`. */
  | 'bye'

export class LinkError extends Error {
  readonly code: LinkErrorCode
  /** Of a BYE: how long the other end asks to be left alone; null when it did not say. */
  afterMs: number | null = null

  constructor(code: LinkErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'LinkError'
    this.code = code
  }

  get reason(): Reason {
    return reason(`link_${this.code}`, {}, this.message)
  }
}

/** A way to a PrinterComputer: one link at a time, opened when it is needed, with a back-off of its own. */
export interface LinkPath {
  readonly name: 'lan' | 'hub'
  /** The link that is up, or the one being opened. Rejects with LinkError. */
  link(): Promise<SenderLink>
  /** The last try failed, and none succeeded since. */
  readonly failedLast: LinkError | null
  /** Calls back whenever a link is up. Returns how to stop. */
  onUp(listener: () => void): () => void
}

/** The hub as a carrier of messages between two devices of the pharmacy; agent.ts joins it to the relay. */
export interface HubCarrier {
  /** Registered at the hub at this moment. */
  readonly isUp: boolean
  /**
   * Passed to the target's socket when it resolves; in the order of the calls. At most 64 KiB. Rejects with HubError:
   * RATE_LIMITED after which the same message may be sent again, any other ends the tunnel.
   */
  send(targetDeviceKey: string, message: Uint8Array): Promise<void>
}

/** What the relay tells the link. */
export interface HubNews {
  /** A message of another device of the pharmacy; `from` was put in by the hub. */
  received(from: string, message: Uint8Array): void
  /** That device's connection to the hub has ended. */
  peerOffline(deviceKey: string): void
  hubUp(): void
  hubDown(): void
}
