// The computers that this one trusts on links: what the hub names, held against what is known here.
//
//   assignment ─▶ trust (peer-trust.ts) ─┬─▶ trusted: kept (SQLite), links allowed
//                                        └─▶ refused: no link, an alarm, until a person on this computer says yes
//
// The hub tells who is who, but is not believed when it says that somebody is suddenly somebody else.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Database } from 'better-sqlite3'
import type { PeerRow } from '../../../contract/peers.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isEndorsed } from './endorsed.ts'
import { forgetFingerprints, knownFingerprints, storeFingerprints } from './known-peers.queries.ts'
import type { TrustedPeer } from '../link-parts.ts'
import { alarmReason, nameOf, waitingReason } from './peer-texts.ts'
import { peersOf, trustOf, type KnownFingerprint, type NamedPeer, type PeerTrust } from './peer-trust.ts'

export interface KnownPeersParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}

/** A PrinterComputer to which nothing can be sent yet. */
export interface WaitingTarget {
  /** False: its certificate has yet to come from the hub. */
  readonly waitsForPerson: boolean
  readonly reason: Reason
}

interface Judged {
  readonly peer: NamedPeer
  readonly trust: PeerTrust
  /** What was known before, for people to compare with. */
  readonly known: readonly KnownFingerprint[]
}

/**
 * As many devices are remembered, so that one that was removed and added again is not new. Beyond it those are forgotten
 * that nobody named for a year; who is new then waits for a person: no flood of names makes this computer forget.
 */
const MAX_REMEMBERED = 1_000
const FORGOTTEN_AFTER_MS = 365 * 86_400_000

export class KnownPeers {
  readonly #parts: KnownPeersParts
  readonly #listeners = new Set<() => void>()
  #known: Map<string, KnownFingerprint[]>
  #assignment: PrinterAssignment | null = null
  #judged: readonly Judged[] = []
  #byFingerprint: ReadonlyMap<string, TrustedPeer> = new Map()

  constructor(parts: KnownPeersParts) {
    this.#parts = parts
    this.#known = knownFingerprints(parts.database)
  }

