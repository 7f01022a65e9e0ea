// Follows the outbox in this process: one cursor, one reader, every row handed on once and in order.
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { StoreDb } from '../database.ts'
import { eventsAfter, firstEventId, lastEventId } from './outbox.queries.ts'

/** Most rows in one message. */
export const MAX_ROWS = 500
/** Most rows that a returning subscriber is given; beyond it the subscriber reads its pages anew. */
export const MAX_REPLAY = 1_000
const RETRY_MS = 1_000

/** Gets rows in order; must not throw and must not wait. */
export type RowsListener = (rows: readonly RelayEvent[]) => void

export interface Joined {
  readonly lastEventId: number
  /** Rows after the subscriber's own cursor, or null when they cannot be given. */
  readonly missed: readonly RelayEvent[] | null
  leave(): void
}

export interface EventFeed {
  /** Reads what is new; calls while one runs are answered by one more read. Failures are logged and made up for later. */
  wake(): void
  /** Adds a listener at the present end of the outbox, and looks up what it missed. Throws when the database is away. */
  join(listener: RowsListener, afterEventId: number | null): Promise<Joined>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

interface FeedParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}

/** Begins at the newest row; rows before are read for a replay only. */
export async function startEventFeed(parts: FeedParts): Promise<EventFeed> {
  return new OutboxFeed(parts, await lastEventId(parts.db))
}

class OutboxFeed implements EventFeed {
  readonly #parts: FeedParts
  readonly #listeners = new Set<RowsListener>()
  #cursor: number
  #isStopped = false
  #isWoken = false
  #cancelRetry = (): void => {}
  // Everything that moves or reads the cursor stands in one queue.
  #queue: Promise<unknown> = Promise.resolve()

  constructor(parts: FeedParts, cursor: number) {
    this.#parts = parts
    this.#cursor = cursor
  }

  wake(): void {
    if (this.#isWoken || this.#isStopped) return
    this.#isWoken = true
    this.#inTurn(() => this.#readOn()).catch((error: unknown) => {
      this.#parts.logger.warn('event-feed.read-failed', { reason: withoutValues(error).message })
      this.#cancelRetry()
      this.#cancelRetry = this.#parts.clock.after(RETRY_MS, () => this.wake())
    })
  }

  async join(listener: RowsListener, afterEventId: number | null): Promise<Joined> {
    return this.#inTurn(async () => {
      await this.#readOn()
      const missed =
        afterEventId === null ? null : await missedRows(this.#parts.db, afterEventId, this.#cursor)
      this.#listeners.add(listener)
      return { lastEventId: this.#cursor, missed, leave: () => void this.#listeners.delete(listener) }
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry()
    this.#listeners.clear()
    await this.#queue
  }

  async #readOn(): Promise<void> {
    this.#isWoken = false
    for (;;) {
      const rows = await eventsAfter(this.#parts.db, this.#cursor, MAX_ROWS)
      const newest = rows.at(-1)
      if (newest === undefined || this.#isStopped) return
      this.#cursor = newest.id
      for (const listener of this.#listeners) listener(rows)
    }
  }

  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

/** Null when a row in between is no longer kept, when there are too many, or when the cursor is not of this outbox. */
async function missedRows(db: StoreDb, afterId: number, cursor: number): Promise<RelayEvent[] | null> {
  if (afterId > cursor) return null
  if (afterId === cursor) return []
  const first = await firstEventId(db)
  if (first === null || afterId < first - 1) return null
  const rows = await eventsAfter(db, afterId, MAX_REPLAY + 1)
  return rows.length > MAX_REPLAY ? null : rows.filter((row) => row.id <= cursor)
}
