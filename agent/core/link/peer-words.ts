// What people read about the certificates of other computers.
import { groupedFingerprint } from '@pharmacy-relay/shared/agent-peers.ts'
import type { NamedPeer, PeerTrust } from './peer-trust.ts'

/** By its name, or by the beginning of its key where the hub does not tell its name. */
export function nameOf({ computerName, deviceKey }: Pick<NamedPeer, 'computerName' | 'deviceKey'>): string {
  return computerName === '' ? `computer ${deviceKey.slice(0, 8)}` : computerName
}

/** Why labels for it wait. */
export function waitingWords(peer: NamedPeer, trust: PeerTrust): string {
  const name = nameOf(peer)
  if (trust.refused.length > 0)
    return `${name} shows another certificate than before: compare it on both computers, then: ${command(peer)}`
  return `The hub has not told the certificate of ${name} yet: start the agent there`
}

/** What `agent status` says about it. */
export function alarmWords(peer: NamedPeer, { trusted, refused }: PeerTrust): string {
  const shown = refused.map((one) => groupedFingerprint(one.slice(0, 16))).join(', ')
  const until = trusted.length > 0 ? 'it is not used' : 'no labels are exchanged with it'
  return (
    `The hub names a certificate of ${nameOf(peer)} that this computer does not know (${shown} …); ${until} until ` +
    `somebody has compared it here: ${command(peer)}`
  )
}

function command({ computerName, deviceKey }: NamedPeer): string {
  const ref = computerName === '' ? deviceKey.slice(0, 8) : computerName
  return `agent trust ${ref.includes(' ') ? `"${ref}"` : ref}`
}
