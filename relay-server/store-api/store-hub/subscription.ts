// One socket's subscription to the outbox: what it missed, then the reply, then every row as it commits.
import { HubError, type EventSocket } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { asProblem } from '../../db/database-errors.ts'
import type { EventFeed, Joined } from '../../db/event-feed.ts'
import { createSubscriber, type Subscriber } from '../../http/service-hub/subscriber.ts'
import type { StoreEvent } from '../events/store-event.ts'
import type { HubSockets } from './hub-sockets.ts'
import { sendEvents } from './send-events.ts'

/** Longest wait for the acknowledgement of one message of rows, in ms. */
const ACK_MS = 10_000

/** What it needs of a socket; socket.io's fits. */
export interface SubscribingSocket extends EventSocket {
  readonly connected: boolean
  disconnect(close: boolean): unknown
}

export interface SubscriptionParts {
  readonly feed: EventFeed<StoreEvent>
  readonly sockets: HubSockets
  readonly logger: Logger
}

/** A socket has one subscription; subscribing again begins it anew. */
export function createSubscription(socket: SubscribingSocket, { feed, sockets, logger }: SubscriptionParts) {
  let leaveHub = (): void => {}
  let joined: Joined<StoreEvent> | null = null
  let subscriber: Subscriber<StoreEvent> | null = null
  let subscribing = false

  const end = (): void => {
    leaveHub()
    joined?.leave()
    subscriber?.close()
  }
  const begin = async (hubId: string, afterEventId: number | null) => {
    end()
    const own = createSubscriber({
      send: (rows: StoreEvent[]) => sendEvents(socket, rows, ACK_MS),
      drop: (why) => {
        logger.warn('store-hub.subscriber-dropped', { hubId, why })
        socket.disconnect(true)
      },
    })
    subscriber = own
    joined = await joinFeed(feed, own, afterEventId)
    leaveHub = sockets.join(hubId, socket)
    if (!socket.connected) end()
    // The rows that were missed come before the reply: whoever takes the reply's id as its cursor skips none.
    await own.begin(joined.missed ?? [])
    return { lastEventId: joined.lastEventId, replayed: joined.missed !== null }
  }
  const subscribe = async (hubId: string, afterEventId: number | null) => {
    if (subscribing) throw new HubError('RATE_LIMITED', 'A subscription is under way')
    subscribing = true
    return begin(hubId, afterEventId).finally(() => {
      subscribing = false
    })
  }
  return { subscribe, end }
}

async function joinFeed(
  feed: EventFeed<StoreEvent>,
  subscriber: Subscriber<StoreEvent>,
  afterEventId: number | null,
): Promise<Joined<StoreEvent>> {
  try {
    return await feed.join((rows) => subscriber.push(rows), afterEventId)
  } catch (error) {
    if (asProblem(error)?.code === 'unavailable')
      throw new HubError('UNAVAILABLE', 'Try again shortly', { cause: error })
    throw error
  }
}
