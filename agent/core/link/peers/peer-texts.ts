// What people read about the certificates of other computers.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import type { NamedPeer, PeerTrust } from './peer-trust.ts'

/** By its name, or by the beginning of its key where the hub does not tell its name. */
export function nameOf({ computerName, deviceKey }: Pick<NamedPeer, 'computerName' | 'deviceKey'>): string {
  return computerName === '' ? `computer ${deviceKey.slice(0, 8)}` : computerName
}

/** Why labels for it wait; on the command line with what to type. */
export function waitingReason(peer: NamedPeer, trust: PeerTrust): Reason {
  const computer = nameOf(peer)
  return trust.refused.length > 0
    ? reason('certificate_changed', { computer }, command(peer))
    : reason('certificate_not_told', { computer })
}

/** What a person here has to compare. */
export function alarmReason(peer: NamedPeer, { trusted, refused }: PeerTrust): Reason {
  const shown = refused.map((one) => groupedFingerprint(one.slice(0, 16))).join(', ')
  const code = trusted.length > 0 ? 'certificate_not_used' : 'certificate_refused'
  return reason(code, { computer: nameOf(peer), shown }, command(peer))
}

function command({ computerName, deviceKey }: NamedPeer): string {
  const ref = computerName === '' ? deviceKey.slice(0, 8) : computerName
  return `agent trust ${ref.includes(' ') ? `"${ref}"` : ref}`
}
