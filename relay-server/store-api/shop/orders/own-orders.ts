// What a pharmacy does with its orders: read them, cancel one, order the same again. Those of others are not found.
import type { Order, OrderStep, OrderSummary } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../../database.ts'
import { needRoom } from '../baskets/basket-changes.ts'
import { lockedCart, raiseVersion, sellable, setQuantity } from '../baskets/baskets.queries.ts'
import type { Buyer } from '../buyers.ts'
import { applyOrderEvent } from './order-events.ts'
import { listSteps } from './order-history.queries.ts'
import { findOrder, orderIdOf, ordersOf, sentBy } from './orders.queries.ts'
import { shipmentOf } from './panel-orders.queries.ts'

interface OwnOrder {
  readonly buyer: Buyer
  readonly number: string
}

/** Newest first; `next` is the number after which the next page begins. Throws ProblemError `not_found` for `after`. */
export async function listOwnOrders(
  db: StoreDb,
  { customerId }: Buyer,
  { after, pageSize }: { readonly after?: string | undefined; readonly pageSize: number },
): Promise<{ items: OrderSummary[]; next: string | null }> {
  const afterId = after === undefined ? null : await orderIdOf(db, { number: after, customerId })
  if (after !== undefined && afterId === null) throw notAfter()
  const found = await ordersOf(db, { customerId, afterId, limit: pageSize })
  const items = found.slice(0, pageSize)
  return { items, next: found.length > pageSize ? (items.at(-1)?.number ?? null) : null }
}

function notAfter(): ProblemError {
  const errors = [{ path: 'query.after', message: 'must be next of a page' }]
  return new ProblemError('invalid', 'Some fields are not valid', { errors })
}

/** Throws ProblemError `not_found`. */
export async function readOwnOrder(db: StoreDb, { buyer, number }: OwnOrder): Promise<Order> {
  const id = await ownOrderId(db, { buyer, number })
  const order = known(await findOrder(db, id))
  const shipment = await shipmentOf(db, id)
  // Without the name of who sent it.
  return { ...order, shipment: shipment === null ? null : sentBy(shipment) }
}

/** Throws ProblemError `not_found`. */
export async function ownOrderSteps(db: StoreDb, order: OwnOrder): Promise<OrderStep[]> {
  return listSteps(db, await ownOrderId(db, order))
}

/** Again changes nothing. Throws ProblemError `not_found`, `state_conflict` for one that is paid or over. */
export async function cancelOwnOrder(db: StoreDb, order: OwnOrder, traceId: string): Promise<Order> {
  const id = await ownOrderId(db, order)
  const actor = order.buyer.accountGuid
  return db.transaction().execute(async (trx) => {
    const isDone = await applyOrderEvent(trx, id, { event: 'cancelled_by_customer', actor, traceId })
    const now = known(await findOrder(trx, id))
    if (isDone || now.state === 'cancelled') return now
    throw new ProblemError('state_conflict', `An order that is ${now.state} cannot be cancelled here`)
  })
}

/**
 * What is no longer sold is left out; a quantity that is in the basket already stays where it is larger. Throws ProblemError
 * `not_found`, `state_conflict` beyond 100 lines.
 */
export async function reorder(db: StoreDb, order: OwnOrder): Promise<void> {
  const { lines } = await readOwnOrder(db, order)
  await db.transaction().execute(async (trx) => {
    const cart = await lockedCart(trx, order.buyer)
    for (const { productId, quantity } of lines) {
      const product = await sellable(trx, productId)
      if (product === null || !product.isActive) continue
      const wanted = Math.max(quantity, product.minQuantity)
      await setQuantity(trx, cart.id, { productId, quantity: wanted, isAtLeast: true })
    }
    await needRoom(trx, cart.id)
    await raiseVersion(trx, cart.id)
  })
}

async function ownOrderId(db: StoreDb, { buyer: { customerId }, number }: OwnOrder): Promise<number> {
  return known(await orderIdOf(db, { number, customerId }))
}

function known<T>(found: T | null): T {
  if (found === null) throw new ProblemError('not_found', 'There is no such order')
  return found
}
