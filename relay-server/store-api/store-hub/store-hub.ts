// The store hub at /hubs: services subscribe with their token and get the relay's events as they commit.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket } from 'socket.io'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, answer } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreHub } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import { asProblem } from '../../db/database-errors.ts'
import type { AddressKeys } from '../../http/address-keys.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { EventFeed, Joined } from '../../db/event-feed.ts'
import { startServiceSockets, type ServiceSockets } from '../../http/service-hub/service-sockets.ts'
import { createSubscriber, type Subscriber } from '../../http/service-hub/subscriber.ts'
import type { StoreEvent } from '../events/store-event.ts'
import type { HubSockets } from './hub-sockets.ts'
import { sendEvents } from './send-events.ts'

/** Longest wait for the acknowledgement of one message of rows, in ms. */
const ACK_MS = 10_000

export interface StoreHubParts {
  readonly server: HttpServer
  readonly tokens: TokenVerifier
  /** Who opens a connection: the peer, or the address that a gateway in front vouches for. */
  readonly addressOf: (request: IncomingMessage) => AddressKeys | null
  readonly feed: EventFeed<StoreEvent>
  /** Where sockets are found by the hub that they subscribed for. */
  readonly sockets: HubSockets
  readonly clock: Clock
  readonly logger: Logger
}

/** Begins to take sockets on the server at once; who calls `stop` closes the server itself. */
export function startStoreHub(parts: StoreHubParts): ServiceSockets {
  const { server, tokens, addressOf, clock, logger } = parts
  return startServiceSockets({
    server,
    tokens,
    addressOf,
    // Who reports to the registry hears from it.
    rule: storeApi.registryBatch,
    // A device's answer fills a message of its relay hub; here it comes in another envelope.
    maxMessageBytes: 2 * MAX_HUB_MESSAGE_BYTES,
    serve: (socket) => {
      const subscription = createSubscription(socket, parts)
      answer(socket, IStoreHub, { handlers: { SubscribeAsync: subscription.subscribe }, logger })
      return subscription.end
    },
    clock,
    logger,
  })
}

/** A socket has one subscription; subscribing again begins it anew. */
function createSubscription(socket: Socket, { feed, sockets, logger }: StoreHubParts) {
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