  /** Who is trusted from now on; kept on the disk when it returns. Who is not named is not trusted. */
  apply(assignment: PrinterAssignment): void {
    const before = new Set(this.#judged.flatMap(({ trust }) => trust.refused))
    this.#assignment = assignment
    this.#judge()
    const alarms = this.#judged.filter(({ trust }) => trust.refused.some((one) => !before.has(one)))
    for (const { peer, trust } of alarms) this.#alarm(peer, trust)
    for (const listener of this.#listeners) listener()
  }

  /** The computer that has proved this certificate; null for a stranger. */
  peerOf(fingerprint: string): TrustedPeer | null {
    return this.#byFingerprint.get(fingerprint) ?? null
  }

  /** The PrinterComputer of this Client; null while the assignment names none. */
  target(): TrustedPeer | WaitingTarget | null {
    const found = this.#judged.find(({ peer }) => peer.part === 'target')
    if (found === undefined) return null
    const { peer, trust } = found
    if (trust.trusted.length > 0) return trustedPeer(found)
    return { waitsForPerson: trust.refused.length > 0, reason: waitingReason(peer, trust) }
  }

  /** A computer that labels may be handed to; null while it is not named or not trusted. */
  trusted(deviceKey: string): TrustedPeer | null {
    const found = this.#judged.find(({ peer }) => peer.deviceKey === deviceKey)
    return found === undefined || found.trust.trusted.length === 0 ? null : trustedPeer(found)
  }

  /** All that the assignment names, the PrinterComputer first. */
  list(): PeerRow[] {
    return this.#judged.map(({ peer, trust, known }) => ({
      deviceKey: peer.deviceKey,
      computerName: peer.computerName,
      part: peer.part,
      trusted: [...trust.trusted],
      refused: [...trust.refused],
      known: trust.trusted.length > 0 ? [] : [...known],
    }))
  }

  /** What a person has to look at; empty while nothing waits for one. */
  alarms(): Reason[] {
    return this.#judged.flatMap(({ peer, trust }) =>
      trust.refused.length === 0 ? [] : [alarmReason(peer, trust)],
    )
  }

  /**
   * A person on this computer says that it is that one. Said again, it changes nothing. Throws ProblemError not_found
   * when no such computer is named, state_conflict when it does not have that certificate (any more).
   */
  confirm(deviceKey: string, fingerprint: string): PeerRow {
    const found = this.#judged.find(({ peer }) => peer.deviceKey === deviceKey)
    if (found === undefined)
      throw new ProblemError('not_found', 'No such computer exchanges labels with this one')
    const { peer, trust } = found
    if (!peer.fingerprints.includes(fingerprint))
      throw new ProblemError(
        'state_conflict',
        `${nameOf(peer)} has another certificate by now. See: agent peers`,
      )
    if (trust.refused.includes(fingerprint)) this.#trust(found, fingerprint)
    const row = this.list().find((one) => one.deviceKey === deviceKey)
    if (row === undefined) throw new Error('a peer left while it was confirmed')
    return row
  }

  /** Calls back after every change of trust. Returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #trust({ peer, known, trust }: Judged, fingerprint: string): void {
    const { clock, logger } = this.#parts
    const since = instant(clock.wallMs())
    const before = trust.trusted.length > 0 ? trust.trusted : known
    this.#known.set(peer.deviceKey, [...before, { fingerprint, how: 'confirmed', since }])
    logger.warn('peers.confirmed', { peer: peer.deviceKey.slice(0, 8), fingerprint })
    this.#judge()
    for (const listener of this.#listeners) listener()
  }

  #judge(): void {
    this.#makeRoom()
    const now = instant(this.#parts.clock.wallMs())
    let room = MAX_REMEMBERED - this.#known.size
    const peers = this.#assignment === null ? [] : peersOf(this.#assignment)
    this.#judged = peers.map((peer) => {
      const known = this.#known.get(peer.deviceKey) ?? []
      const trust = trustOf(peer, known, { isValid: isEndorsed, mayLearn: room > 0, now })
      if (known.length === 0 && trust.trusted.length > 0) room -= 1
      return { peer, known, trust }
    })
    this.#learn(now)
    this.#byFingerprint = byFingerprint(this.#judged)
  }

  /** What is trusted replaces what was known, so that a key that was exchanged can vouch for nothing any more. */
  #learn(now: string): void {
    const { database, logger } = this.#parts
    const learned = new Map(
      this.#judged
        .filter(({ trust }) => trust.trusted.length > 0)
        .map(({ peer, trust }) => [peer.deviceKey, trust.trusted] as const),
    )
    storeFingerprints(database, learned, now)
    for (const [deviceKey, trusted] of learned) {
      const news = trusted.filter((one) => !this.#isKnown(deviceKey, one.fingerprint))
      for (const { fingerprint, how } of news)
        logger.info('peers.trusted', { peer: deviceKey.slice(0, 8), fingerprint, how })
      this.#known.set(deviceKey, [...trusted])
    }
  }

  #makeRoom(): void {
    if (this.#known.size < MAX_REMEMBERED) return
    const { database, clock } = this.#parts
    forgetFingerprints(database, instant(clock.wallMs() - FORGOTTEN_AFTER_MS))
    this.#known = knownFingerprints(database)
  }

  #isKnown(deviceKey: string, fingerprint: string): boolean {
    return (this.#known.get(deviceKey) ?? []).some((one) => one.fingerprint === fingerprint)
  }

  #alarm(peer: NamedPeer, { refused }: PeerTrust): void {
    this.#parts.logger.warn('peers.certificate-refused', {
      peer: peer.deviceKey.slice(0, 8),
      part: peer.part,
      refused: refused.join(' '),
    })
  }
}

function trustedPeer({ peer, trust }: Judged): TrustedPeer {
  const { deviceKey } = peer
  const fingerprints = trust.trusted.map(({ fingerprint }) => fingerprint)
  return { deviceKey, computerName: nameOf(peer), fingerprints }
}

/** A certificate that two computers claim belongs to neither: whose labels they were could not be told. */
function byFingerprint(judged: readonly Judged[]): Map<string, TrustedPeer> {
  const found = new Map<string, TrustedPeer>()
  const twice = new Set<string>()
  for (const one of judged) {
    const peer = trustedPeer(one)
    for (const fingerprint of peer.fingerprints) {
      if (found.has(fingerprint)) twice.add(fingerprint)
      found.set(fingerprint, peer)
    }
  }
  for (const fingerprint of twice) found.delete(fingerprint)
  return found
}
