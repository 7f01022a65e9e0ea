// A basket as it is shown: what each line costs now, what changed, and the totals. The same is what an order is placed with.
import type { Cart, CartLine, CouponFault, LineChange } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { StoreDb } from '../../database.ts'
import type { BasketOwner } from '../buyers.ts'
import { couponFault, takenOff } from '../coupons/coupon-rule.ts'
import { totalsOf, type PricedOrder } from '../totals/totals.ts'
import {
  cartLines,
  findCoupon,
  openCart,
  type BasketLine,
  type CartRow,
  type CouponRow,
} from './baskets.queries.ts'

export interface Basket {
  readonly cart: CartRow
  readonly lines: readonly BasketLine[]
  /** Null: none was asked for. */
  readonly coupon: { readonly row: CouponRow; readonly fault: CouponFault | null } | null
  readonly priced: PricedOrder
}

/** The open basket of its owner; an empty one is not kept until something is put in. */
export async function readCart(db: StoreDb, owner: BasketOwner, currency: string): Promise<Cart> {
  const cart = await openCart(db, owner)
  if (cart === null)
    return { id: null, version: 0, currency, lines: [], coupon: null, totals: totalsOf([], null).totals }
  const lines = await cartLines(db, cart.id)
  return shownBasket(await pricedBasket(db, { cart, lines }, owner.customerId), currency)
}

export async function pricedBasket(
  db: StoreDb,
  { cart, lines }: Pick<Basket, 'cart' | 'lines'>,
  customerId: number | null,
): Promise<Basket> {
  const row = cart.couponId === null ? null : await findCoupon(db, { id: cart.couponId }, customerId)
  const coupon = row === null ? null : { row, fault: couponFault(row, row.now) }
  const takesOff = coupon === null || coupon.fault !== null ? null : takenOff(coupon.row)
  return { cart, lines, coupon, priced: totalsOf(lines, takesOff) }
}

function shownBasket({ cart, lines, coupon, priced }: Basket, currency: string): Cart {
  return {
    id: cart.id,
    version: cart.version,
    currency,
    lines: lines.map((line, index) => shownLine(line, priced.lines[index]?.netMinor ?? 0)),
    coupon: coupon === null ? null : { code: coupon.row.code, fault: coupon.fault },
    totals: priced.totals,
  }
}

function shownLine(line: BasketLine, netMinor: number): CartLine {
  const { sku: _sku, seenPriceMinor: _seen, isActive: _active, ...shown } = line
  return { ...shown, netMinor, changes: lineChanges(line) }
}

/** What a person should know of a line before he orders it. All but `price` keeps it from being ordered. */
export function lineChanges(line: BasketLine): LineChange[] {
  const { priceMinor, seenPriceMinor, available, quantity, minQuantity, isActive } = line
  return [
    ...(priceMinor === seenPriceMinor ? [] : (['price'] as const)),
    ...(isActive ? [] : (['inactive'] as const)),
    ...(available >= quantity ? [] : (['stock'] as const)),
    ...(quantity >= minQuantity ? [] : (['minimum'] as const)),
  ]
}
