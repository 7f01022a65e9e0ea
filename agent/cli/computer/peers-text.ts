// The computers that this one exchanges labels with, and the keys, as a person reads them.
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import type { KeysStatus, PeerRow } from '../../contract/peers.ts'
import { labelled } from '../text.ts'

const HOW = {
  first_use: 'at first use',
  endorsed: 'vouched for by its key before',
  confirmed: 'confirmed by a person here',
} as const satisfies Record<PeerRow['trusted'][number]['how'], string>

const PARTS = {
  target: 'has the printer; labels are handed to it',
  standby: 'has the standby printer; labels are handed to it while the first printer is away',
  client: 'hands labels to this computer',
} as const satisfies Record<PeerRow['part'], string>

export function peersText(peers: readonly PeerRow[]): string {
  if (peers.length === 0) return 'This computer exchanges labels with no other.\n'
  return peers.map((peer) => labelled(linesOf(peer))).join('\n')
}

export function peerName({ computerName, deviceKey }: PeerRow): string {
  return computerName === '' ? `computer ${deviceKey.slice(0, 8)}` : computerName
}

/** What is compared: what was trusted so far, and what is new. */
export function comparison(peer: PeerRow): string {
  const { trusted, refused, known } = peer
  return labelled([
    ...[...trusted, ...known].map(({ fingerprint }) => ['Known', groupedFingerprint(fingerprint)] as const),
    ...refused.map((fingerprint) => ['New', groupedFingerprint(fingerprint)] as const),
  ])
}

export function keysText({ fingerprint, successor }: KeysStatus): string {
  const now = ['Certificate', groupedFingerprint(fingerprint)] as const
  if (successor === null) return labelled([now])
  return labelled([
    now,
    ['Next', groupedFingerprint(successor.fingerprint)],
    [
      'Exchange',
      successor.state === 'waiting'
        ? 'waits for the hub, which tells the other computers'
        : 'the other computers are told; it is used in a minute',
    ],
  ])
}

function linesOf(peer: PeerRow): (readonly [string, string])[] {
  const { part, trusted, refused, known } = peer
  const certificates = trusted.length > 0 ? trusted : known
  return [
    ['Computer', peerName(peer)],
    ['Part', PARTS[part]],
    ['State', stateOf(peer)],
    ...certificates.flatMap(({ fingerprint, how, since }) => [
      ['Certificate', groupedFingerprint(fingerprint)] as const,
      ['', `trusted ${HOW[how]}, ${since.slice(0, 10)}`] as const,
    ]),
    ...refused.map((fingerprint) => ['Not trusted', groupedFingerprint(fingerprint)] as const),
    ...todo(peer),
  ]
}

function stateOf({ trusted, refused, known }: PeerRow): string {
  if (trusted.length > 0)
    return refused.length === 0 ? 'trusted' : 'trusted; another certificate waits for a person'
  if (refused.length > 0) return 'NOT TRUSTED: it shows another certificate than before'
  return known.length > 0
    ? 'the hub tells no certificate of it at the moment'
    : 'has not told its certificate yet'
}

function todo({ refused, computerName, deviceKey }: PeerRow): (readonly [string, string])[] {
  if (refused.length === 0) return []
  return [
    ['To do', `compare, then: agent trust ${computerName === '' ? deviceKey.slice(0, 8) : computerName}`],
  ]
}
