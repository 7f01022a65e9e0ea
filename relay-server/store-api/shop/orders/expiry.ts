// Orders that were not paid in time give back what they hold; the scheduler asks for it every minute. Any number of processes may
// look at once: each takes an order under its lock, and whoever comes second finds nothing to do. The database's clock decides.
import type { StoreDb } from '../../database.ts'
import { applyOrderEvent } from './order-events.ts'
import { lateOrders } from './orders.queries.ts'

/** Of one look; what is left waits for the next. */
export const ORDERS_PER_LOOK = 200

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
