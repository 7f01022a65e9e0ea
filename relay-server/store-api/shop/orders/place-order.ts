// An order is placed from a basket: what was seen is compared with what is, the order written, the coupon used, the pieces held.
// Locks: cart, coupon, coupon use, stock by product id; nobody else knows of the order yet.
import type { Order, OrderPlacement } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ProblemError, type FieldFault } from '@pharmacy-relay/shared/problem.ts'
import type { Idempotency } from '../../../http/idempotency-key.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { lineChanges, pricedBasket, type Basket } from '../baskets/basket.ts'
import type { Buyer } from '../buyers.ts'
import { onceWith } from '../repeats/once.ts'
import type { ShopRules } from '../shop-rules.ts'
import { redeemCoupon } from './holds.queries.ts'
import { applyOrderEvent } from './order-events.ts'
import {
  boughtBasket,
  insertOrder,
  lockBoughtBasket,
  orderOfCart,
  placedOrder,
  type BoughtBasket,
  type NewOrder,
} from './new-order.queries.ts'
import { findOrder } from './orders.queries.ts'

export interface Placing {
  readonly buyer: Buyer
  readonly placement: OrderPlacement
  readonly shop: ShopRules
  readonly traceId: string
}

/**
 * The order of this basket, also where it was placed before, by another tab. Throws ProblemError `not_found` for a basket or an
 * address that is not the buyer's, `state_conflict` naming in `errors` what is not as it was seen.
 */
export async function placeOrder(db: StoreDb, placing: Placing, idempotency: Idempotency): Promise<Order> {
  const { accountGuid } = placing.buyer
  const first = lockBoughtBasket({ cartId: placing.placement.cartId, accountGuid })
  return onceWith(db, { caller: accountGuid, idempotency, first }, async (trx, rows) =>
    orderOfBasket(trx, boughtBasket(rows), placing),
  )
}

async function orderOfBasket(
  trx: StoreTransaction,
  basket: BoughtBasket | null,
  placing: Placing,
): Promise<Order> {
  if (basket === null || basket.cart.state === 'merged')
    throw new ProblemError('not_found', 'There is no such basket')
  return basket.cart.state === 'ordered'
    ? readOrder(trx, await orderOfCart(trx, basket.cart.id))
    : placed(trx, basket, placing)
}

async function placed(trx: StoreTransaction, bought: BoughtBasket, placing: Placing): Promise<Order> {
  const { buyer, placement, traceId } = placing
  const { customerId, accountGuid } = buyer
  const basket = await pricedBasket(trx, bought, customerId)
  refuseChanged(basket, placement)
  const couponId = basket.coupon?.row.id ?? null
  if (couponId !== null && !(await redeemCoupon(trx, { couponId, customerId }))) throw changed([COUPON_GONE])
  const order = orderOf(bought, basket, placing)
  const made = await insertOrder(trx, order)
  refuseMissing(made.missing)
  if (order.totals.totalMinor > 0) return placedOrder(made, order)
  // Nobody has to be asked for nothing.
  await applyOrderEvent(trx, order.id, { event: 'free', actor: accountGuid, traceId })
  return readOrder(trx, order.id)
}

function orderOf({ cart, orderId, now }: BoughtBasket, basket: Basket, placing: Placing): NewOrder {
  const { buyer, placement, shop, traceId } = placing
  return {
    id: orderId,
    cartId: cart.id,
    ...buyer,
    currency: shop.currency,
    holdMs: shop.holdMs,
    totals: basket.priced.totals,
    coupon: basket.coupon?.row ?? null,
    addressId: placement.addressId,
    lines: orderLines(basket),
    traceId,
    now,
  }
}

/** What another order took since the basket was read. */
function refuseMissing(productIds: readonly number[]): void {
  const errors = productIds.map((id) => ({
    path: `lines.${id}.stock`,
    message: 'is not there in this quantity',
  }))
  if (errors.length > 0) throw changed(errors)
}

function refuseChanged(basket: Basket, { cartVersion, totalSeenMinor }: OrderPlacement): void {
  const { cart, lines, coupon, priced } = basket
  const { totalMinor } = priced.totals
  if (lines.length === 0) throw changed([{ path: 'lines', message: 'are empty' }])
  const isOther = totalMinor !== totalSeenMinor
  const faults: FieldFault[] = [
    ...lines.flatMap((line) =>
      lineChanges(line)
        // Another price that was seen is agreed to: the total says so.
        .filter((change) => change !== 'price' || isOther)
        .map((change) => ({ path: `lines.${line.productId}.${change}`, message: `${change} changed` })),
    ),
    ...(coupon === null || coupon.fault === null ? [] : [{ path: 'coupon', message: coupon.fault }]),
    ...(isOther ? [{ path: 'total', message: `is ${totalMinor} now` }] : []),
    ...(cart.version === cartVersion ? [] : [{ path: 'version', message: `is ${cart.version} now` }]),
  ]
  if (faults.length > 0) throw changed(faults)
}

const COUPON_GONE: FieldFault = { path: 'coupon', message: 'used_up' }

function changed(errors: readonly FieldFault[]): ProblemError {
  return new ProblemError('state_conflict', 'The basket is not as it was seen', { errors })
}

function orderLines({ lines, priced }: Basket) {
  return lines.map(({ productId, sku, name, quantity, priceMinor, taxBp }, index) => ({
    productId,
    sku,
    name,
    quantity,
    priceMinor,
    taxBp,
    netMinor: priced.lines[index]?.netMinor ?? 0,
    discountMinor: priced.lines[index]?.discountMinor ?? 0,
  }))
}

async function readOrder(trx: StoreTransaction, orderId: number | null): Promise<Order> {
  const order = orderId === null ? null : await findOrder(trx, orderId)
  if (order === null) throw new ProblemError('not_found', 'There is no such order')
  return order
}
