// For tests: the identity hub at the gateway's path, telling whatever a test wants it to tell.
import type { Server as HttpServer } from 'node:http'
import { GATEWAY_HUB_PATHS } from '@pharmacy-relay/shared/hub/addresses.ts'
import { IIdentityClient, IIdentityHub } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { HubError, answer, ask, type ArgsIn } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { Server, type Socket } from 'socket.io'

type ClientEvent = keyof typeof IIdentityClient

export class TestIdentityHub {
  readonly #io: Server
  /** What each subscription came with. */
  readonly cursors: (number | null)[] = []
  /** What the next subscription is answered. */
  next = { lastEventId: 0, hasGap: false }
  /** Handshakes are refused while it is set. */
  refusing = false
  #socket: Socket | null = null

  constructor(server: HttpServer) {
    this.#io = new Server(server, {
      path: GATEWAY_HUB_PATHS.identity,
      transports: ['websocket'],
      serveClient: false,
    })
    this.#io.use((_socket, next) => next(this.refusing ? new Error('refused') : undefined))
    this.#io.on('connection', (socket) => this.#serve(socket))
  }

  /** Tells the subscriber and waits for its acknowledgement. */
  async tell<E extends ClientEvent>(event: E, ...args: ArgsIn<(typeof IIdentityClient)[E]>): Promise<void> {
    if (this.#socket === null) throw new Error('nobody subscribed')
    await ask(this.#socket, IIdentityClient, { event, args, timeoutMs: 10_000 })
  }

  drop(): void {
    this.#socket?.disconnect(true)
  }

  async stop(): Promise<void> {
    await this.#io.close()
  }

  #serve(socket: Socket): void {
    const refused = () => Promise.reject(new HubError('FORBIDDEN', 'Not for the portal'))
    answer(socket, IIdentityHub, {
      logger: silentLogger,
      handlers: {
        SubscribeAsync: async (cursor) => {
          this.#socket = socket
          this.cursors.push(cursor)
          return this.next
        },
        CreateCustomerAsync: refused,
        LoginWithIpAddress: refused,
        EndDeviceSessionsAsync: refused,
        IsUserExistsAsync: refused,
      },
    })
  }
}
