// All tunnels of this computer through the hub: opens, takes in, hands each message to its tunnel, ends them with the hub.
//
// Messages come from whoever is in the pharmacy: each is unknown bytes, and what it makes this computer keep or answer
// is bounded. `from` alone is known, because the hub has put it in.
import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { LinkError, type HubCarrier, type HubNews } from '../link-parts.ts'
import { linkErrorOf } from './tunnel-failure.ts'
import { MessageQueue } from './message-queue.ts'
import { KIND, readTunnelMessage, TUNNEL, tunnelMessage, type TunnelMessage } from './tunnel-message.ts'
import { Tunnel } from './tunnel.ts'

export interface TunnelSwitchboardParts {
  readonly carrier: HubCarrier
  readonly clock: Clock
  /** Asked for every OPEN: whether this computer takes a link of that device now. */
  readonly takesLinks: (from: string) => boolean
  /** Nothing has proved yet who is at the other end. */
  readonly onIncoming: (stream: Duplex, from: string) => void
}

/** RESETs a second that answer what belongs to no tunnel; a flood must not make this computer flood. */
const ANSWERS_PER_SECOND = 20
/** To one device; beyond it nothing is answered. */
const WAITING_ANSWERS = 64

interface Entry {
  readonly peer: string
  readonly tunnel: Tunnel
}

export class TunnelSwitchboard implements HubNews {
  readonly #parts: TunnelSwitchboardParts
  /** By peer and channel, so that no device reaches the tunnel of another. */
  readonly #entries = new Map<string, Entry>()
  readonly #queues = new Map<string, MessageQueue>()
  #answers = { second: 0, count: 0 }

  constructor(parts: TunnelSwitchboardParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#entries.size
  }

  /** A stream to that device. Its OPEN has gone out when this returns; whatever fails comes later, as its error. */
  open(targetDeviceKey: string): Duplex {
    const channel = randomBytes(8).toString('hex')
    const refusal = this.#refusal()
    if (refusal !== null) return failedLater(refusal, this.#parts.clock)
    const tunnel = this.#tunnel(targetDeviceKey, channel)
    this.#post(targetDeviceKey, { kind: KIND.OPEN, channel })
    return tunnel
  }

  received(from: string, payload: Uint8Array): void {
    const message = readTunnelMessage(payload)
    const entry = message.channel === null ? undefined : this.#entries.get(nameOf(from, message.channel))
    if (message.kind === null) {
      if (entry !== undefined) entry.tunnel.spoil('a message could not be read')
      else if (message.channel !== null) this.#answerReset(from, message.channel)
    } else if (entry !== undefined) entry.tunnel.receive(message)
    else this.#unknown(from, message)
  }

  peerOffline(deviceKey: string): void {
    this.#failAll(new LinkError('peer_offline', 'The other computer has left the hub'), deviceKey)
    this.#queues.get(deviceKey)?.end()
    this.#queues.delete(deviceKey)
  }

  hubUp(): void {
    for (const queue of [...this.#queues.values()]) queue.pump()
  }

  /** With the connection goes the order of what was under way: nothing goes on in the next one. */
  hubDown(): void {
    this.#failAll(new LinkError('hub_away', 'The connection to the hub ended'))
    for (const queue of this.#queues.values()) queue.end()
    this.#queues.clear()
  }

  #refusal(): LinkError | null {
    if (!this.#parts.carrier.isUp)
      return new LinkError('hub_away', 'This computer is not connected to the hub')
    if (this.#entries.size < TUNNEL.tunnels) return null
    return new LinkError('closed', 'Too many connections through the hub')
  }

  // A device that was started again knows nothing of the tunnels that it had: its newest ones count.
  #hasRoomFor(peer: string): boolean {
    const ofPeer = [...this.#entries.values()].filter((entry) => entry.peer === peer)
    if (ofPeer.length >= TUNNEL.tunnelsWithPeer)
      ofPeer[0]?.tunnel.destroy(new LinkError('closed', 'The other computer opened newer connections'))
    return this.#entries.size < TUNNEL.tunnels
  }

  #unknown(from: string, { kind, channel }: TunnelMessage): void {
    if (kind === KIND.OPEN && this.#parts.takesLinks(from) && this.#hasRoomFor(from)) {
      this.#parts.onIncoming(this.#tunnel(from, channel), from)
      return
    }
    // Of the others a tunnel that has ended here may have had some under way.
    if (kind === KIND.OPEN || kind === KIND.DATA) this.#answerReset(from, channel)
  }

  #tunnel(peer: string, channel: string): Tunnel {
    const name = nameOf(peer, channel)
    const tunnel = new Tunnel({
      clock: this.#parts.clock,
      post: (kind, number, bytes) => this.#post(peer, { kind, channel, number, ...(bytes && { bytes }) }),
      unpost: () => this.#queues.get(peer)?.drop(channel),
      onClosed: () => void this.#entries.delete(name),
    })
    this.#entries.set(name, { peer, tunnel })
    return tunnel
  }

  #post(peer: string, message: Pick<TunnelMessage, 'kind' | 'channel'> & Partial<TunnelMessage>): void {
    const { kind, channel } = message
    this.#queueOf(peer).post({
      channel,
      bytes: tunnelMessage(kind, message),
      onFailed: (error) => this.#failed(peer, channel, error),
    })
  }

  #queueOf(peer: string): MessageQueue {
    const { carrier, clock } = this.#parts
    const known = this.#queues.get(peer)
    if (known !== undefined) return known
    const queue = new MessageQueue({ carrier, clock, target: peer, onIdle: () => this.#forget(peer, queue) })
    this.#queues.set(peer, queue)
    return queue
  }

  #forget(peer: string, queue: MessageQueue): void {
    if (this.#queues.get(peer) === queue) this.#queues.delete(peer)
  }

  #failed(peer: string, channel: string, error: HubError): void {
    const failure = linkErrorOf(error)
    if (failure.code === 'peer_offline') this.#failAll(failure, peer)
    else this.#entries.get(nameOf(peer, channel))?.tunnel.destroy(failure)
  }

  #failAll(error: LinkError, peer?: string): void {
    for (const entry of [...this.#entries.values()])
      if (peer === undefined || entry.peer === peer) entry.tunnel.fail(error)
  }

  #answerReset(peer: string, channel: string): void {
    const second = Math.floor(this.#parts.clock.monotonicMs() / 1_000)
    if (second !== this.#answers.second) this.#answers = { second, count: 0 }
    this.#answers.count += 1
    const isFlood = (this.#queues.get(peer)?.waiting ?? 0) >= WAITING_ANSWERS
    if (this.#answers.count > ANSWERS_PER_SECOND || isFlood) return
    this.#post(peer, { kind: KIND.RESET, channel })
  }
}

function nameOf(peer: string, channel: string): string {
  return `${peer} ${channel}`
}

// Whoever opened it has to put TLS on it first.
function failedLater(error: LinkError, clock: Clock): Tunnel {
  const ignore = (): void => undefined
  const tunnel = new Tunnel({ clock, post: ignore, unpost: ignore, onClosed: ignore })
  setImmediate(() => tunnel.fail(error))
  return tunnel
}
