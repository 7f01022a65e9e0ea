// Orders that were not paid in time give back what they hold. Any number of processes may look at once: each takes an order under
// its lock, and whoever comes second finds nothing to do. The database's clock decides.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../../db/database-errors.ts'
import type { StoreDb } from '../../database.ts'
import { applyOrderEvent } from './order-events.ts'
import { lateOrders } from './orders.queries.ts'

const EVERY_MS = 10_000
/** Of one look; what is left waits for the next. */
const ORDERS_PER_LOOK = 200

/** How many orders were looked at. Those whose bank must be asked first are not over yet. One that fails keeps no other from its end. */
export async function expireLateOrders(db: StoreDb): Promise<number> {
  const late = await lateOrders(db, ORDERS_PER_LOOK)
  const failures: unknown[] = []
  for (const id of late)
    await db
      .transaction()
      // It may have been paid since it was found.
      .execute(async (trx) => applyOrderEvent(trx, id, { event: 'late', actor: 'expiry', traceId: '' }))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return late.length
}

export interface Expiry {
  /** Ends the looks and waits for the one under way. */
  stop(): Promise<void>
}

/** Looks every 10 s. */
export function startExpiry({
  db,
  clock,
  logger,
}: {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}): Expiry {
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  let cancel = (): void => {}
  const look = async (): Promise<void> => {
    try {
      await expireLateOrders(db)
    } catch (error) {
      logger.warn('shop.expiry-failed', { reason: withoutValues(error).message })
    }
    plan()
  }
  const plan = (): void => {
    if (isStopped) return
    cancel = clock.after(EVERY_MS, () => {
      running = look()
    })
  }
  plan()
  return {
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}
