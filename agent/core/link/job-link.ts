// The job link of this computer, put together: takes links as the PrinterComputer, keeps one as a Client, nothing without a role.
//
//   port 9100, first byte 0x16 ─▶ acceptor (pins) ─▶ receiver ─▶ spool            as PrinterComputer
//   hub, OPEN of a tunnel ──────▶
//   spool ─▶ client of each computer ─▶ LAN or hub                                as Client, and to a standby printer
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type net from 'node:net'
import type { Duplex } from 'node:stream'
import type tls from 'node:tls'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type {
  ArrivalService,
  ComputerRoute,
  ForwardedService,
  RemoteNews,
} from '../spool/rules/forwarding.ts'
import { LinkClient, type LinkPlace, type LinkView } from './sender/link-client.ts'
import { LinkClients } from './sender/link-clients.ts'
import { targetOf, type LinkRole, type Which } from './link-role.ts'
import {
  LinkError,
  type HubCarrier,
  type HubNews,
  type LinkIdentity,
  type ProvenStream,
  type TrustedPeer,
} from './link-parts.ts'
import { LocalNames, lookUpLocalName } from './sender/local-name.ts'
import type { PrinterThere } from './sender/printer-there.ts'
import { PinnedAcceptor } from './tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from './tls/pinned-tls.ts'
import type { LinkSelf, PrinterForClients } from './receiver/receiver-link.ts'
import { Receiver } from './receiver/receiver.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import { openSenderLink } from './sender/sender.ts'
import { TunnelSwitchboard } from './tunnel/tunnel-switchboard.ts'

/** Who is trusted at this moment; known-peers.ts keeps it. */
export interface PeerBook {
  peerOf(fingerprint: string): TrustedPeer | null
  /** The PrinterComputer of this Client. */
  target(): TrustedPeer | { readonly reason: Reason } | null
  /** A computer that labels may be handed to; null while it is not named or not trusted. */
  trusted(deviceKey: string): TrustedPeer | null
  onChange(listener: () => void): () => void
}

export interface JobLinkParts {
  /** Asked when a role begins and when it changed. */
  readonly identity: () => LinkIdentity
  readonly peers: PeerBook
  readonly carrier: HubCarrier
  readonly arrivals: ArrivalService
  readonly forwarded: ForwardedService
  readonly printer?: PrinterForClients | undefined
  /** For every HELLO. */
  readonly self: () => LinkSelf
  /** The local network may be asked for the PrinterComputer; not between agents that share a computer. */
  readonly mayLookUp: () => boolean
  /** Which of these may be connected to. */
  readonly allowed: (addresses: readonly string[]) => readonly string[]
  /** Labels may have somewhere to go again, or nowhere any more. */
  readonly onRoute: () => void
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
}

interface Receiving {
  readonly receiver: Receiver
  readonly lan: PinnedAcceptor
  readonly hub: PinnedAcceptor
}

const LOOK_UP_MS = 1_000

export class JobLink {
  readonly #parts: JobLinkParts
  readonly #tunnels: TunnelSwitchboard
  readonly #names: LocalNames
  #role: LinkRole = { kind: 'none' }
  #receiving: Receiving | null = null
  readonly #clients: LinkClients
  /** Made for the first link. */
  #context: tls.SecureContext | null = null
  /** Of earlier roles; each ends within 2 s. */
  #leaving: Promise<unknown> = Promise.resolve()

