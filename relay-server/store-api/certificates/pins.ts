// By which certificates a computer is known after a report or a proof of it; pure but for the cryptography.
//
//   pairing ── the certificate whose key was proven ─▶ pinned
//   pinned ── the same reported, with a successor that it endorsed ─▶ pinned and successor: both stand in the documents
//   pinned and successor ── the key of the successor proven, or the successor reported as the certificate
//                        ─▶ the successor is pinned, the old one is dropped
//   pinned ── any other certificate reported ─▶ not taken: with its key nobody gets a connection
import { MAX_ENDORSEMENTS, type Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import { certificateOf, isEndorsed, type Certificate, type CertificateFault } from './certificate.ts'

export interface Pins {
  readonly pinned: Certificate | null
  readonly successor: Certificate | null
  /** Of successors that were taken, the oldest first, at most MAX_ENDORSEMENTS. */
  readonly endorsements: readonly Endorsement[]
}

export const NO_PINS: Pins = { pinned: null, successor: null, endorsements: [] }

/** Why something of a report was not taken. */
export type PinFault = CertificateFault | 'other_certificate' | 'not_endorsed' | 'of_another_computer'

export interface PinDecision {
  readonly pins: Pins
  readonly fault: PinFault | null
}

type Told = Pick<SystemReport, 'certificate' | 'successor'>

/** The same `pins` object where the report changes nothing. */
export function pinsAfter(pins: Pins, told: Told): PinDecision {
  if (told.certificate === null || isNothingNew(pins, told)) return { pins, fault: null }
  const certificate = certificateOf(told.certificate)
  if (typeof certificate === 'string') return { pins, fault: certificate }
  const known = pinsProven(pins, certificate.fingerprint)
  return known === null ? { pins, fault: 'other_certificate' } : withSuccessor(known, told.successor)
}

/** After a proof of the key with this fingerprint: the same `pins` for the present one, null for one of nobody. */
export function pinsProven(pins: Pins, fingerprint: string): Pins | null {
  const { pinned, successor } = pins
  if (pinned?.fingerprint === fingerprint) return pins
  return successor?.fingerprint === fingerprint ? { ...pins, pinned: successor, successor: null } : null
}

/** What connections tell again and again costs no parsing. */
function isNothingNew({ pinned, successor }: Pins, told: Told): boolean {
  return pinned?.pem === told.certificate && told.successor === undefined && successor === null
}

function withSuccessor(pins: Pins, told: Told['successor']): PinDecision {
  const { pinned, successor: held } = pins
  if (told === undefined) return { pins: withoutSuccessor(pins), fault: null }
  const successor = certificateOf(told.certificate)
  if (typeof successor === 'string') return { pins: withoutSuccessor(pins), fault: successor }
  if (held?.fingerprint === successor.fingerprint) return { pins, fault: null }
  const { endorsement } = told
  const isOfBoth =
    endorsement.previousFingerprint === pinned?.fingerprint &&
    endorsement.fingerprint === successor.fingerprint
  const left = withoutSuccessor(pins)
  if (!isOfBoth || successor.fingerprint === pinned.fingerprint || !isEndorsed(endorsement)) {
    return { pins: left, fault: 'not_endorsed' }
  }
  const endorsements = [...left.endorsements, endorsement].slice(-MAX_ENDORSEMENTS)
  return { pins: { ...left, successor, endorsements }, fault: null }
}

/** The exchange was given up: nobody is to follow to that one any more. */
function withoutSuccessor(pins: Pins): Pins {
  const { successor, endorsements } = pins
  if (successor === null) return pins
  const left = endorsements.filter(({ fingerprint }) => fingerprint !== successor.fingerprint)
  return { ...pins, successor: null, endorsements: left }
}
