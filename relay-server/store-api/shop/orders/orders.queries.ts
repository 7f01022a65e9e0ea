// The rows of orders: read by their pharmacy, changed by one conditional update a step.
import { sql } from 'kysely'
import type {
  Order,
  OrderShipment,
  OrderState,
  OrderSummary,
} from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

export interface LockedOrder {
  readonly id: number
  readonly state: OrderState
  readonly customerId: number
  readonly couponId: number | null
  readonly isCancelAsked: boolean
  readonly isLate: boolean
  /** The attempt to pay that is under way or has the money; it is locked, too. */
  readonly paymentId: string | null
}

export async function lockOrder(trx: StoreTransaction, orderId: number): Promise<LockedOrder | null> {
  const { rows } = await sql<Omit<LockedOrder, 'paymentId'>>`
    select "id", "state", "customerId", "couponId", "isCancelAsked", coalesce("expiresAt" <= relay_now(), false) as "isLate"
    from "Orders" where "id" = ${orderId} for no key update`.execute(trx)
  const [order] = rows
  if (order === undefined) return null
  const living = trx
    .selectFrom('Payments')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', 'in', ['created', 'requires_action', 'authorised', 'captured'])
    .forNoKeyUpdate()
  return { ...order, paymentId: (await living.executeTakeFirst())?.id ?? null }
}

export async function setOrderState(
  trx: StoreTransaction,
  orderId: number,
  state: OrderState,
): Promise<void> {
  await sql`update "Orders" set "state" = ${state}, "version" = "version" + 1 where "id" = ${orderId}`.execute(
    trx,
  )
}

export async function setCancelAsked(trx: StoreTransaction, orderId: number): Promise<void> {
  await sql`update "Orders" set "isCancelAsked" = true, "version" = "version" + 1
    where "id" = ${orderId} and not "isCancelAsked"`.execute(trx)
}

/** What the provider must be told; the same one is told once. */
export async function addProviderTask(
  trx: StoreTransaction,
  paymentId: string,
  kind: 'capture' | 'cancel',
): Promise<void> {
  const added = trx
    .insertInto('ProviderTasks')
    .values({ paymentId, kind, doneAt: null, givenUpAt: null, fault: null })
  await added.onConflict((conflict) => conflict.doNothing()).execute()
}

/** Ids of orders that should be paid by now, the longest waiting first; not those whose bank is being asked. */
export async function lateOrders(db: StoreDb, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o."id" from "Orders" o where o."state" = 'awaiting_payment' and o."expiresAt" <= relay_now()
      and not exists (
        select from "Payments" p join "ProviderTasks" t on t."paymentId" = p."id"
        where p."orderId" = o."id" and t."kind" = 'cancel' and t."doneAt" is null)
    order by o."expiresAt" limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function orderIdOf(
  db: StoreDb,
  { number, customerId }: { readonly number: string; readonly customerId: number },
): Promise<number | null> {
  const row = db
    .selectFrom('Orders')
    .select('id')
    .where('number', '=', number)
    .where('customerId', '=', customerId)
  return (await row.executeTakeFirst())?.id ?? null
}

export async function findOrder(db: StoreDb, orderId: number): Promise<Order | null> {
  const row = await db.selectFrom('Orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (row === undefined) return null
  const lines = await db
    .selectFrom('OrderLines')
    .select(['productId', 'sku', 'name', 'quantity', 'priceMinor', 'taxBp', 'netMinor', 'discountMinor'])
    .where('orderId', '=', orderId)
    .orderBy('productId')
    .execute()
  const { subtotalMinor, discountMinor, taxMinor, totalMinor, taxes } = row
  return {
    ...summaryOf(row),
    totals: { subtotalMinor, discountMinor, taxes, taxMinor, totalMinor },
    couponCode: row.couponCode,
    customerName: row.customerName,
    address: row.address,
    lines,
    isCancelAsked: row.isCancelAsked,
    version: row.version,
  }
}

/** Newest first; one more than `limit` where there are more. `afterId` null: from the newest on. */
export async function ordersOf(
  db: StoreDb,
  {
    customerId,
    afterId,
    limit,
  }: { readonly customerId: number; readonly afterId: number | null; readonly limit: number },
): Promise<OrderSummary[]> {
  const rows = await db
    .selectFrom('Orders as o')
    .leftJoin('Shipments as x', 'x.orderId', 'o.id')
    .select(['o.number', 'o.state', 'o.currency', 'o.totalMinor', 'o.placedAt', 'o.expiresAt'])
    .select(['x.carrier', 'x.trackingNumber', 'x.at'])
    .where('o.customerId', '=', customerId)
    .$if(afterId !== null, (found) => found.where('o.id', '<', afterId ?? 0))
    .orderBy('o.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({ ...summaryOf(row), shipment: sentBy(row) }))
}

/** Null: it is still here. */
export function sentBy({
  carrier,
  trackingNumber,
  at,
}: {
  readonly carrier: string | null
  readonly trackingNumber: string | null
  readonly at: Date | string | null
}): OrderShipment | null {
  if (carrier === null || at === null) return null
  return { carrier, trackingNumber: trackingNumber ?? '', at: new Date(at).toISOString() }
}

interface SummaryRow extends Omit<OrderSummary, 'placedAt' | 'expiresAt' | 'shipment'> {
  readonly placedAt: Date
  readonly expiresAt: Date | null
}

export function summaryOf({
  number,
  state,
  currency,
  totalMinor,
  placedAt,
  expiresAt,
}: SummaryRow): OrderSummary {
  const isWaiting = state === 'awaiting_payment'
  return {
    number,
    state,
    currency,
    totalMinor,
    placedAt: placedAt.toISOString(),
    expiresAt: isWaiting ? (expiresAt?.toISOString() ?? null) : null,
  }
}
