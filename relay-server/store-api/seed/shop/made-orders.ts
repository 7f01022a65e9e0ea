// Orders of two years as a shop has them: few products and pharmacies have most of them, old ones are over, the last ones wait for
// money. Pure; totals and the hashes of their history are made by the shop's own rules.
import { randomUUID } from 'node:crypto'
import type { OrderCause, OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { stepHash } from '../../shop/orders/order-history.queries.ts'
import { totalsOf, type PricedOrder } from '../../shop/totals/totals.ts'
import { drawsOf, wholeOf } from './draw.ts'
import { madeProduct, type MadeProduct } from './made-products.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const SPAN_MS = 730 * DAY
/** As the shop gives it to pay. */
export const HOLD_MS = 20 * MINUTE
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const NUMBERS = 24n ** 8n
/** Percent off, of the coupon that some use. */
const COUPON_BP = 1_000

export interface OrderPlan {
  readonly seed: number
  readonly products: number
  readonly orders: number
  /** The database's clock, in ms. */
  readonly now: number
}

/** What chance decides of an order, without what is computed of it. */
export interface OrderSketch {
  /** From 0. */
  readonly place: number
  readonly lines: readonly { readonly product: number; readonly quantity: number }[]
  /** In [0, 1): which pharmacy; small ones are frequent. */
  readonly customer: number
  readonly placedAt: number
  readonly end: 'waiting' | 'paid' | 'shipped' | 'completed' | 'expired' | 'cancelled'
  readonly hasCoupon: boolean
}

export function orderSketch({ seed, products, orders, now }: OrderPlan, place: number): OrderSketch {
  const draw = drawsOf(seed + 1, place)
  const age = SPAN_MS * (1 - (place + draw()) / orders)
  const wanted = 1 + Math.floor(5 * draw() ** 1.6)
  const quantities = new Map<number, number>()
  for (let line = 0; line < wanted; line += 1)
    quantities.set(Math.floor(products * draw() ** 3), wholeOf(draw, 1, 5))
  return {
    place,
    lines: [...quantities]
      .map(([product, quantity]) => ({ product, quantity }))
      .toSorted((one, other) => one.product - other.product),
    customer: draw() ** 2,
    placedAt: Math.floor(now - age),
    end: endOf(age, draw()),
    hasCoupon: draw() < 0.03,
  }
}

function endOf(age: number, chance: number): OrderSketch['end'] {
  if (age < HOLD_MS) return 'waiting'
  if (chance < 0.05) return 'expired'
  if (chance < 0.08) return 'cancelled'
  if (age < 2 * DAY) return 'paid'
  return age < 16 * DAY ? 'shipped' : 'completed'
}

/** What it takes of the stock in the end: nothing, held pieces, or pieces that left. */
export function takes({ end }: OrderSketch): 'nothing' | 'held' | 'gone' {
  if (end === 'waiting' || end === 'paid') return 'held'
  return end === 'shipped' || end === 'completed' ? 'gone' : 'nothing'
}

export interface MadeStep {
  readonly seq: number
  readonly was: OrderState | null
  readonly became: OrderState
  readonly cause: OrderCause
  readonly actor: string
  readonly at: Date
  readonly hash: Buffer
}

export interface MadeOrder {
  readonly sketch: OrderSketch
  readonly cartId: string
  readonly number: string
  readonly state: OrderState
  readonly accountGuid: string
  readonly paymentId: string
  readonly products: readonly MadeProduct[]
  readonly priced: PricedOrder
  readonly steps: readonly MadeStep[]
}

export function madeOrder(
  { seed }: OrderPlan,
  {
    sketch,
    orderId,
    customerId,
  }: { readonly sketch: OrderSketch; readonly orderId: number; readonly customerId: number },
): MadeOrder {
  const products = sketch.lines.map(({ product }) => madeProduct(seed, product))
  const lines = products.map(({ priceMinor, taxBp }, index) => ({
    priceMinor,
    taxBp,
    quantity: sketch.lines[index]?.quantity ?? 1,
  }))
  const accountGuid = `seed-${customerId}`
  const steps = stepsOf(sketch, { orderId, accountGuid })
  return {
    sketch,
    cartId: seededCartId(sketch.place),
    number: numberOf(sketch.place),
    state: steps.at(-1)?.became ?? 'awaiting_payment',
    accountGuid,
    paymentId: randomUUID(),
    products,
    priced: totalsOf(lines, sketch.hasCoupon ? { kind: 'percent', percentBp: COUPON_BP } : null),
    steps,
  }
}

/** How far the database has come stands in these ids. */
export function seededCartId(place: number): string {
  return `5eed0000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`
}

/** Differs for each place; not in their order. */
function numberOf(place: number): string {
  let rest = (BigInt(place) * 48_271_000_003n + 12_345_678_901n) % NUMBERS
  let number = ''
  for (let letter = 0; letter < 8; letter += 1) {
    number += LETTERS[Number(rest % 24n)] ?? ''
    rest /= 24n
  }
  return number
}

type Step = readonly [became: OrderState, cause: OrderCause, actor: string, afterMs: number]

function stepsOf(
  { end, placedAt }: OrderSketch,
  { orderId, accountGuid }: { readonly orderId: number; readonly accountGuid: string },
): MadeStep[] {
  const way: Step[] = [['awaiting_payment', 'placed', accountGuid, 0]]
  if (end === 'expired') way.push(['expired', 'late', 'expiry', HOLD_MS])
  else if (end === 'cancelled') way.push(['cancelled', 'cancelled_by_customer', accountGuid, 5 * MINUTE])
  else if (end !== 'waiting') way.push(['paid', 'captured', 'payments', 2 * MINUTE])
  if (end === 'shipped' || end === 'completed') way.push(['shipped', 'shipped', 'seed', DAY])
  if (end === 'completed') way.push(['completed', 'delivered', 'seed', 4 * DAY])
  const steps: MadeStep[] = []
  for (const [became, cause, actor, afterMs] of way) {
    const last = steps.at(-1)
    const at = new Date(placedAt + afterMs)
    const facts = { seq: steps.length + 1, was: last?.became ?? null, became, cause, actor, at }
    steps.push({ ...facts, hash: stepHash(last?.hash ?? null, { ...facts, orderId, traceId: '' }) })
  }
  return steps
}
