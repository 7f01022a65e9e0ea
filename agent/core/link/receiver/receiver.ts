// The PrinterComputer's side of the job link: the live links of all Clients, one of a device on each carrier.
//
// A device may have a link over the LAN and one through the hub at once, as its labels race over both; a new one on the
// same carrier replaces the old, which nobody uses any more.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { LINK_LIMITS, type LinkBye, type LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ArrivalService, RemoteNews } from '../../spool/rules/forwarding.ts'
import { LinkBudget } from './link-budget.ts'
import type { ProvenStream, TrustedPeer } from '../link-parts.ts'
import { ReceiverLink, type LinkSelf, type PrinterForClients } from './receiver-link.ts'

export interface ReceiverParts {
  readonly arrivals: ArrivalService
  readonly clock: Clock
  readonly logger: Logger
  /** For every HELLO: names change. */
  readonly self: () => LinkSelf
  /** Who is trusted at this moment, by the certificate. */
  readonly peerOf: (fingerprint: string) => TrustedPeer | null
  /** Left out, Clients hear nothing of a printer. */
  readonly printer?: PrinterForClients | undefined
}

export class Receiver {
  readonly #parts: ReceiverParts
  readonly #budget = new LinkBudget()
  readonly #live = new Map<string, ReceiverLink>()
  /** Live ones and those that are saying good-bye. */
  readonly #all = new Set<ReceiverLink>()
  #isStopped = false
  #onAllEnded: () => void = () => undefined

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  /** The live links, for status. */
  links(): readonly {
    readonly computerName: string
    readonly deviceKey: string
    readonly carrier: ProvenStream['carrier']
  }[] {
    return [...this.#live.values()].map(({ proven: { peer, carrier } }) => {
      return { computerName: peer.computerName, deviceKey: peer.deviceKey, carrier }
    })
  }

  /** Bytes of labels under way on all links. */
  get bytesUnderWay(): number {
    return this.#budget.totalBytes
  }

  /** Takes a stream over whose other end has proved itself. */
  take(proven: ProvenStream): void {
    const { carrier, peer } = proven
    const place = `${carrier} ${peer.deviceKey}`
    const old = this.#live.get(place)
    const isFull = old === undefined && !this.#hasRoomFor(peer.deviceKey)
    if (isFull || this.#isStopped) return this.#turnAway(proven, isFull)
    const link: ReceiverLink = this.#newLink(proven, (why) => {
      this.#all.delete(link)
      if (this.#live.get(place) === link) this.#live.delete(place)
      const { computerName } = proven.peer
      this.#parts.logger.info('link.ended', {
        computer: computerName,
        carrier,
        code: why.code,
        why: why.message,
      })
      if (this.#all.size === 0) this.#onAllEnded()
    })
    this.#all.add(link)
    this.#live.set(place, link)
    link.start()
    old?.leave({ reason: 'replaced', afterMs: null })
  }

  /** On the live links of that device. A device without one asks when it comes back. */
  tell({ id, origin, now }: RemoteNews): void {
    for (const link of this.#live.values()) {
      if (link.proven.peer.deviceKey === origin) link.tell({ ...now, id })
    }
  }

  /** On all live links. A device without one is told when it comes back. */
  tellPrinter(now: LinkPrinter): void {
    for (const link of this.#live.values()) link.tellPrinter(now)
  }

  /** Ends the links whose certificate is not trusted any more, or belongs to another device now. */
  pinsChanged(): void {
    for (const link of this.#all) {
      const { peer, fingerprint, carrier } = link.proven
      if (this.#parts.peerOf(fingerprint)?.deviceKey === peer.deviceKey) continue
      const place = `${carrier} ${peer.deviceKey}`
      if (this.#live.get(place) === link) this.#live.delete(place)
      link.revoke()
    }
  }

  /** Resolves when all links have ended, within 2 s. Takes none afterwards. */
  async stop(bye: LinkBye = { reason: 'stopping', afterMs: null }): Promise<void> {
    this.#isStopped = true
    if (this.#all.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onAllEnded = resolve
    for (const link of this.#all) link.leave(bye)
    await promise
  }

  /** Devices are counted: each may have two links. */
  #hasRoomFor(deviceKey: string): boolean {
    const devices = new Set([...this.#live.values()].map(({ proven }) => proven.peer.deviceKey))
    return devices.has(deviceKey) || devices.size < LINK_LIMITS.links
  }

  #newLink(
    proven: ProvenStream,
    onEnded: ConstructorParameters<typeof ReceiverLink>[0]['onEnded'],
  ): ReceiverLink {
    const { arrivals, clock, logger, self, printer } = this.#parts
    const budget = this.#budget
    return new ReceiverLink({ proven, arrivals, clock, logger, onEnded, self: self(), printer, budget })
  }

  #turnAway({ stream, peer }: ProvenStream, isFull: boolean): void {
    const why = isFull ? 'there are as many links as this computer takes' : 'this computer is stopping'
    this.#parts.logger.warn('link.refused', { computer: peer.computerName, why })
    stream.on('error', () => undefined).destroy()
  }
}