  constructor(parts: JobLinkParts) {
    this.#parts = parts
    this.#names = new LocalNames(parts.logger, parts.clock)
    this.#tunnels = new TunnelSwitchboard({
      carrier: parts.carrier,
      clock: parts.clock,
      takesLinks: () => this.#receiving !== null,
      onIncoming: (stream) => this.#receiving?.hub.take(stream),
    })
    this.#clients = new LinkClients({
      trusted: (deviceKey) => parts.peers.trusted(deviceKey),
      make: (peer, place) => this.#newClient(peer, place),
    })
    parts.peers.onChange(() => this.#peersChanged())
  }

  /** For the relay. */
  hubNews(): HubNews {
    const tunnels = this.#tunnels
    return {
      received: (from, message) => tunnels.received(from, message),
      peerOffline: (deviceKey) => tunnels.peerOffline(deviceKey),
      hubDown: () => tunnels.hubDown(),
      hubUp: () => {
        tunnels.hubUp()
        this.#clients.hubUp()
      },
    }
  }

  /** What this computer is from now on. What is under way for the role before has a second to end. */
  apply(role: LinkRole): void {
    this.#role = role
    if (role.kind === 'receiver' || (role.kind === 'client' && role.takesLinks === true))
      this.#receiving ??= this.#newReceiving()
    else this.#stopReceiving()
    const targets = [targetOf(role, 'first'), targetOf(role, 'standby')]
    this.#clients.apply(targets.filter((one) => one !== null))
  }

  #client(which: Which): LinkClient | null {
    const target = targetOf(this.#role, which)
    return target === null ? null : this.#clients.get(target.deviceKey)
  }

  /** A connection on the printer's port that began as TLS does; refused at once without the role for it. */
  takeTls(socket: net.Socket): void {
    if (this.#receiving === null) socket.resetAndDestroy()
    else this.#receiving.lan.take(socket)
  }

  /** Where a Client's labels go; a reason says why nowhere. */
  route(): ComputerRoute | Reason {
    const client = this.#client('first')
    if (client !== null) return client.route()
    const target = this.#parts.peers.target()
    return target !== null && 'reason' in target ? target.reason : reason('no_computer', {})
  }

  /** The way to the computer with the standby printer; null where there is none, or it is not trusted. */
  standbyRoute(): ComputerRoute | null {
    return this.#client('standby')?.route() ?? null
  }

  /** A job of another computer has changed. */
  tell(news: RemoteNews): void {
    this.#receiving?.receiver.tell(news)
  }

  /** The printer of this PrinterComputer is otherwise than before. */
  tellPrinter(now: LinkPrinter): void {
    this.#receiving?.receiver.tellPrinter(now)
  }

  /** What is known of the printer at that computer; null where there is none. */
  there(which: Which = 'first'): PrinterThere | null {
    return this.#client(which)?.printer ?? null
  }

  /** New links are made with the identity as it is now; those that are up stay. */
  identityChanged(): void {
    this.#context = null
    if (this.#receiving === null) return
    const { receiver } = this.#receiving
    this.#receiving.lan.stop()
    this.#receiving.hub.stop()
    this.#receiving = { receiver, ...this.#acceptors(receiver) }
    if (this.#parts.mayLookUp()) this.#names.answerTo(this.#parts.identity().fingerprint)
  }

  /** Which way labels take to that computer; null where there is none. */
  view(which: Which = 'first'): LinkView | null {
    return this.#client(which)?.view() ?? null
  }

  /** As `LinkClient.up`; rejects with LinkError `closed` in any other role. */
  async up(way: 'lan' | 'hub'): Promise<void> {
    const client = this.#client('first')
    if (client === null) throw new LinkError('closed', 'this computer opens no links at the moment')
    await client.up(way)
  }

  /** Computers that are linked to this PrinterComputer at this moment. */
  links(): ReturnType<Receiver['links']> {
    return this.#receiving?.receiver.links() ?? []
  }

  /** Resolves within 2 s. */
  async stop(): Promise<void> {
    this.#role = { kind: 'none' }
    this.#stopReceiving()
    this.#clients.stop()
    this.#names.stop()
    await this.#leaving
    this.#tunnels.hubDown()
  }

  #peersChanged(): void {
    this.#receiving?.receiver.pinsChanged()
    this.#clients.peersChanged()
    this.#parts.onRoute()
  }

  #newReceiving(): Receiving {
    const { arrivals, printer, clock, logger, self, peers, identity } = this.#parts
    const peerOf = (fingerprint: string): TrustedPeer | null => peers.peerOf(fingerprint)
    const receiver = new Receiver({ arrivals, printer, clock, logger, self, peerOf })
    if (this.#parts.mayLookUp()) this.#names.answerTo(identity().fingerprint)
    return { receiver, ...this.#acceptors(receiver) }
  }

  #acceptors(receiver: Receiver): Pick<Receiving, 'lan' | 'hub'> {
    const { clock, logger, peers, identity } = this.#parts
    const acceptor = (carrier: 'lan' | 'hub'): PinnedAcceptor =>
      new PinnedAcceptor({
        identity: identity(),
        carrier,
        clock,
        logger,
        peerOf: (fingerprint) => peers.peerOf(fingerprint),
        onProven: (proven) => receiver.take(proven),
      })
    return { lan: acceptor('lan'), hub: acceptor('hub') }
  }

  #stopReceiving(): void {
    if (this.#receiving === null) return
    const { receiver, lan, hub } = this.#receiving
    this.#receiving = null
    this.#names.answerTo(null)
    lan.stop()
    hub.stop()
    this.#leaving = Promise.all([this.#leaving, receiver.stop()])
  }

  #newClient({ deviceKey, computerName }: TrustedPeer, place: () => LinkPlace): LinkClient {
    const { clock, random, logger, forwarded, self, failpoint } = this.#parts
    return new LinkClient({
      computerName,
      clock,
      random,
      logger,
      forwarded,
      place,
      lookUp: async () => this.#lookUp(deviceKey),
      tunnel: () => this.#tunnels.open(deviceKey),
      secure: async (stream, carrier) => this.#secure(stream, carrier, deviceKey),
      greet: async (proven, news) => openSenderLink({ proven, clock, self: self(), ...news, failpoint }),
    })
  }

  async #secure(stream: Duplex, carrier: 'lan' | 'hub', deviceKey: string): Promise<ProvenStream> {
    const { clock, identity } = this.#parts
    this.#context ??= pinnedContext(identity())
    return openPinned({
      context: this.#context,
      stream,
      carrier,
      clock,
      peer: () => this.#parts.peers.trusted(deviceKey),
    })
  }

  async #lookUp(deviceKey: string): Promise<readonly string[]> {
    const peer = this.#parts.peers.trusted(deviceKey)
    const { clock, mayLookUp } = this.#parts
    if (peer === null || !mayLookUp()) return []
    const found = peer.fingerprints.map(async (fingerprint) =>
      lookUpLocalName(fingerprint, { clock, limitMs: LOOK_UP_MS }),
    )
    return this.#parts.allowed((await Promise.all(found)).flat())
  }
}
