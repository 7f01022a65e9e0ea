// The subscription of one socket to account events: what it missed first, then what commits.
import type { Socket } from 'socket.io'
import type { Kysely } from 'kysely'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { CLOCK_TOLERANCE_S } from '../../auth/access-token.ts'
import type { EventFeed, Joined } from '../../db/event-feed.ts'
import { createSubscriber, type Subscriber } from '../../http/service-hub/subscriber.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { ACCESS_TOKEN_MS } from '../sessions/access-tokens.ts'
import { idBefore, type AccountEvent } from './account-events.queries.ts'
import { sendEvents } from './account-messages.ts'

interface SubscriptionParts {
  readonly socket: Socket
  readonly feed: EventFeed<AccountEvent>
  readonly db: Kysely<IdentitySchema>
  readonly service: string
  readonly logger: Logger
}

/** No access token that was made earlier is taken anywhere. */
const RECENT_MS = ACCESS_TOKEN_MS + CLOCK_TOLERANCE_S * 1_000

/** Subscribing again begins it anew. */
export function createAccountSubscription(parts: SubscriptionParts) {
  const { socket, feed, db, service, logger } = parts
  let joined: Joined<AccountEvent> | null = null
  let subscriber: Subscriber<AccountEvent> | null = null
  let subscribing = false
  const end = (): void => {
    joined?.leave()
    subscriber?.close()
  }
  const begin = async (afterId: number | null): Promise<{ lastEventId: number; hasGap: boolean }> => {
    end()
    const own = createSubscriber<AccountEvent>({
      send: (events) => sendEvents(socket, events, logger),
      drop: (why) => {
        logger.warn('identity-hub.subscriber-dropped', { service, why })
        socket.disconnect(true)
      },
    })
    subscriber = own
    const listener = (events: readonly AccountEvent[]): void => own.push(events)
    joined = await feed.join(listener, afterId)
    const isKnown = afterId === null || joined.missed !== null
    if (joined.missed === null) {
      joined.leave()
      joined = await feed.join(listener, await idBefore(db, RECENT_MS))
    }
    if (!socket.connected) end()
    const { missed, lastEventId } = joined
    // What was missed comes before the reply: whoever takes the reply's id as its cursor skips nothing.
    await own.begin(missed ?? [])
    return { lastEventId, hasGap: !isKnown || missed === null }
  }
  const subscribe = async (afterId: number | null) => {
    if (subscribing) throw new HubError('RATE_LIMITED', 'A subscription is under way')
    subscribing = true
    return begin(afterId).finally(() => {
      subscribing = false
    })
  }
  return { subscribe, end }
}
