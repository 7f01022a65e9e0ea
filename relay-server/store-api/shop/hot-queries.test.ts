// C42: no question that a page of the shop asks reads a whole table, however large it is.
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProductQuery } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../database.ts'
import { newPharmacy, openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { readCart } from './baskets/basket.ts'
import { findProducts, suggestProducts } from './catalogue/product-search.ts'
import { findProduct } from './catalogue/products.queries.ts'
import { listSteps } from './orders/order-history.queries.ts'
import { pageOfPayments } from './payments/panel-payments.queries.ts'
import { claimDueAsks, paymentsOf } from './payments/payments.queries.ts'
import { claimDueTasks } from './payments/provider-tasks.queries.ts'
import { findOrder, lateOrders, orderIdOf, ordersOf } from './orders/orders.queries.ts'
import { pageOfOrders } from './orders/panel-orders.queries.ts'
import { plansOf } from './test/plans.ts'

/** Enough that a plan through an index is the cheaper one, few enough for a test. */
const PRODUCTS = 10_000
const ORDERS = 10_000
/** Rows of one statement: each has its 5 s on a busy machine. */
const PORTION = 500
/** Of every thousandth name. */
const WORD = 'ofhkeklf'
let store: StoreTestDatabase
let customerId = 0
beforeAll(async () => {
  store = await openTestStore('shop_plans')
  customerId = (await newPharmacy(store)).id
  for (let n = 0; n < 20; n += 1) await newPharmacy(store)
  await sql`insert into "Categories" ("name", "slug") select 'Category ' || i, 'c-' || i from generate_series(1, 50) i`.execute(
    store.db,
  )
  for (let from = 0; from < PRODUCTS; from += PORTION) await addProducts(from)
  for (let from = 0; from < ORDERS; from += PORTION) await addOrders(from)
  await sql`analyze`.execute(store.db)
}, 240_000)
afterAll(() => store.stop())

/** Eight letters for a number, without a digit that would be a word of its own. */
const letters = (n: RawBuilder<unknown>) =>
  sql`translate(substr(md5((${n})::text), 1, 8), '0123456789', 'ghijklmnop')`

async function addProducts(from: number): Promise<void> {
  await sql`insert into "Products" ("sku", "gtin", "slug", "name", "brand", "categoryId", "form", "substance", "description", "priceMinor", "taxBp", "sold")
    select 'SKU-' || g, lpad((8690000000000 + g)::text, 14, '0'), 's-' || g,
      ${letters(sql`g % 1000`)} || ' ' || ${letters(sql`g % 700 + 5000`)} || ' ' || g % 500 || ' mg', 'Brand ' || g % 200, 1 + g % 50, 'Form ' || g % 10,
      ${letters(sql`g % 900 + 9000`)}, ${letters(sql`g + 20000`)} || ' ' || ${letters(sql`g * 7 + 90000`)} || case when g % 8 = 0 then ' tablet' else '' end, 100 + g % 9000, 1900, g % 1000
    from generate_series(${from + 1}::integer, ${from + PORTION}::integer) g`.execute(store.db)
}

async function addOrders(from: number): Promise<void> {
  const [first, last] = [from + 1, from + PORTION]
  await sql`insert into "Carts" ("id", "accountGuid", "state")
    select ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, 'account-' || g % 900, 'ordered' from generate_series(${first}::integer, ${last}::integer) g`.execute(
    store.db,
  )
  await sql`insert into "Orders" ("number", "cartId", "customerId", "accountGuid", "state", "currency", "subtotalMinor", "discountMinor",
      "taxMinor", "totalMinor", "taxes", "customerName", "address", "expiresAt")
    select translate(lpad(g::text, 8, '0'), '0123456789', 'ABCDEFGHJK'), ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid,
      1 + g % 20, 'account-' || g % 900, case when g % 100 = 0 then 'awaiting_payment' else 'completed' end, 'EUR', 100, 0, 19, 119, '[]', 'A', '{}',
      relay_now() + (g - 1000) * interval '1 second' from generate_series(${first}::integer, ${last}::integer) g`.execute(
    store.db,
  )
  await sql`insert into "OrderLines" select o."id", p, 'S', 'N', 1, 100, 1900, 100, 0 from "Orders" o,
    lateral (select distinct 1 + (o."id" * k * 7919) % ${PRODUCTS} as p from generate_series(1, 3) k) x
    where o."id" between ${first} and ${last}`.execute(store.db)
  await sql`insert into "OrderHistory" select "id", 1, null, 'awaiting_payment', 'placed', 'a', '', relay_now(), decode(repeat('00', 32), 'hex') from "Orders"
    where "id" between ${first} and ${last}`.execute(store.db)
  await sql`insert into "Payments" ("orderId", "state", "amountMinor", "capturedMinor")
    select "id", case when "id" % 100 = 0 then 'requires_action' else 'captured' end, 119, case when "id" % 100 = 0 then 0 else 119 end
    from "Orders" where "id" between ${first} and ${last}`.execute(store.db)
  await sql`insert into "ProviderTasks" ("paymentId", "kind", "doneAt") select "id", 'capture', case when "orderId" % 200 = 0 then null else relay_now() end
    from "Payments" where "orderId" between ${first} and ${last}`.execute(store.db)
}

async function expectNoWholeTable(work: (db: StoreDb) => Promise<unknown>): Promise<void> {
  const { plans, whole } = await plansOf(store.db, work)
  expect(plans.length).toBeGreaterThan(0)
  expect(whole).toEqual([])
}

const query = (fields: Record<string, string>) => ProductQuery.parse({ pageSize: '24', ...fields })

describe('C42: no whole table is read', () => {
  test.for([
    ['the first page', {}],
    ['the page of a category', { categoryId: '7' }],
    ['a GTIN', { q: '8690000000123' }],
    ['two words, the last one begun', { q: `${WORD} 27` }],
    ['a rare word', { q: 'SKU-777' }],
    ['a word that an eighth of the products have', { q: 'tablet' }],
    ['such a word in a category, what can be bought', { q: 'tablet', categoryId: '7', available: 'true' }],
    ['by name', { sort: 'name' }],
    ['by price, of a brand', { sort: 'price', brand: 'Brand 7' }],
    ['a slip', { q: `${WORD.slice(0, 3)}${WORD.slice(4)}` }],
  ] as const)('for products: %s', async ([, fields]) => {
    await expectNoWholeTable(async (db) => findProducts(db, query(fields)))
  })

  test('for products: the page after a key', async () => {
    for (const sort of ['bestsellers', 'name', 'price', '-price']) {
      const { next } = await findProducts(store.db, query({ sort }))
      await expectNoWholeTable(async (db) => findProducts(db, query({ sort, after: next ?? '' })))
    }
  })

  test('for products that are no longer sold, by name', async () => {
    const gone = { isActive: false, onlyEmpty: false }
    await expectNoWholeTable(async (db) => findProducts(db, query({ sort: 'name' }), gone))
  })

  test.for([
    ['all of them', {}],
    ['of a rare state', { state: 'awaiting_payment' }],
    ['of a pharmacy', { storeId: 'P-1001' }],
    ['of a number', { number: 'AAAAABCD' }],
    ['of a time', { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }],
    ['of a time that lasts', { from: '2020-01-01T00:00:00.000Z' }],
  ] as const)('for a page of orders: %s', async ([, sought]) => {
    await expectNoWholeTable(async (db) => pageOfOrders(db, sought, { after: null, limit: 50 }))
  })

  test('for suggestions, and for one product', async () => {
    await expectNoWholeTable(async (db) => suggestProducts(db, 'sku'))
    await expectNoWholeTable(async (db) => findProduct(db, 77))
  })

  test('for baskets and orders', async () => {
    const owner = { accountGuid: 'account-7', customerId }
    await expectNoWholeTable(async (db) => readCart(db, owner, 'EUR'))
    await expectNoWholeTable(async (db) => ordersOf(db, { customerId: 7, afterId: 8_000, limit: 50 }))
    await expectNoWholeTable(async (db) => orderIdOf(db, { number: 'AAAAABCD', customerId: 7 }))
    await expectNoWholeTable(async (db) => findOrder(db, 777))
    await expectNoWholeTable(async (db) => listSteps(db, 777))
    await expectNoWholeTable(async (db) => lateOrders(db, 50))
  })

  test('for payments', async () => {
    const page = { page: 1, pageSize: 50 }
    await expectNoWholeTable(async (db) => paymentsOf(db, 777))
    await expectNoWholeTable(async (db) => pageOfPayments(db, { ...page, number: 'AAAAABCD' }))
    await expectNoWholeTable(async (db) => pageOfPayments(db, { ...page, state: 'requires_action' }))
    await expectNoWholeTable(async (db) => pageOfPayments(db, { ...page, attention: 'true' }))
    await expectNoWholeTable(async (db) => claimDueAsks(db, 10))
    await expectNoWholeTable(async (db) => claimDueTasks(db, 10))
  })
})
