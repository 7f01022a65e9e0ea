// Follows the outbox in this process: one cursor, one reader, every row handed on once and in order.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { withoutValues } from './database-errors.ts'

const ROWS_A_READ = 500
const RETRY_MS = 1_000

/** An outbox: rows become visible in the order of their ids. */
export interface Outbox<R extends OutboxRow> {
  /** Rows after an id, oldest first, at most `limit`. */
  after(afterId: number, limit: number): Promise<R[]>
  /** The oldest id that is kept, null when there is none. */
  firstId(): Promise<number | null>
  /** The newest id, 0 when nothing ever happened. */
  lastId(): Promise<number>
}

export interface OutboxRow {
  readonly id: number
}

/** Gets rows in order; must not throw and must not wait. */
export type RowsListener<R> = (rows: readonly R[]) => void

export interface Joined<R> {
  readonly lastEventId: number
  /** Rows after the subscriber's own cursor, or null when they cannot be given. */
  readonly missed: readonly R[] | null
  leave(): void
}

export interface EventFeed<R> {
  /** The id of the newest row that was handed on. */
  readonly cursor: number
  /** Reads what is new; calls while one runs are answered by one more read. Failures are logged and made up for later. */
  wake(): void
  /** Adds a listener at the present end of the outbox, and looks up what it missed. Throws when the database is away. */
  join(listener: RowsListener<R>, afterEventId: number | null): Promise<Joined<R>>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

export interface FeedParts<R extends OutboxRow> {
  readonly outbox: Outbox<R>
  /** Most rows that a returning listener is given at once; beyond it there are none. */
  readonly maxReplay: number
  readonly clock: Clock
  readonly logger: Logger
}

/** Begins at the newest row; rows before are read for a replay only. */
export async function startEventFeed<R extends OutboxRow>(parts: FeedParts<R>): Promise<EventFeed<R>> {
  return new OutboxFeed(parts, await parts.outbox.lastId())
}

class OutboxFeed<R extends OutboxRow> implements EventFeed<R> {
  readonly #parts: FeedParts<R>
  readonly #listeners = new Set<RowsListener<R>>()
  #cursor: number
  #isStopped = false
  #isWoken = false
  #cancelRetry = (): void => {}
  // Everything that moves or reads the cursor stands in one queue.
  #queue: Promise<unknown> = Promise.resolve()

  constructor(parts: FeedParts<R>, cursor: number) {
    this.#parts = parts
    this.#cursor = cursor
  }

  get cursor(): number {
    return this.#cursor
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

  async join(listener: RowsListener<R>, afterEventId: number | null): Promise<Joined<R>> {
    return this.#inTurn(async () => {
      await this.#readOn()
      const missed = afterEventId === null ? null : await missedRows(this.#parts, afterEventId, this.#cursor)
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
      const rows = await this.#parts.outbox.after(this.#cursor, ROWS_A_READ)
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
async function missedRows<R extends OutboxRow>(
  { outbox, maxReplay }: FeedParts<R>,
  afterId: number,
  cursor: number,
): Promise<R[] | null> {
  if (afterId > cursor) return null
  if (afterId === cursor) return []
  const first = await outbox.firstId()
  if (first === null || afterId < first - 1) return null
  const rows = await outbox.after(afterId, maxReplay + 1)
  return rows.length > maxReplay ? null : rows.filter((row) => row.id <= cursor)
}
