// Fills a store database with a large shop: products, and orders of two years with all that hangs on them. Portions are whole or not
// there, so that every rule of the database holds at any moment and an interrupted seeding is carried on.
import type pg from 'pg'
import type { InvoiceRules } from '../../shop/invoices/invoice-rules.ts'
import { madeOrder, orderSketch, takes, type OrderPlan, type OrderSketch } from './made-orders.ts'
import { madeProduct } from './made-products.ts'
import { addOrders, seededCoupon } from './orders.queries.ts'
import { addProducts, receive, seededCategories } from './products.queries.ts'
import {
  analyzeShop,
  buyingCustomers,
  connect,
  countSold,
  inTransaction,
  nextIds,
  recordSettled,
  seededProductIds,
  standing,
  type SeededCustomer,
} from './seed-shop.queries.ts'

export const MAX_ORDERS = 10_000_000
const PRODUCTS_AT_ONCE = 1_000
const ORDERS_AT_ONCE = 2_000
const COUNTED_AT_ONCE = 2_000

export interface ShopPlan {
  /** 1 to MAX_PRODUCTS. */
  readonly products: number
  /** 0 to MAX_ORDERS. */
  readonly orders: number
  /** Another number makes other products and orders. */
  readonly seed: number
  /** Of the invoices of orders that were paid. */
  readonly invoices: InvoiceRules
}

export interface SeededShop {
  readonly added: { readonly products: number; readonly orders: number }
  readonly now: { readonly products: number; readonly orders: number }
}

/** Of `of`, `done` are there. */
export type ShopProgress = (what: 'products' | 'orders' | 'best sellers', done: number, of: number) => void

/**
 * Adds what the plan has and the database has not. Throws Error where there is no pharmacy that could have bought. 100,000 products
 * and 1,000,000 orders take some minutes.
 */
export async function seedShop(url: string, plan: ShopPlan, onProgress: ShopProgress): Promise<SeededShop> {
  const client = await connect(url)
  try {
    const before = await standing(client)
    await seedProducts(client, plan, { from: before.products, onProgress })
    const now = before.now.getTime()
    const { products } = await standing(client)
    await seedOrders(
      client,
      { ...plan, products: Math.min(plan.products, products), now },
      { from: before.orders, onProgress },
    )
    const after = await standing(client)
    const added = { products: after.products - before.products, orders: after.orders - before.orders }
    if (!after.isSettled) await settle(client, plan, onProgress)
    return { added, now: { products: after.products, orders: after.orders } }
  } finally {
    await client.end()
  }
}

interface Going {
  /** So many are there. */
  readonly from: number
  readonly onProgress: ShopProgress
}

async function seedProducts(
  client: pg.Client,
  { products, seed }: ShopPlan,
  { from, onProgress }: Going,
): Promise<void> {
  const categoryIds = await seededCategories(client)
  for (let first = from; first < products; first += PRODUCTS_AT_ONCE) {
    const count = Math.min(PRODUCTS_AT_ONCE, products - first)
    const made = Array.from({ length: count }, (_none, index) => madeProduct(seed, first + index))
    await inTransaction(client, async () => addProducts(client, made, categoryIds))
    onProgress('products', first + count, products)
  }
}

async function seedOrders(
  client: pg.Client,
  plan: OrderPlan & Pick<ShopPlan, 'invoices'>,
  { from, onProgress }: Going,
): Promise<void> {
  if (from >= plan.orders) return
  const customers = await buyingCustomers(client)
  if (customers.length === 0)
    throw new Error('There is no pharmacy that could buy. Seed some first: npm run seed')
  const shop = {
    productIds: await seededProductIds(client, plan.products),
    customers,
    couponId: await seededCoupon(client),
    invoices: plan.invoices,
  }
  await receiveWanted(client, plan, { from, productIds: shop.productIds })
  for (let first = from; first < plan.orders; first += ORDERS_AT_ONCE) {
    const count = Math.min(ORDERS_AT_ONCE, plan.orders - first)
    const sketches = Array.from({ length: count }, (_none, index) => orderSketch(plan, first + index))
    await inTransaction(client, async () => addPortion(client, plan, { sketches, ...shop }))
    onProgress('orders', first + count, plan.orders)
  }
}

interface Portion {
  readonly sketches: readonly OrderSketch[]
  readonly productIds: readonly number[]
  readonly customers: readonly SeededCustomer[]
  readonly couponId: number
  readonly invoices: InvoiceRules
}

async function addPortion(
  client: pg.Client,
  plan: OrderPlan,
  { sketches, productIds, customers, couponId, invoices }: Portion,
): Promise<void> {
  const ids = await nextIds(client, 'Orders', sketches.length)
  const orders = sketches.flatMap((sketch, index) => {
    const [id, customer] = [ids[index] ?? 0, customers[Math.floor(sketch.customer * customers.length)]]
    if (customer === undefined) return []
    const made = madeOrder(plan, { sketch, orderId: id, customerId: customer.id })
    return [{ id, customer, made, productIds: sketch.lines.map(({ product }) => productIds[product] ?? 0) }]
  })
  await addOrders(client, orders, { couponId, invoices })
}

/** Goods that come in before anybody orders them. */
async function receiveWanted(
  client: pg.Client,
  plan: OrderPlan,
  { from, productIds }: { readonly from: number; readonly productIds: readonly number[] },
): Promise<void> {
  const wanted = new Int32Array(plan.products)
  for (let place = from; place < plan.orders; place += 1) {
    const sketch = orderSketch(plan, place)
    if (takes(sketch) !== 'nothing')
      for (const { product, quantity } of sketch.lines) wanted[product] = (wanted[product] ?? 0) + quantity
  }
  for (let first = 0; first < productIds.length; first += PRODUCTS_AT_ONCE) {
    const some = productIds.slice(first, first + PRODUCTS_AT_ONCE)
    const pieces = some.map((productId, index) => ({ productId, quantity: wanted[first + index] ?? 0 }))
    await inTransaction(client, async () => receive(client, pieces))
  }
}

async function settle(client: pg.Client, plan: ShopPlan, onProgress: ShopProgress): Promise<void> {
  const ids = await seededProductIds(client, plan.products)
  for (let first = 0; first < ids.length; first += COUNTED_AT_ONCE) {
    await countSold(client, ids.slice(first, first + COUNTED_AT_ONCE))
    onProgress('best sellers', Math.min(ids.length, first + COUNTED_AT_ONCE), ids.length)
  }
  await analyzeShop(client)
  await recordSettled(client)
}
