// The hub's connection to NATS: one attempt after the other until stopped.
//
// Never NATS's own reconnect: it would keep what it could not send, and send it after its sender had been told otherwise.
import { connect } from '@nats-io/transport-node'
import { backoffMs, finishesWithin, pause } from '@pharmacy-relay/shared/waits.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { ConnectMesh, MeshConnection } from './mesh-connection.ts'
import type { NatsServers } from './nats-servers.ts'

export interface NatsLinkParts {
  readonly servers: NatsServers
  /** How NATS's own pages name this connection. */
  readonly name: string
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Called with each new connection. */
  readonly onUp: (connection: MeshConnection) => void
  /** The connection that was there is gone. */
  readonly onDown: () => void
  /** NATS's own client, when left out. */
  readonly connect?: ConnectMesh | undefined
}

const CONNECT_TIMEOUT_MS = 3_000
/** A connection without a sign of life for two of them is given up. */
const PING_INTERVAL_MS = 5_000
const CLOSE_LIMIT_MS = 500
const BACKOFF = { firstMs: 250, lastMs: 5_000 }

export class NatsLink {
  readonly #parts: NatsLinkParts
  #current: MeshConnection | null = null
  #failures = 0
  #isStopped = false

  constructor(parts: NatsLinkParts) {
    this.#parts = parts
  }

  /** Null while there is none. */
  get current(): MeshConnection | null {
    return this.#current === null || this.#current.isClosed() ? null : this.#current
  }

  /** Begins at once; never throws. */
  async run(): Promise<void> {
    const { clock, random } = this.#parts
    while (!this.#isStopped) {
      try {
        await this.#attempt()
      } catch (error) {
        this.#away(causeOf(error))
      }
      if (!this.#isStopped) await pause(clock, backoffMs(this.#failures, BACKOFF, random.fraction()))
    }
  }

  /** What waits for an answer ends now; a server that hangs is not waited for. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#current !== null) await finishesWithin(this.#parts.clock, CLOSE_LIMIT_MS, this.#current.close())
  }

  /** Connects and stays until the connection ends. Throws when it does not come about. */
  async #attempt(): Promise<void> {
    const { logger, onUp, onDown } = this.#parts
    const connection = await this.#open()
    if (this.#isStopped) return connection.close()
    this.#current = connection
    this.#failures = 0
    logger.info('nats.connected', { server: connection.getServer() })
    onUp(connection)
    void this.#tellErrors(connection)
    const fault = await connection.closed()
    this.#current = null
    onDown()
    this.#away(fault instanceof Error ? causeOf(fault) : 'the connection ended')
  }

  /** The first failure in a row says what is wrong; the rest would only repeat it. */
  #away(cause: string): void {
    if (this.#failures === 0 && !this.#isStopped)
      this.#parts.logger.warn('nats.away', { cause, ...CONSEQUENCE })
    this.#failures += 1
  }

  async #open(): Promise<MeshConnection> {
    const { servers, name } = this.#parts
    return (this.#parts.connect ?? connect)({
      servers: [...servers.hosts],
      ...servers.credentials,
      ...(servers.isEncrypted ? { tls: {} } : {}),
      name,
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
      reconnect: false,
      ignoreClusterUpdates: true,
      noEcho: true,
      noAsyncTraces: true,
    })
  }

  /** What the server refuses, a missing permission say, is an operator's to mend. */
  async #tellErrors(connection: MeshConnection): Promise<void> {
    for await (const status of connection.status())
      if (status.type === 'error') this.#parts.logger.warn('nats.refused', { cause: causeOf(status.error) })
  }
}

const CONSEQUENCE = { consequence: 'devices reach each other only where both are on this hub' } as const
