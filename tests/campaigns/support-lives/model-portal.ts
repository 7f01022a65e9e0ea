// A portal of a life: the real follower of the store hub, the real streams of pages, and the real desk for computers.
import { PortalStreams } from '../../../portal/events/portal-streams.ts'
import { startRelayFeed, type ConnectStore } from '../../../portal/events/relay-feed.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { helpHandlers, type HelpDesk } from '@pharmacy-relay/relay-server/hub/requests/help-desk.ts'
import { tellHelpNews } from '@pharmacy-relay/relay-server/hub/requests/help-news.ts'
import type { Session } from '@pharmacy-relay/relay-server/hub/sessions/session.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger as logger } from '@pharmacy-relay/shared/logger.ts'
import type { Dice } from '../../kit/dice.ts'
import type { ModelStoreApi } from './model-store-api.ts'
import type { Lane, Post } from './post.ts'
import { uuidOf } from './uuids.ts'
import { Wire } from './wire.ts'

export interface ModelPortalParts {
  readonly store: ModelStoreApi
  readonly helpDesk: HelpDesk
  readonly post: Post
  readonly clock: Clock
  readonly dice: Dice
}

type Heard = readonly [event: string, given: readonly unknown[]]
const REDIAL_MS = 400
/** Messages that may come once more, late. */
const MOST_KEPT = 20

export class ModelPortal {
  readonly streams: PortalStreams
  readonly sessions = new Set<Session>()
  readonly #parts: ModelPortalParts
  readonly #lanes = new Set<Lane>()
  readonly #feed: { stop(): void }
  #wire: Wire | null = null
  #heard: Heard[] = []
  #isStopped = false

  constructor(parts: ModelPortalParts) {
    const { clock, dice } = parts
    this.#parts = parts
    this.streams = new PortalStreams({ clock, isLive: () => true, isNatsAway: () => false })
    const random = { uuid: () => uuidOf(dice), fraction: () => dice.share() }
    const rest = { gatewayUrl: 'http://gateway.test', token: async () => Promise.resolve(''), logger }
    const hub = this.#hub(random.uuid())
    this.#feed = startRelayFeed({ ...rest, hub, streams: this.streams, clock, random }, this.#connect)
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** It ends with the portal. */
  lane(): Lane {
    const lane = this.#parts.post.lane()
    this.#lanes.add(lane)
    return lane
  }

  handlersFor(session: Session) {
    const { helpDesk, clock } = this.#parts
    return helpHandlers(session, {
      helpDesk,
      settings: DEFAULT_HUB_SETTINGS,
      clock,
      helpBundles: { inFlight: 0 },
    })
  }

  /** Its connection to the store breaks; it comes back by itself. */
  loseStore(): void {
    this.#wire?.break()
  }

  /** Something that was told comes once more, behind what came since. */
  hearAgain(): void {
    const { dice } = this.#parts
    const [event, given] = this.#heard[dice.int(this.#heard.length)] ?? []
    if (event !== undefined && given !== undefined) this.#wire?.portal.hear(event, given, () => undefined)
  }

  /** It ends, with every connection that it has. */
  stop(): void {
    this.#isStopped = true
    this.#feed.stop()
    this.streams.stop()
    for (const lane of this.#lanes) lane.break()
    for (const session of this.sessions) session.socket.close('hub_drain')
  }

  readonly #connect: ConnectStore = ({ prepare, established, lost }) => {
    const dial = (): void => {
      if (!this.#isStopped) void this.#attempt({ prepare, established, lost }).then(again, again)
    }
    const again = (): void => void this.#parts.clock.after(REDIAL_MS, dial)
    dial()
    return { stop: () => this.#wire?.break() }
  }

  /** Settles when the connection has ended. */
  async #attempt({
    prepare,
    established,
    lost,
  }: Pick<Parameters<ConnectStore>[0], 'prepare' | 'established' | 'lost'>): Promise<void> {
    const wire = new Wire(this.#parts.post)
    wire.onHeard = (event, given) => this.#remember(event, given)
    if (!this.#parts.store.accept(wire)) return
    this.#wire = wire
    prepare(wire.portal)
    const isThere = await Promise.race([
      established(wire.portal).then(
        () => true,
        () => false,
      ),
      wire.ended.then(() => false),
    ])
    if (!isThere) return wire.break()
    await wire.ended
    lost()
  }

  #remember(event: string, given: readonly unknown[]): void {
    if (event === 'SubscribeAsync') return
    this.#heard = [...this.#heard, [event, structuredClone(given)] as const].slice(-MOST_KEPT)
  }

  #hub(hubId: string) {
    const none = (): undefined => undefined
    const table = {
      ofCustomer: (customerId: number) =>
        [...this.sessions].filter(({ opened }) => opened?.customerId === customerId),
    }
    return {
      hubId,
      announce: none,
      supersede: none,
      revoke: none,
      pushAssignments: none,
      giveNewIdentity: async () => Promise.reject(new HubError('PEER_OFFLINE', 'Not of this model')),
      askDevice: async () => Promise.reject(new HubError('PEER_OFFLINE', 'Not of this model')),
      helpPresence: none,
      helpChanged: (news: Parameters<typeof tellHelpNews>[1]) => tellHelpNews(table, news),
    }
  }
}
