// Orders that were sent 14 days ago count as delivered: nobody says otherwise any more.
import type { StoreDb } from '../../database.ts'
import { applyOrderEvent } from '../../shop/orders/order-events.ts'
import { longShipped } from './completed-orders.queries.ts'

/** How many were completed. One that fails keeps no other from its end. */
export async function completeOrders(db: StoreDb, limit: number): Promise<number> {
  const ids = await longShipped(db, limit)
  const failures: unknown[] = []
  for (const id of ids)
    await db
      .transaction()
      .execute(async (trx) =>
        applyOrderEvent(trx, id, { event: 'delivered', actor: 'scheduler', traceId: '' }),
      )
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return ids.length
}
