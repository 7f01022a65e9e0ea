// A lasting connection to another service's hub: one attempt after the other, a fresh token for each, until stopped.
import { backoffMs, pause } from '@pharmacy-relay/shared/waits.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import { connectGuarded } from '@pharmacy-relay/shared/hub/hollow-packets.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { SERVICE_HUB_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { MAX_STORE_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { io, NodeWebSocket, type Socket } from 'socket.io-client'

export interface HubConnectionParts {
  /** Of the hub, ending in /hubs. */
  readonly hubUrl: string
  /** The service token: to the gateway as a header field, to the hub in the handshake. */
  readonly token: () => Promise<string>
  /** Called with each new socket before it connects: handlers are set here. */
  readonly prepare: (socket: Socket) => void
  /** Called once connected; a rejection ends this connection. */
  readonly established: (socket: Socket) => Promise<void>
  /** Called when a connection that was established has ended. */
  readonly lost: () => void
  /** Longest pause between two tries, in ms. */
  readonly slowestRetryMs: number
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface HubConnection {
  stop(): void
}

const CONNECT_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 250

/** `ws` takes 100 MiB a message from the other side unless it is told otherwise, which the library has no option for. */
class BoundedWebSocket extends NodeWebSocket {
  override createSocket(
    ...[uri, protocols, options]: Parameters<NodeWebSocket['createSocket']>
  ): ReturnType<NodeWebSocket['createSocket']> {
    const bound = { followRedirects: false, maxPayload: MAX_STORE_MESSAGE_BYTES }
    return super.createSocket(uri, protocols, { ...options, ...bound })
  }
}

/** Begins at once. */
export function startHubConnection(parts: HubConnectionParts): HubConnection {
  const loop = new ConnectionLoop(parts)
  void loop.run()
  return { stop: () => loop.stop() }
}

class ConnectionLoop {
  readonly #parts: HubConnectionParts
  #socket: Socket | null = null
  #failures = 0
  #stopped = false

  constructor(parts: HubConnectionParts) {
    this.#parts = parts
  }

  /** Never throws: every failure is one attempt that failed. */
  async run(): Promise<void> {
    const { clock, logger } = this.#parts
    while (!this.#stopped) {
      try {
        await this.#attempt()
      } catch (error) {
        // The first failure says what is wrong; the rest of the row would only repeat it.
        if (this.#failures === 0) logger.warn('hub-connection.failed', { cause: causeOf(error) })
        this.#failures += 1
      }
      if (!this.#stopped) await pause(clock, this.#delayMs())
    }
  }

  stop(): void {
    this.#stopped = true
    this.#socket?.disconnect()
  }

  /** Connects and stays until the connection ends. Throws when it does not come about. */
  async #attempt(): Promise<void> {
    const { established, lost, clock, logger } = this.#parts
    const socket = await this.#open()
    this.#socket = socket
    const ended = new Promise<string>((resolve) => {
      socket.once('disconnect', (reason) => resolve(reason))
      // The library lets go of a socket that is refused late, and says no other word of it.
      socket.once('connect_error', ({ message }) => resolve(message))
    })
    const endedEarly = ended.then((reason) => Promise.reject(new Error(`The connection ended: ${reason}`)))
    try {
      await Promise.race([connected(socket, clock), endedEarly])
      await Promise.race([established(socket), endedEarly])
      logger.info('hub-connection.established')
      this.#failures = 0
      const reason = await ended
      logger.info('hub-connection.lost', { reason })
      lost()
    } finally {
      socket.disconnect()
    }
  }

  async #open(): Promise<Socket> {
    const token = await this.#parts.token()
    if (this.#stopped) throw new Error('The connection was stopped')
    const { origin, pathname } = new URL(this.#parts.hubUrl)
    const socket = io(origin, {
      path: pathname,
      transports: [BoundedWebSocket],
      reconnection: false,
      forceNew: true,
      autoConnect: false,
      timeout: CONNECT_TIMEOUT_MS,
      extraHeaders: { 'x-service-token': token },
      auth: { protocolVersion: SERVICE_HUB_VERSION, token },
    })
    this.#parts.prepare(socket)
    return socket
  }

  /** A connection that ended counts as one failure: after a good one the first try comes almost at once. */
  #delayMs(): number {
    const { random, slowestRetryMs } = this.#parts
    const bounds = { firstMs: FIRST_RETRY_MS, lastMs: slowestRetryMs }
    return backoffMs(this.#failures + 1, bounds, random.fraction())
  }
}

/** The hub may take the connection and then say nothing: the library itself would wait for ever. */
async function connected(socket: Socket, clock: Clock): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = (): void => reject(new Error(`Not let in within ${CONNECT_TIMEOUT_MS / 1_000} s`))
  const cancel = clock.after(CONNECT_TIMEOUT_MS, late)
  socket.once('connect', resolve)
  socket.once('connect_error', reject)
  connectGuarded(socket)
  return promise.finally(cancel)
}
