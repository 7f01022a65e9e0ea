// Which certificates of a peer are trusted: those known here, and those that a known one vouched for; pure.
//
//   never seen ─▶ all that are named, at first use
//   seen       ─▶ named and known, or named and endorsed by one of those, however many steps lie between
//   the rest   ─▶ nobody but a person on this computer says yes to them
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type { AssignmentTarget, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'

/** How a certificate came to be trusted. */
export type TrustedHow = 'first_use' | 'endorsed' | 'confirmed'

export interface KnownFingerprint {
  readonly fingerprint: string
  readonly how: TrustedHow
  /** ISO 8601. */
  readonly since: string
}

/** A computer that this one exchanges labels with, as the hub describes it. */
export interface NamedPeer {
  readonly deviceKey: string
  /** Empty where the hub does not tell it. */
  readonly computerName: string
  readonly part: 'target' | 'standby' | 'client'
  readonly fingerprints: readonly string[]
  readonly endorsements: readonly Endorsement[]
}

export interface PeerTrust {
  /** Named and trusted; empty where the hub names none, or none that may be trusted. */
  readonly trusted: readonly KnownFingerprint[]
  /** Named, and not trusted until a person confirms it. */
  readonly refused: readonly string[]
}

/** The computers that an assignment names, each once. */
export function peersOf({ target, standby, standsBy, clients }: PrinterAssignment): NamedPeer[] {
  const named = clients.map(
    ({ deviceKey, computerName = '', certificateFingerprints, endorsements = [] }) => ({
      deviceKey,
      computerName,
      part: 'client' as const,
      fingerprints: certificateFingerprints,
      endorsements,
    }),
  )
  const first = target === null ? [] : [peerAt(target, 'target')]
  // A computer does not exchange labels with itself.
  const second = standby === null || standsBy === true ? [] : [peerAt(standby, 'standby')]
  const all: NamedPeer[] = [...first, ...second, ...named]
  return [...new Map(all.toReversed().map((peer) => [peer.deviceKey, peer])).values()].toReversed()
}

function peerAt(place: AssignmentTarget, part: NamedPeer['part']): NamedPeer {
  const { deviceKey, computerName, certificateFingerprints: fingerprints, endorsements = [] } = place
  return { deviceKey, computerName, part, fingerprints, endorsements }
}

export interface TrustRules {
  /** Judges an endorsement by itself. */
  readonly isValid: (endorsement: Endorsement) => boolean
  /** Whether a computer that was never seen is trusted at first use. */
  readonly mayLearn: boolean
  /** ISO 8601. */
  readonly now: string
}

/** `known`: what was trusted of this peer so far. */
export function trustOf(
  { fingerprints, endorsements }: NamedPeer,
  known: readonly KnownFingerprint[],
  { isValid, mayLearn, now }: TrustRules,
): PeerTrust {
  const named = [...new Set(fingerprints)]
  if (known.length === 0 && mayLearn) {
    return {
      trusted: named.map((fingerprint) => ({ fingerprint, how: 'first_use', since: now })),
      refused: [],
    }
  }
  const byFingerprint = new Map(known.map((one) => [one.fingerprint, one]))
  const reached = reachedFrom(new Set(byFingerprint.keys()), endorsements, isValid)
  const trusted = named
    .filter((fingerprint) => reached.has(fingerprint))
    .map(
      (fingerprint) =>
        byFingerprint.get(fingerprint) ?? { fingerprint, how: 'endorsed' as const, since: now },
    )
  return { trusted, refused: named.filter((fingerprint) => !reached.has(fingerprint)) }
}

/** At most as many rounds as there are endorsements, since each round but the last one adds one. */
function reachedFrom(
  known: ReadonlySet<string>,
  endorsements: readonly Endorsement[],
  isValid: (endorsement: Endorsement) => boolean,
): Set<string> {
  const reached = new Set(known)
  const valid = endorsements.filter(isValid)
  const next = (): Endorsement | undefined =>
    valid.find((one) => reached.has(one.previousFingerprint) && !reached.has(one.fingerprint))
  for (let found = next(); found !== undefined; found = next()) reached.add(found.fingerprint)
  return reached
}
