// For tests: the store hub at the gateway's path, sending whatever a test wants it to send.
import type { Server as HttpServer } from 'node:http'
import type { StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import { GATEWAY_HUB_PATHS } from '@pharmacy-relay/shared/hub/addresses.ts'
import { answer, ask, type ArgsIn } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient, IStoreHub, type RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { Server, type Socket } from 'socket.io'

type ClientEvent = keyof typeof IStoreClient

export interface Subscription {
  readonly hubId: string
  readonly afterEventId: number | null
  readonly serviceToken: string | undefined
  readonly auth: unknown
}

export class TestStoreHub {
  readonly #io: Server
  readonly subscriptions: Subscription[] = []
  /** Of pages of this portal. */
  readonly presences: StaffPresence[] = []
  /** What the next subscription is answered. */
  lastEventId = 0
  replayed = true
  /** Handshakes are refused while it is set. */
  refusing = false
  #socket: Socket | null = null

  constructor(server: HttpServer) {
    this.#io = new Server(server, {
      path: GATEWAY_HUB_PATHS.store,
      transports: ['websocket'],
      serveClient: false,
    })
    this.#io.use((_socket, next) => next(this.refusing ? new Error('refused') : undefined))
    this.#io.on('connection', (socket) => this.#serve(socket))
  }

  /** Sends rows to the subscriber and waits for its acknowledgement. */
  async send(rows: RelayEvent[]): Promise<void> {
    await this.ask('RelayEventsAsync', rows)
  }

  /** Asks the subscriber as the store API does. Throws its refusal as HubError. */
  async ask<E extends ClientEvent>(event: E, ...args: ArgsIn<(typeof IStoreClient)[E]>) {
    return await ask(this.#subscriber(), IStoreClient, { event, args, timeoutMs: 10_000 })
  }

  /** The subscriber's whole reply to what no store API would send. */
  async askAnything(event: string, args: readonly unknown[]): Promise<unknown> {
    const reply: unknown = await this.#subscriber()
      .timeout(60_000)
      .emitWithAck(event, ...args)
    return reply
  }

  drop(): void {
    this.#socket?.disconnect(true)
  }

  async stop(): Promise<void> {
    await this.#io.close()
  }

  #subscriber(): Socket {
    if (this.#socket === null) throw new Error('nobody subscribed')
    return this.#socket
  }

  #serve(socket: Socket): void {
    answer(socket, IStoreHub, {
      logger: silentLogger,
      handlers: {
        SupportPresenceAsync: async (presence) => {
          this.presences.push(presence)
          return null
        },
        SubscribeAsync: async (hubId, afterEventId) => {
          this.#socket = socket
          const header = socket.request.headers['x-service-token']
          const serviceToken = Array.isArray(header) ? header[0] : header
          this.subscriptions.push({ hubId, afterEventId, serviceToken, auth: socket.handshake.auth })
          return { lastEventId: this.lastEventId, replayed: this.replayed }
        },
      },
    })
  }
}
