// By what an Admin recognizes a computer before letting it in: who it says it is, from where, and with which certificate.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'

interface NewcomerProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

/** The name and the local address are its own words; the public address and the certificate are what the hub saw. */
export function Newcomer({ computer, t }: NewcomerProps) {
  const { username, localIpAddress, publicIpAddress, softwareVersion, certificate } = computer
  const facts = [
    [t.computers.publicAddress, publicIpAddress ?? ''],
    [t.computers.localAddress, localIpAddress],
    [t.pharmacy.version, softwareVersion],
    [t.computers.certificate, groupedFingerprint(certificate?.fingerprint ?? '')],
  ] as const
  return (
    <div class="newcomer">
      <bdi class="pc-name">{computerName(computer)}</bdi>
      <bdi class="sub">{username}</bdi>
      {facts
        .filter(([, fact]) => fact !== '')
        .map(([label, fact]) => (
          <span key={label} class="sub">
            {label}: <bdi>{fact}</bdi>
          </span>
        ))}
    </div>
  )
}
