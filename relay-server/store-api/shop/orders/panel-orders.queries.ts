// The rows of orders as staff list and see them.
import { sql } from 'kysely'
import type {
  PanelOrder,
  PanelOrderQuery,
  PanelOrderSummary,
  OrderPayment,
  ShipmentFields,
} from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { allOf, type Condition } from '../../../db/search/conditions.queries.ts'
import type { PageKey } from '../catalogue/page-key.ts'
import { summaryOf } from './orders.queries.ts'

/** As many are counted. */
export const MAX_COUNTED_ORDERS = 10_000

export type SoughtOrders = Omit<PanelOrderQuery, 'pageSize' | 'after'>

function conditions({ state, storeId, number, from, to }: SoughtOrders): Condition {
  return allOf([
    sql`true`,
    ...(state === undefined ? [] : [sql`o."state" = ${state}`]),
    ...(storeId === undefined
      ? []
      : [sql`o."customerId" = (select "id" from "Customers" where "storeId" = ${storeId})`]),
    ...(number === undefined ? [] : [sql`o."number" = ${number}`]),
    ...(from === undefined ? [] : [sql`o."placedAt" >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`o."placedAt" < ${new Date(to)}`]),
  ])
}

/** Of a time by that time, whose index begins there; else by id, which each other filter has an index with. */
export const orderSort = ({ from, to }: SoughtOrders): 'placed' | 'id' =>
  from === undefined && to === undefined ? 'id' : 'placed'

/** One more than the limit says that there are more. */
export async function countOrders(db: StoreDb, sought: SoughtOrders): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from (
      select from "Orders" o where ${conditions(sought)} limit ${MAX_COUNTED_ORDERS + 1}) found`.execute(db)
  return rows[0]?.count ?? 0
}

export interface FoundOrder {
  readonly summary: PanelOrderSummary
  readonly key: PageKey
}

interface OrderRow extends Omit<PanelOrderSummary, 'placedAt' | 'expiresAt'> {
  readonly id: number
  readonly placedAt: Date
  readonly expiresAt: Date | null
  /** Microseconds since 1970: the key must tell apart what JavaScript's clock does not. */
  readonly placedMicros: number
}

/** Newest first; one row more than `limit` where there are more. */
export async function pageOfOrders(
  db: StoreDb,
  sought: SoughtOrders,
  { after, limit }: { readonly after: PageKey | null; readonly limit: number },
): Promise<FoundOrder[]> {
  const sort = orderSort(sought)
  const beyond = after === null ? [] : [BEYOND[sort](after)]
  const { rows } = await sql<OrderRow>`
    select o."id", o."number", o."state", o."currency", o."totalMinor", o."placedAt", o."expiresAt", o."customerName",
      c."storeId", (extract(epoch from o."placedAt") * 1000000)::bigint as "placedMicros"
    from "Orders" o join "Customers" c on c."id" = o."customerId"
    where ${allOf([conditions(sought), ...beyond])}
    order by ${sort === 'placed' ? sql`o."placedAt" desc, o."id" desc` : sql`o."id" desc`} limit ${limit + 1}`.execute(
    db,
  )
  return rows.map((row) => ({
    summary: { ...summaryOf(row), storeId: row.storeId, customerName: row.customerName },
    key: [sort, row.placedMicros, row.id],
  }))
}

const BEYOND: Readonly<Record<'placed' | 'id', (key: PageKey) => Condition>> = {
  id: ([, , id]) => sql`o."id" < ${id}`,
  placed: ([, micros, id]) =>
    sql`(o."placedAt", o."id") < ('epoch'::timestamptz + ${micros} * interval '1 microsecond', ${id})`,
}

export interface PanelOrderRow {
  readonly id: number
  readonly customerId: number
  readonly storeId: string
  readonly version: number
}

/** With `lock` under its lock. */
export async function findPanelOrder(
  db: StoreDb,
  number: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<PanelOrderRow | null> {
  const { rows } = await sql<PanelOrderRow>`
    select o."id", o."customerId", o."version", c."storeId"
    from "Orders" o join "Customers" c on c."id" = o."customerId"
    where o."number" = ${number} ${lock ? sql`for no key update of o` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** What an order's page tells beside the order itself. */
export async function readAround(
  db: StoreDb,
  orderId: number,
): Promise<Pick<PanelOrder, 'steps' | 'payments' | 'shipment'>> {
  const steps = await db
    .selectFrom('OrderHistory as h')
    .leftJoin('Staffs as s', 's.guid', 'h.actor')
    .select(['h.seq', 'h.was', 'h.became', 'h.cause', 'h.at', 'h.traceId', 'h.hash', 's.name as by'])
    .where('h.orderId', '=', orderId)
    .orderBy('h.seq')
    .limit(1_000)
    .execute()
  return {
    steps: steps.map(({ at, hash, by, ...step }) => ({
      ...step,
      by: by ?? '',
      at: at.toISOString(),
      hash: hash.toString('hex'),
    })),
    payments: await paymentsOf(db, orderId),
    shipment: await shipmentOf(db, orderId),
  }
}

async function paymentsOf(db: StoreDb, orderId: number): Promise<OrderPayment[]> {
  const rows = await db
    .selectFrom('Payments')
    .select(['id', 'state', 'amountMinor', 'capturedMinor', 'refundedMinor', 'lastFour', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Null: it is still here. */
export async function shipmentOf(db: StoreDb, orderId: number): Promise<PanelOrder['shipment']> {
  const row = await db
    .selectFrom('Shipments as x')
    .leftJoin('Staffs as s', 's.guid', 'x.actor')
    .select(['x.carrier', 'x.trackingNumber', 'x.at', 's.name as by'])
    .where('x.orderId', '=', orderId)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, by: row.by ?? '', at: row.at.toISOString() }
}

export async function insertShipment(
  trx: StoreTransaction,
  row: ShipmentFields & { readonly orderId: number; readonly actor: string },
): Promise<void> {
  await trx.insertInto('Shipments').values(row).execute()
}
