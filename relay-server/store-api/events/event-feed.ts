// Follows the outbox in this process: one cursor, one reader, every row handed on once and in order.
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { Clock } from '../clock.ts'
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

/** Begins at the newest row; rows before are read for a replay only. */
export async function startEventFeed(parts: {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}): Promise<EventFeed> {
  const { db, clock, logger } = parts
  const listeners = new Set<RowsListener>()
  let cursor = await lastEventId(db)
  let isStopped = false
  let isWoken = false
  let cancelRetry = (): void => {}
  // Everything that moves or reads the cursor stands in one queue.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(work: () => Promise<R>): Promise<R> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  const readOn = async (): Promise<void> => {
    isWoken = false
    for (;;) {
      const rows = await eventsAfter(db, cursor, MAX_ROWS)
      const newest = rows.at(-1)
      if (newest === undefined || isStopped) return
      cursor = newest.id
      for (const listener of listeners) listener(rows)
    }
  }

  const wake = (): void => {
    if (isWoken || isStopped) return
    isWoken = true
    inTurn(readOn).catch((error: unknown) => {
      logger.warn('event-feed.read-failed', { reason: withoutValues(error).message })
      cancelRetry()
      cancelRetry = clock.after(RETRY_MS, wake)
    })
  }

  return {
    wake,
    join: (listener, afterEventId) =>
      inTurn(async () => {
        await readOn()
        const missed = afterEventId === null ? null : await missedRows(db, afterEventId, cursor)
        listeners.add(listener)
        return { lastEventId: cursor, missed, leave: () => void listeners.delete(listener) }
      }),
    stop: async () => {
      isStopped = true
      cancelRetry()
      listeners.clear()
      await queue
    },
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
