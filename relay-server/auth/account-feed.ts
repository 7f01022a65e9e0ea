// A service's lasting subscription to the identity hub: what changes of users and which sessions end, over every restart.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { IIdentityClient, IIdentityHub, type UserChanged } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { answer, ask, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
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
  stop(): void
}

const SUBSCRIBE_TIMEOUT_MS = 10_000
/** What happened while identity restarted acts within 5 s of its return. */
const SLOWEST_RETRY_MS = 2_000

/** Begins at once. */
export function startAccountFeed(parts: AccountFeedParts): AccountFeed {
  const { missed, clock, logger } = parts
  let awaySince: number | null = clock.monotonicMs()
  let cursor: number | null = null
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
      if (!hasGap) return
      logger.warn('account-feed.gap')
      missed()
    },
    lost: () => {
      awaySince = clock.monotonicMs()
    },
  })
  return {
    awayMs: () => (awaySince === null ? null : clock.monotonicMs() - awaySince),
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
