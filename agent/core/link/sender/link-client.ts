// A Client's side of the job link: keeps a link to the PrinterComputer, hands labels over, hears what became of them.
//
//   LAN link kept up ─── away? ───▶ link through the hub kept up meanwhile
//   each link that comes up ─▶ asks for every label whose end is not known yet
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Duplex } from 'node:stream'
import type net from 'node:net'
import type { LinkCancel, LinkState, PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type {
  ComputerRoute,
  ForwardedService,
  ForwardedLabel,
  ForwardEnd,
} from '../../spool/rules/forwarding.ts'
import { deliver } from './delivery.ts'
import { firstConnection } from './first-connection.ts'
import { LinkError, type ProvenStream, type SenderLink } from '../link-parts.ts'
import { OnDemandPath } from './on-demand-path.ts'
import { PrinterThere } from './printer-there.ts'
import type { SenderParts } from './sender.ts'
import { Turns } from './turns.ts'

export interface LinkClientParts {
  /** Of the PrinterComputer, for people. */
  readonly computerName: string
  /** As the assignment names them now. */
  readonly place: () => LinkPlace
  /** More addresses, asked for in the local network, within some seconds; empty when nobody answers. */
  readonly lookUp: () => Promise<readonly string[]>
  /** A stream through the hub. Throws LinkError hub_away. */
  readonly tunnel: () => Duplex
  /** Proves that the other end is the peer. Rejects with LinkError. */
  readonly secure: (stream: net.Socket | Duplex, carrier: 'lan' | 'hub') => Promise<ProvenStream>
  /** After both HELLOs. Rejects with LinkError. */
  readonly greet: (
    proven: ProvenStream,
    news: Pick<SenderParts, 'onState' | 'onPrinter'>,
  ) => Promise<SenderLink>
  readonly forwarded: ForwardedService
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
}

/** Where the PrinterComputer was said to be; what answers there has to prove that it is it. */
export interface LinkPlace {
  readonly addresses: readonly string[]
  readonly port: number
}

/** Which way labels take at this moment; null: none is open. */
export interface LinkView {
  readonly path: 'lan' | 'hub' | null
  /** Why the LAN does not work; null when it does or was not tried. */
  readonly lanFailure: Reason | null
  readonly hubFailure: Reason | null
}

/** Labels under way at once; more gain nothing (reference: job-link.md 3). */
const WINDOW = 32
const LAN_BOUNDS = { firstMs: 20, lastMs: 2_000 }
const HUB_BOUNDS = { firstMs: 20, lastMs: 5_000 }
/** Between two tries to keep a link while no label waits for one. */
const KEEP_MS = 10_000
/** A LAN link that has not come after so long is not waited for: the hub is tried beside it. */
const HUB_AFTER_MS = 1_000
/** Labels whose end is not known: so many a list, and so many asked for together. */
const MAX_ASKED = 200
const ASKED_AT_ONCE = 16

export class LinkClient {
  /** What is known of the printer there. */
  readonly printer: PrinterThere
  readonly #parts: LinkClientParts
  readonly #lan: OnDemandPath
  readonly #hub: OnDemandPath
  readonly #turns = new Turns()
  /** Where it answered last. */
  #learned: readonly string[] = []
  #isStopped = false
  #wake: () => void = () => undefined
  readonly #route: ComputerRoute

  constructor(parts: LinkClientParts) {
    this.#parts = parts
    const { clock, random } = parts
    this.printer = new PrinterThere(clock)
    const path = (
      name: 'lan' | 'hub',
      bounds: typeof LAN_BOUNDS,
      open: (signal: AbortSignal) => Promise<SenderLink>,
    ): OnDemandPath => new OnDemandPath({ name, bounds, clock, random, open })
    this.#lan = path('lan', LAN_BOUNDS, async (signal) => this.#openLan(signal))
    this.#hub = path('hub', HUB_BOUNDS, async () => this.#greet(await parts.secure(parts.tunnel(), 'hub')))
    for (const way of [this.#lan, this.#hub]) way.onUp(() => void this.#ask(way))
    this.#route = {
      kind: 'computer',
      destination: parts.computerName,
      window: WINDOW,
      deliver: async (label) => this.#deliver(label),
      ask: async (id, answer) => this.#askOf(id, answer, null),
      cancel: async (id, why) => this.#askOf(id, null, why),
    }
  }

  start(): void {
    void this.#keep()
  }

  /** The same one each time. */
  route(): ComputerRoute {
    return this.#route
  }

  /** The hub, or the peer at the hub, is there again. */
  hubUp(): void {
    this.#hub.retryNow()
    this.#wake()
  }

  /** Addresses or networks may have changed. */
  retryNow(): void {
    this.#lan.retryNow()
    this.#hub.retryNow()
    this.#wake()
  }

  view(): LinkView {
    const path = this.#lan.up === null ? (this.#hub.up === null ? null : 'hub') : 'lan'
    return {
      path,
      lanFailure: this.#lan.failedLast?.reason ?? null,
      hubFailure: this.#hub.failedLast?.reason ?? null,
    }
  }

  /**
   * Resolves once a link is up on that way: the one that is, or one that labels take as well, so that nothing is thrown
   * out. Rejects with LinkError.
   */
  async up(way: 'lan' | 'hub'): Promise<void> {
    const path = way === 'lan' ? this.#lan : this.#hub
    path.retryNow()
    await path.link()
  }

  /** Ends both links after what is under way; deliveries that go on end by themselves. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
    this.#lan.stop()
    this.#hub.stop()
  }

  async #deliver(label: ForwardedLabel): Promise<ForwardEnd> {
    // Nobody should wait for a try that was put off while nobody waited.
    this.#lan.retryNow()
    this.#hub.retryNow()
    const { computerName, clock } = this.#parts
    return deliver(label, { computerName, lan: this.#lan, hub: this.#hub, turns: this.#turns, clock })
  }

  async #openLan(signal: AbortSignal): Promise<SenderLink> {
    const { clock, secure, place, lookUp } = this.#parts
    const { proven, address } = await firstConnection({
      addresses: [...new Set([...this.#learned, ...place().addresses])],
      port: place().port,
      lookUp,
      clock,
      signal,
      secure: async (socket) => secure(socket, 'lan'),
    })
    this.#learned = [address]
    return this.#greet(proven)
  }

  async #greet(proven: ProvenStream): Promise<SenderLink> {
    const { greet, logger, computerName } = this.#parts
    const { told, up, ended } = this.printer.link()
    const link = await greet(proven, { onState: (news) => void this.#update(news), onPrinter: told })
    up(link)
    logger.info('link.up', { carrier: proven.carrier, computer: computerName })
    void link.ended.then((error) => {
      logger.info('link.down', { carrier: proven.carrier, code: error.code, why: error.message })
      ended()
      this.#wake()
    })
    // Before labels take the link: the other computer may be about to ask somebody the same.
    await this.#tellAnswers(link)
    return link
  }

  /** One link is kept, so that news arrive and a label need not wait for a handshake. */
  async #keep(): Promise<void> {
    while (!this.#isStopped) {
      const notSoon = this.#parts.clock.after(HUB_AFTER_MS, () => void this.#kept(this.#hub))
      const lan = await this.#kept(this.#lan)
      notSoon()
      if (lan !== null) {
        await this.#tellAnswers(lan)
        await this.#pause(KEEP_MS)
        // Labels that needed it are over it by now.
        if (lan.isAlive) this.#hub.up?.close()
      } else if (!this.#isStopped) {
        const hub = await this.#kept(this.#hub)
        if (hub !== null) await this.#tellAnswers(hub)
        await this.#pause(KEEP_MS)
      }
    }
  }

  async #kept(path: OnDemandPath): Promise<SenderLink | null> {
    try {
      return await path.link()
    } catch (error) {
      if (error instanceof LinkError) return null
      throw error
    }
  }

  /**
   * What people said while no link was up, or what was not heard: until it was, it is told on every new link, and on one that
   * stays every 10 s.
   */
  async #tellAnswers(link: SenderLink): Promise<void> {
    const { forwarded, computerName, logger } = this.#parts
    try {
      const pending = await forwarded.pending(computerName, MAX_ASKED)
      for (let at = 0; at < pending.length; at += ASKED_AT_ONCE) {
        const together = pending.slice(at, at + ASKED_AT_ONCE)
        await Promise.all(
          together.map(async ({ id, answer }) => {
            const now = await link.query(id, answer)
            await forwarded.replied(id, now)
          }),
        )
      }
    } catch (error) {
      if (!(error instanceof LinkError)) logger.error('link.answers-not-told', error)
    }
  }

  async #askOf(
    id: string,
    answer: PersonAnswer | null,
    cancel: LinkCancel | null,
  ): Promise<RemoteState | null> {
    const link = [this.#lan.up, this.#hub.up].find((up) => up?.isAlive === true) ?? null
    try {
      return link === null ? null : await link.query(id, answer, cancel)
    } catch (error) {
      if (!(error instanceof LinkError)) this.#parts.logger.error('link.not-asked', error)
      return null
    }
  }

  /** What became of labels while no link was up. Those that still wait at the printer are in each list again. */
  async #ask({ up: link }: OnDemandPath): Promise<void> {
    const { computerName } = this.#parts
    const asked = new Set<string>()
    try {
      while (link !== null) {
        const ids = await this.#parts.forwarded.unsettled(computerName, asked.size + MAX_ASKED)
        const due = ids.filter((id) => !asked.has(id))
        if (due.length === 0) return
        for (let at = 0; at < due.length; at += ASKED_AT_ONCE) {
          const together = due.slice(at, at + ASKED_AT_ONCE)
          await Promise.all(together.map(async (id) => this.#update(await link.query(id))))
        }
        for (const id of due) asked.add(id)
      }
    } catch (error) {
      if (!(error instanceof LinkError)) this.#parts.logger.error('link.not-asked', error)
    }
  }

  async #update(news: LinkState): Promise<void> {
    try {
      await this.#parts.forwarded.update(news.id, news)
    } catch (error) {
      // The next link asks for it again.
      this.#parts.logger.error('link.news-not-kept', error, { job: news.id })
    }
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
