// The portal's subscription to the store hub: presence and requests for devices go to the relay hub, events to the streams.
import type { StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { gatewayHubUrls } from '@pharmacy-relay/shared/hub/addresses.ts'
import {
  answer,
  ask,
  hubCodeOf,
  type EventSocket,
  type Handlers,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient, IStoreHub, type RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import {
  startHubConnection,
  type HubConnection,
  type HubConnectionParts,
} from '@pharmacy-relay/relay-server/http/service-hub/hub-connection.ts'
import { inTrace } from '@pharmacy-relay/relay-server/http/trace.ts'
import type { PortalStreams } from './portal-streams.ts'
import { supportHandlers } from './support-news.ts'

export interface RelayFeedParts {
  readonly gatewayUrl: string
  readonly token: () => Promise<string>
  readonly hub: Pick<
    RelayHub,
    | ('hubId' | 'announce' | 'supersede' | 'revoke' | 'giveNewIdentity')
    | ('pushAssignments' | 'helpChanged' | 'helpPresence' | 'askDevice')
  >
  readonly streams: PortalStreams
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface RelayFeed {
  stop(): void
}

/** How the store hub is reached, again and again until it is stopped. */
export type ConnectStore = (
  parts: Omit<HubConnectionParts, 'prepare' | 'established'> & {
    readonly prepare: (socket: EventSocket) => void
    readonly established: (socket: EventSocket) => Promise<void>
  },
) => HubConnection

const SUBSCRIBE_TIMEOUT_MS = 10_000
const PRESENCE_TIMEOUT_MS = 5_000
const SLOWEST_RETRY_MS = 5_000
/** The store ends connections with their token every few minutes; back within this time, no page has to know. */
const STALE_AFTER_MS = 2_000

export function startRelayFeed(parts: RelayFeedParts, connect: ConnectStore = startHubConnection): RelayFeed {
  const { streams, clock } = parts
  let cancelStale: (() => void) | null = null
  let connected: EventSocket | null = null
  streams.pages.follow({
    say: (presence) => void sayPresence(connected, parts, presence),
    tellComputer: (news) => parts.hub.helpPresence(news),
  })
  const connection = connect({
    ...parts,
    hubUrl: gatewayHubUrls(parts.gatewayUrl).store,
    slowestRetryMs: SLOWEST_RETRY_MS,
    prepare: (socket) => answer(socket, IStoreClient, { handlers: handlers(parts), logger: parts.logger }),
    established: async (socket) => {
      await subscribe(socket, parts)
      connected = socket
      cancelStale?.()
    },
    lost: () => {
      connected = null
      cancelStale?.()
      cancelStale = clock.after(STALE_AFTER_MS, () => streams.stale())
    },
  })
  return {
    stop: () => {
      cancelStale?.()
      connection.stop()
    },
  }
}

/** Never rejects: what was not heard is said again. */
async function sayPresence(
  socket: EventSocket | null,
  { logger }: RelayFeedParts,
  presence: StaffPresence,
): Promise<void> {
  if (socket === null) return
  const args: [StaffPresence] = [presence]
  try {
    await ask(socket, IStoreHub, { event: 'SupportPresenceAsync', args, timeoutMs: PRESENCE_TIMEOUT_MS })
  } catch (error) {
    logger.debug('relay-feed.presence-not-told', { code: hubCodeOf(error) })
  }
}

async function subscribe(socket: EventSocket, { hub, streams }: RelayFeedParts): Promise<void> {
  const afterId = streams.lastEventId
  const reply = await ask(socket, IStoreHub, {
    event: 'SubscribeAsync',
    args: [hub.hubId, afterId],
    timeoutMs: SUBSCRIBE_TIMEOUT_MS,
  })
  const hasGap = afterId === null || !reply.replayed
  // A newest id below ours: the store came back from a backup.
  const wentBack = afterId !== null && reply.lastEventId < afterId
  streams.connected({ lastEventId: reply.lastEventId, hasGap, wentBack })
}

function handlers(parts: RelayFeedParts): Handlers<typeof IStoreClient> {
  const { streams, hub } = parts
  return {
    RelayEventsAsync: (rows: RelayEvent[]) => {
      for (const row of streams.changed(rows)) if (row.kind === 'presence') hub.announce(row)
      return Promise.resolve(null)
    },
    PushPrinterConfigAsync: (pushes) => {
      hub.pushAssignments(pushes)
      return Promise.resolve(null)
    },
    SessionSupersededAsync: (sessionIds) => {
      hub.supersede(sessionIds)
      return Promise.resolve(null)
    },
    SessionRevokedAsync: (sessions) => {
      hub.revoke(sessions)
      return Promise.resolve(null)
    },
    NewIdentityAsync: async (sessionId, identity) => {
      await hub.giveNewIdentity(sessionId, identity)
      return null
    },
    AskDeviceAsync: async (sessionId, name, args) => await hub.askDevice(sessionId, name, args),
    AskTracedAsync: async ({ sessionId, name, args, traceId }) =>
      await inTrace(traceId, async () => {
        parts.logger.info('device.asked', { request: name, session: sessionId })
        return await hub.askDevice(sessionId, name, args)
      }),
    ...supportHandlers(parts),
  }
}
