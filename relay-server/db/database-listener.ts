// LISTEN on one channel over a connection of its own that comes back by itself.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { asProblem, withoutValues } from './database-errors.ts'

const CONNECT_MS = 3_000
const BACK_OFF_MIN_MS = 100
const BACK_OFF_MAX_MS = 5_000
// A connection whose other side vanished says nothing; asking finds out.
const ASK_EVERY_MS = 15_000
const ASK_LIMIT_MS = 5_000
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/

export interface ListenerOptions {
  readonly url: string
  /** Lower case letters, digits and underscore. */
  readonly channel: string
  /** Gets each notification's text, at most 8,000 bytes, in order. What it throws is logged. */
  readonly onPayload: (payload: string) => void
  /** Called when listening works again after a break. Notifications in between are lost: read the state anew. */
  readonly onReconnect: () => void
  readonly logger: Logger
}

export interface DatabaseListener {
  /** Stops listening and closes the connection. */
  stop(): Promise<void>
}

/** Answers when notifications arrive. Throws a ProblemError when the first connection fails. */
export async function startListener(options: ListenerOptions): Promise<DatabaseListener> {
  if (!CHANNEL.test(options.channel)) throw new Error(`"${options.channel}" is not a channel name`)
  const connection = new ListenerConnection(options)
  try {
    await connection.open()
  } catch (error) {
    await connection.close()
    throw asProblem(error) ?? error
  }
  const stopping = new AbortController()
  const working = keepListening(connection, options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await connection.close()
      await working
    },
  }
}

async function keepListening(
  connection: ListenerConnection,
  options: ListenerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { logger, channel } = options
  let waitMs = BACK_OFF_MIN_MS
  while (!signal.aborted) {
    await connection.lost()
    if (signal.aborted) return
    if (waitMs === BACK_OFF_MIN_MS) logger.warn('database.listen-lost', { channel })
    await delay(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(waitMs * 2, BACK_OFF_MAX_MS)
    if (signal.aborted || !(await connection.openAgain())) continue
    waitMs = BACK_OFF_MIN_MS
    logger.info('database.listen-restored', { channel })
    guarded(options, options.onReconnect)
  }
  await connection.close()
}

// A receiver's fault must not end the connection that others in this process rely on.
function guarded(options: ListenerOptions, work: () => void): void {
  try {
    work()
  } catch (error) {
    options.logger.error('database.listen-receiver-failed', error, { channel: options.channel })
  }
}

class ListenerConnection {
  readonly #options: ListenerOptions
  #client: pg.Client | null = null
  #lost: Promise<void> = Promise.resolve()
  #asking: NodeJS.Timeout | null = null

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const { url, channel } = this.#options
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ASK_LIMIT_MS,
      keepAlive: true,
    })
    this.#client = client
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ payload }) =>
      guarded(this.#options, () => this.#options.onPayload(payload ?? '')),
    )
    // Of one that is closed while it is being made, pg tells nobody who waits for it; its end does.
    const ended = lost.promise.then(() => Promise.reject(new Error('The connection was closed')))
    await Promise.race([client.connect(), ended])
    await client.query(`listen "${channel}"`)
    this.#lost = lost.promise
    this.#asking = setInterval(() => void client.query('select 1').catch(() => lost.resolve()), ASK_EVERY_MS)
  }

  async openAgain(): Promise<boolean> {
    await this.close()
    try {
      await this.open()
      return true
    } catch (error) {
      this.#options.logger.debug('database.listen-failed', { reason: withoutValues(error).message })
      return false
    }
  }

  /** Settles when the connection is gone; at once when it never came. */
  async lost(): Promise<void> {
    await this.#lost
  }

  async close(): Promise<void> {
    if (this.#asking !== null) clearInterval(this.#asking)
    const client = this.#client
    this.#client = null
    // A server that vanished never confirms the goodbye.
    if (client !== null)
      await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })])
  }
}
