// The store hub at /hubs: services subscribe with their token and get the relay's events as they commit.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { answer } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreHub } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import type { AddressKeys } from '../../http/address-keys.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { EventFeed } from '../../db/event-feed.ts'
import { startServiceSockets, type ServiceSockets } from '../../http/service-hub/service-sockets.ts'
import type { StoreEvent } from '../events/store-event.ts'
import type { HubSockets } from './hub-sockets.ts'
import { createSubscription } from './subscription.ts'
import type { TaskPresences } from './task-presences.ts'

export interface StoreHubParts {
  readonly server: HttpServer
  readonly tokens: TokenVerifier
  /** Who opens a connection: the peer, or the address that a gateway in front vouches for. */
  readonly addressOf: (request: IncomingMessage) => AddressKeys | null
  readonly feed: EventFeed<StoreEvent>
  /** Where sockets are found by the hub that they subscribed for. */
  readonly sockets: HubSockets
  readonly presences: Pick<TaskPresences, 'said'>
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
      const handlers = {
        SubscribeAsync: subscription.subscribe,
        SupportPresenceAsync: async (presence: StaffPresence) => {
          await parts.presences.said(presence)
          return null
        },
      }
      answer(socket, IStoreHub, { handlers, logger })
      return subscription.end
    },
    clock,
    logger,
  })
}
