// What staff do with orders: find them, cancel one, send one; each change with its row in the staff log.
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type {
  PanelOrder,
  PanelOrderQuery,
  ShipmentFields,
  shopPanelOrdersApi,
} from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { keyText, readKey } from '../catalogue/page-key.ts'
import { applyOrderEvent } from './order-events.ts'
import { findOrder } from './orders.queries.ts'
import {
  MAX_COUNTED_ORDERS,
  countOrders,
  findPanelOrder,
  insertShipment,
  orderSort,
  pageOfOrders,
  readAround,
  type PanelOrderRow,
} from './panel-orders.queries.ts'

type OrderPage = EndpointReply<(typeof shopPanelOrdersApi)['listPanelOrders']>

/** Throws ProblemError `invalid` for `after` that is none. */
export async function listPanelOrders(
  db: StoreDb,
  { pageSize, after, ...sought }: PanelOrderQuery,
): Promise<OrderPage> {
  const key = after === undefined ? null : readKey(after, orderSort(sought))
  const found = await pageOfOrders(db, sought, { after: key, limit: pageSize })
  const count = await countOrders(db, sought)
  const last = found.length > pageSize ? found[pageSize - 1] : undefined
  return {
    items: found.slice(0, pageSize).map(({ summary }) => summary),
    total: Math.min(count, MAX_COUNTED_ORDERS),
    totalIsExact: count <= MAX_COUNTED_ORDERS,
    next: last === undefined ? null : keyText(last.key),
  }
}

/** Throws ProblemError `not_found`. */
export async function readPanelOrder(db: StoreDb, number: string): Promise<PanelOrder> {
  const row = known(await findPanelOrder(db, number))
  const order = known(await findOrder(db, row.id))
  return { ...order, storeId: row.storeId, ...(await readAround(db, row.id)) }
}

interface OrderChange {
  readonly number: string
  /** The version that the caller saw. */
  readonly version: number
  readonly caller: Caller
  readonly traceId: string
}

/**
 * While an attempt to pay is under way the bank is asked first; its answer ends the order. Again changes nothing. Throws
 * ProblemError `not_found`, `version_stale`, `state_conflict` for one that is sent or over.
 */
export async function cancelOrder(db: StoreDb, change: OrderChange): Promise<PanelOrder> {
  await db.transaction().execute(async (trx) => {
    const { row, was } = await lockedOrder(trx, change)
    if (was.state === 'cancelled' || was.isCancelAsked) return
    needVersion(row, change)
    await happens(trx, row, { ...change, event: 'cancelled_by_staff' })
    await record(trx, row, { ...change, action: 'order.cancel', summary: `Cancelled order ${row.number}` })
  })
  return readPanelOrder(db, change.number)
}

/** Throws ProblemError `not_found`, `version_stale`, `state_conflict` for one that is not paid, or sent already. */
export async function shipOrder(
  db: StoreDb,
  { carrier, trackingNumber, ...change }: OrderChange & ShipmentFields,
): Promise<PanelOrder> {
  const sent = { carrier, trackingNumber }
  await db.transaction().execute(async (trx) => {
    const { row } = await lockedOrder(trx, change)
    needVersion(row, change)
    await happens(trx, row, { ...change, event: 'shipped' })
    await insertShipment(trx, { ...sent, orderId: row.id, actor: change.caller.subject })
    const summary = `Sent order ${row.number}`
    await record(trx, row, { ...change, action: 'order.ship', summary, after: sent })
  })
  return readPanelOrder(db, change.number)
}

type Row = PanelOrderRow & { readonly number: string }

async function lockedOrder(
  trx: StoreTransaction,
  { number }: OrderChange,
): Promise<{ readonly row: Row; readonly was: Order }> {
  const row = { ...known(await findPanelOrder(trx, number, { lock: true })), number }
  return { row, was: known(await findOrder(trx, row.id)) }
}

function needVersion({ version }: Row, seen: OrderChange): void {
  if (version !== seen.version)
    throw new ProblemError('version_stale', `This order is at version ${version} now`)
}

async function happens(
  trx: StoreTransaction,
  { id }: Row,
  { event, caller, traceId }: OrderChange & { readonly event: 'cancelled_by_staff' | 'shipped' },
): Promise<void> {
  if (await applyOrderEvent(trx, id, { event, actor: caller.subject, traceId })) return
  throw new ProblemError('state_conflict', 'The state of this order does not allow it')
}

async function record(
  trx: StoreTransaction,
  { customerId }: Row,
  {
    caller,
    action,
    summary,
    after,
  }: OrderChange & {
    readonly action: 'order.cancel' | 'order.ship'
    readonly summary: string
    readonly after?: ShipmentFields
  },
): Promise<void> {
  const done = { action, customerId, computerId: null, summary }
  await recordStaffOperation(trx, caller, after === undefined ? done : { ...done, after: { ...after } })
}

function known<T>(found: T | null): T {
  if (found === null) throw new ProblemError('not_found', 'There is no such order')
  return found
}
