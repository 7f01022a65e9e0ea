// `agent trust COMPUTER`: a person compares the certificates of another computer and says that it is that one.
import type { PeerRow } from '../../contract/peers.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { comparison, peerName } from './peers-text.ts'

export interface TrustCommand {
  /** Its name, or the beginning of its device key; or a printer, `tls:HOST:PORT`. */
  readonly computer: string
  /** Beginning of the fingerprint that is confirmed, lower case; null to be asked. */
  readonly yes: string | null
}

export interface Trusting {
  readonly socket: string
  /** The answer of a person; null where none sits. */
  readonly ask: (question: string) => string | null
}

export interface TrustOutcome {
  readonly peer: PeerRow
  readonly wasConfirmed: boolean
}

/** Shorter beginnings than this could be met by trying. */
export const MIN_PREFIX = 8

/** Throws ProblemError not_found, invalid (several, or none said yes), NotRunningError. */
export async function trust(
  { computer, yes }: TrustCommand,
  { socket, ask }: Trusting,
): Promise<TrustOutcome> {
  const peer = peerNamed(await askAgent(socket, 'peers', null), computer)
  if (peer.refused.length === 0) return { peer, wasConfirmed: false }
  const fingerprint = yes === null ? asked(peer, ask) : prefixed(peer, yes)
  const { deviceKey } = peer
  return { peer: await askAgent(socket, 'trustPeer', { deviceKey, fingerprint }), wasConfirmed: true }
}

function peerNamed(peers: readonly PeerRow[], ref: string): PeerRow {
  const wanted = ref.toLowerCase()
  const named = peers.filter(({ computerName }) => computerName.toLowerCase() === wanted)
  const isKey = /^[0-9a-f]{8,64}$/.test(wanted)
  const found =
    named.length > 0 || !isKey ? named : peers.filter(({ deviceKey }) => deviceKey.startsWith(wanted))
  const [peer, ...more] = found
  if (peer === undefined)
    throw new ProblemError('not_found', `This computer exchanges labels with no ${ref}. See: agent peers`)
  if (more.length === 0) return peer
  const keys = found.map(({ deviceKey }) => deviceKey.slice(0, 12)).join(', ')
  throw new ProblemError('invalid', `Several computers have this name: say which by its device key: ${keys}`)
}

function asked(peer: PeerRow, ask: Trusting['ask']): string {
  const [fingerprint, ...more] = peer.refused
  if (fingerprint === undefined) throw new ProblemError('not_found', 'There is nothing to confirm')
  const choose = 'Say which one: --yes and the first 8 digits or more of the new certificate.'
  if (more.length > 0) throw new ProblemError('invalid', `${comparison(peer)}\n${choose}`)
  const name = peerName(peer)
  const question =
    `${comparison(peer)}\nCompare the new one with what "agent keys" shows on ${name} itself.\n` +
    'Somebody who stands in for that computer would read the labels.\nIs it the same? Type yes: '
  const answer = ask(question)
  if (answer === null) throw new ProblemError('invalid', `${comparison(peer)}\n${choose}`)
  if (answer.trim().toLowerCase() !== 'yes')
    throw new ProblemError('invalid', `Nothing was changed: ${name} is not trusted with it.`)
  return fingerprint
}

function prefixed(peer: PeerRow, prefix: string): string {
  const [fingerprint, ...more] = peer.refused.filter((one) => one.startsWith(prefix))
  if (fingerprint !== undefined && more.length === 0) return fingerprint
  throw new ProblemError(
    'invalid',
    `${comparison(peer)}\n--yes ${prefix} is not the new one. Nothing was changed.`,
  )
}
