// The summaries of days as they are read.
import type { DaySummary } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { StoreDb } from '../database.ts'

/** Newest first. */
export async function pageOfDays(
  db: StoreDb,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: DaySummary[]; total: number; page: number; pageSize: number }> {
  const counted = db.selectFrom('DaySummaries').select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = await counted.executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('DaySummaries')
    .select(['day', 'currency', 'ordersPlaced', 'ordersPaid', 'ordersShipped', 'ordersCancelled'])
    .select(['ordersExpired', 'revenueMinor', 'refundedMinor', 'labels', 'labelProblems', 'computers'])
    .orderBy('day', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items, total, page, pageSize }
}
