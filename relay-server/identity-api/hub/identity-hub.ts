// The identity hub at /hubs: services ask for accounts, and hear of every change of a user and every end of a session.
//
//   a change ── trigger at its commit ──▶ AccountEvents ── NOTIFY ──▶ feed of each process ──▶ its sockets
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'socket.io'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { IIdentityHub, identityHubAccess } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, answer, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Caller } from '../../auth/access-token.ts'
import { verifierOver } from '../../auth/token-verifier.ts'
import type { Database } from '../../db/database.ts'
import { startEventFeed, type EventFeed } from '../../db/event-feed.ts'
import { upgradeAddress } from '../../http/admission/vouched-address.ts'
import type { PrivateNetwork } from '../../http/private-network.ts'
import { startServiceSockets } from '../../http/service-hub/service-sockets.ts'
import { giveTicket } from '../address-tickets/address-tickets.ts'
import type { IdentitySchema } from '../database-schema.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { endSessionsOfDevice } from '../device-sessions/device-sessions.queries.ts'
import { findUserByGuid } from '../users/users.queries.ts'
import { ACCOUNT_EVENTS_CHANNEL, accountOutbox, type AccountEvent } from './account-events.queries.ts'
import { createAccountSubscription } from './account-subscription.ts'
import { customerAccounts } from './customer-accounts.ts'
import { hubRefusal } from './hub-refusal.ts'

export interface IdentityHubParts extends Pick<IdentityParts, 'db' | 'keys' | 'now' | 'ways' | 'logger'> {
  readonly database: Pick<Database<IdentitySchema>, 'listen'>
  /** Takes the hub's sockets from now on. */
  readonly server: HttpServer
  /** Whose word on a client's address is believed. */
  readonly network: PrivateNetwork
  readonly clock: Clock
}

export interface IdentityHub {
  readonly connections: () => number
  /** Closes the sockets; who calls it closes the server itself. */
  stop(): Promise<void>
}

/** Events in one replay: what is ended within a day, and then some. */
const MAX_REPLAY = 20_000

/** Throws what the database says when it is away. */
export async function startIdentityHub(parts: IdentityHubParts): Promise<IdentityHub> {
  const { db, database, server, network, keys, clock } = parts
  const logger = parts.logger.named('identity-hub')
  const feed = await startEventFeed({ outbox: accountOutbox(db), maxReplay: MAX_REPLAY, clock, logger })
  const listener = await database.listen(ACCOUNT_EVENTS_CHANNEL, () => feed.wake(), {
    onReconnect: () => feed.wake(),
  })
  const asked = askedOf(parts)
  const sockets = startServiceSockets({
    server,
    tokens: verifierOver(keys.find),
    addressOf: upgradeAddress(network),
    rule: identityHubAccess.SubscribeAsync,
    maxMessageBytes: MAX_HUB_MESSAGE_BYTES,
    serve: (socket, caller) => serve({ socket, caller, asked, feed }, { ...parts, logger }),
    clock,
    logger,
  })
  return {
    connections: sockets.connections,
    stop: async () => {
      await Promise.all([sockets.stop(), listener.stop(), feed.stop()])
    },
  }
}

type Asked = Omit<Handlers<typeof IIdentityHub>, 'SubscribeAsync'>

/** What does not depend on the socket. */
function askedOf(parts: IdentityHubParts): Asked {
  return {
    CreateCustomerAsync: customerAccounts(parts),
    LoginWithIpAddress: (login) => giveTicket(parts, login),
    EndDeviceSessionsAsync: async (deviceKey) => {
      const ended = await endSessionsOfDevice(parts.db, { deviceKey, now: parts.now() })
      parts.logger.info('device-sessions.ended', { ended })
      return { ended }
    },
    IsUserExistsAsync: async (guid) => (await findUserByGuid(parts.db, guid))?.isActive === true,
  }
}

interface Served {
  readonly socket: Socket
  readonly caller: Caller
  readonly asked: Asked
  readonly feed: EventFeed<AccountEvent>
}

function serve({ socket, caller, asked, feed }: Served, { db, logger }: IdentityHubParts): () => void {
  const subscription = createAccountSubscription({ socket, feed, db, logger, service: caller.subject })
  const handlers = { ...asked, SubscribeAsync: subscription.subscribe }
  answer(socket, IIdentityHub, { handlers: guarded(handlers, caller), logger })
  return subscription.end
}

/** Each method for the services that may call it, its refusals as those of a hub. */
function guarded(
  handlers: Handlers<typeof IIdentityHub>,
  { role, subject: clientId }: Caller,
): Handlers<typeof IIdentityHub> {
  const guard =
    <A extends readonly unknown[], R>(
      method: keyof typeof IIdentityHub,
      handler: (...args: A) => Promise<R>,
    ) =>
    async (...args: A): Promise<R> => {
      if (!may({ role, clientId }, identityHubAccess[method]))
        throw new HubError('FORBIDDEN', `This method is not for the service ${clientId}`)
      return handler(...args).catch((error: unknown) => {
        throw hubRefusal(error)
      })
    }
  return {
    SubscribeAsync: guard('SubscribeAsync', handlers.SubscribeAsync),
    CreateCustomerAsync: guard('CreateCustomerAsync', handlers.CreateCustomerAsync),
    LoginWithIpAddress: guard('LoginWithIpAddress', handlers.LoginWithIpAddress),
    EndDeviceSessionsAsync: guard('EndDeviceSessionsAsync', handlers.EndDeviceSessionsAsync),
    IsUserExistsAsync: guard('IsUserExistsAsync', handlers.IsUserExistsAsync),
  }
}
