// A service's lasting subscription to the identity hub: what changes of users and which sessions end, over every restart.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { IIdentityClient, IIdentityHub, type UserChanged } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import {
  HubError,
  answer,
  ask,
  type ArgsIn,
  type DataOut,
  type Handlers,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { Socket } from 'socket.io-client'
import { startHubConnection } from '../http/service-hub/hub-connection.ts'

export interface AccountFeedParts {
  /** Of the identity hub, ending in /hubs. */
  readonly hubUrl: string
  readonly token: () => Promise<string>
  readonly userChanged: (change: UserChanged) => void
  /** Sessions by what access tokens name `sid`. */
  readonly sessionsEnded: (sessionIds: readonly string[]) => void
  /** Something more than 11 minutes old may have been missed: whoever holds sessions that long asks about each. */
  readonly missed: () => void
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface AccountFeed {
  /** Since when nothing is heard, in ms; null while it is connected. */
  awayMs(): number | null
  /** Asks identity over the same connection. Throws HubError: UNAVAILABLE while there is none. */
  readonly ask: <E extends keyof typeof IIdentityHub>(
    event: E,
    ...args: ArgsIn<(typeof IIdentityHub)[E]>
  ) => Promise<DataOut<(typeof IIdentityHub)[E]>>
  stop(): void
}

const SUBSCRIBE_TIMEOUT_MS = 10_000
/** Somebody waits for the answer. */
const ASK_TIMEOUT_MS = 5_000
/** What happened while identity restarted acts within 5 s of its return. */
const SLOWEST_RETRY_MS = 2_000

/** Begins at once. */
export function startAccountFeed(parts: AccountFeedParts): AccountFeed {
  const { missed, clock, logger } = parts
  let awaySince: number | null = clock.monotonicMs()
  let cursor: number | null = null
  let connected: Socket | null = null
  const handlers = handlersOf(parts, (eventId) => {
    cursor = eventId
  })
  const connection = startHubConnection({
    ...parts,
    slowestRetryMs: SLOWEST_RETRY_MS,
    prepare: (socket) => answer(socket, IIdentityClient, { handlers, logger }),
    established: async (socket) => {
      const args: [number | null] = [cursor]
      const request = { event: 'SubscribeAsync', args, timeoutMs: SUBSCRIBE_TIMEOUT_MS } as const
      const { lastEventId, hasGap } = await ask(socket, IIdentityHub, request)
      cursor = lastEventId
      awaySince = null
      connected = socket
      if (!hasGap) return
      logger.warn('account-feed.gap')
      missed()
    },
    lost: () => {
      awaySince = clock.monotonicMs()
      connected = null
    },
  })
  return {
    awayMs: () => (awaySince === null ? null : clock.monotonicMs() - awaySince),
    ask: async (event, ...args) => {
      if (connected === null) throw new HubError('UNAVAILABLE', 'The identity hub is away')
      return ask(connected, IIdentityHub, { event, args, timeoutMs: ASK_TIMEOUT_MS })
    },
    stop: () => connection.stop(),
  }
}

function handlersOf(
  { userChanged, sessionsEnded }: AccountFeedParts,
  heard: (eventId: number) => void,
): Handlers<typeof IIdentityClient> {
  return {
    UserChangedAsync: async (change) => {
      userChanged(change)
      heard(change.eventId)
      return null
    },
    SessionEndedAsync: async ({ eventId, familyIds }) => {
      sessionsEnded(familyIds)
      heard(eventId)
      return null
    },
  }
}
