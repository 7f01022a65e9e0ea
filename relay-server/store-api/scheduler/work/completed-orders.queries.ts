// Which orders have been on their way for so long that they have arrived.
import { sql } from 'kysely'
import type { StoreDb } from '../../database.ts'

const DELIVERED_DAYS = 14

export async function longShipped(db: StoreDb, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o."id" from "Orders" o where o."state" = 'shipped' and exists (
      select from "OrderHistory" h where h."orderId" = o."id" and h."became" = 'shipped'
        and h."at" <= relay_now() - make_interval(days => ${DELIVERED_DAYS}))
    order by o."id" limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
