// A seeded shop: as large as it was asked for, true in every book, carried on where it was interrupted, and told apart when doctored.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf } from '../../shop/books/books.queries.ts'
import { BOOK_CHECKS, checkBooks, readBooks } from '../../shop/books/check-books.ts'
import { InvoiceDocument } from '../../shop/invoices/invoice-document.ts'
import { undrawnInvoices } from '../../shop/invoices/invoice-pdfs.queries.ts'
import { writeInvoices } from '../../shop/invoices/write-invoices.ts'
import { newPharmacy, openTestStore, type StoreTestDatabase } from '../../test/test-store.ts'
import { INVOICES } from '../../test/test-app.ts'
import { seedShop } from './seed-shop.ts'
import { connect } from './seed-shop.queries.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('seed_shop')
  for (let made = 0; made < 20; made += 1) await newPharmacy(store)
})
afterAll(() => store.stop())

const plan = { products: 300, orders: 2_100, seed: 1, invoices: INVOICES }
const quiet = () => {}

test('it has what was asked for, every book is true, and the same again writes nothing', async () => {
  const told: string[] = []
  const made = await seedShop(store.url, plan, (what, done, of) => told.push(`${what} ${done}/${of}`))
  expect(made).toEqual({ added: { products: 300, orders: 2_100 }, now: { products: 300, orders: 2_100 } })
  expect(told).toEqual(['products 300/300', 'orders 2000/2100', 'orders 2100/2100', 'best sellers 300/300'])
  expect((await checkBooks(store.url)).faults).toEqual([])
  expect(await seedShop(store.url, plan, quiet)).toMatchObject({ added: { products: 0, orders: 0 } })
})

test('a larger one is filled up from where it was, and every book is true again', async () => {
  const larger = await seedShop(store.url, { ...plan, products: 400, orders: 3_000 }, quiet)
  expect(larger).toEqual({ added: { products: 100, orders: 900 }, now: { products: 400, orders: 3_000 } })
  expect((await checkBooks(store.url)).faults).toEqual([])
})

test('orders are in every state that a shop has, few products are bought most, and coupons were used', async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select "state", count(*)::integer as "count" from "Orders" group by 1`.execute(store.db)
  const states = new Map(rows.map(({ state, count }) => [state, count]))
  for (const state of ['paid', 'shipped', 'completed', 'expired', 'cancelled'])
    expect(states.get(state), state).toBeGreaterThan(0)
  const sold = await store.db.selectFrom('Products').select('sold').orderBy('sold', 'desc').execute()
  const sums = sold.map((row) => Number(row.sold))
  const all = sums.reduce((sum, one) => sum + one, 0)
  expect(sums.slice(0, 40).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(all / 3)
  const coupon = await store.db.selectFrom('Coupons').select('used').executeTakeFirstOrThrow()
  expect(coupon.used).toBeGreaterThan(50)
})

test('paid orders have invoices in the form of real ones, numbered by year without a hole and in the order of their days', async () => {
  const { rows } = await sql<{ number: string; document: unknown; orderNumber: string }>`
    select i."number", i."document", o."number" as "orderNumber" from "Invoices" i join "Orders" o on o."id" = i."orderId"
    order by i."year", i."n"`.execute(store.db)
  const documents = rows.map(({ document }) => InvoiceDocument.parse(document))
  for (const [index, { number, orderNumber }] of rows.entries())
    expect(documents[index]).toMatchObject({
      number,
      order: { number: orderNumber },
      seller: INVOICES.seller,
    })
  const days = documents.map(({ issuedOn }) => issuedOn)
  expect(days).toEqual(days.toSorted())
  const { paid } = await sql<{ paid: number }>`select count(*)::integer as "paid" from "Orders"
    where "state" in ('paid', 'shipped', 'completed')`
    .execute(store.db)
    .then((found) => found.rows[0] ?? { paid: 0 })
  expect(rows.length).toBe(paid)
  // The next one is that of the shop, and those that are there wait for nobody.
  expect(await writeInvoices(store.db, INVOICES)).toEqual({ count: 0, failures: [] })
  expect(await undrawnInvoices(store.db, 1)).toEqual([])
})

test.each([
  [
    'stock.reserved',
    `update "Stock" set "onHand" = "onHand" + 1, "reserved" = "reserved" + 1 where "productId" = 7`,
  ],
  ['stock.on-hand', `update "Stock" set "onHand" = "onHand" + 1 where "productId" = 7`],
  [
    'stock.orders',
    `update "Orders" set "state" = 'cancelled' where "id" = (select max("id") from "Orders" where "state" = 'completed')`,
  ],
  ['stock.sold', `update "Products" set "sold" = "sold" + 1 where "id" = 9`],
  ['catalogue.counts', `update "ProductCounts" set "count" = "count" + 1 where "facet" = 'all'`],
  [
    'orders.sums',
    `update "Orders" set "taxMinor" = "taxMinor" + 1, "totalMinor" = "totalMinor" + 1 where "id" = 5`,
  ],
  ['orders.taxes', `update "Orders" set "taxes" = '[]' where "id" = 5`],
  [
    'orders.baskets',
    `update "Carts" set "state" = 'open' where "id" = (select "cartId" from "Orders" where "id" = 5)`,
  ],
  [
    'orders.history',
    `alter table "OrderHistory" disable trigger user; update "OrderHistory" set "actor" = 'x' where "orderId" = 5 and "seq" = 1; alter table "OrderHistory" enable trigger user`,
  ],
  [
    'orders.steps',
    `alter table "OrderHistory" disable trigger user; update "OrderHistory" set "cause" = 'delivered' where "orderId" = 5 and "seq" = 1; alter table "OrderHistory" enable trigger user`,
  ],
  [
    'orders.without-history',
    `alter table "OrderHistory" disable trigger user; delete from "OrderHistory" where "orderId" = 5; alter table "OrderHistory" enable trigger user`,
  ],
  ['coupons.uses', `update "Coupons" set "used" = "used" + 1`],
  [
    'payments.paid-once',
    `delete from "Payments" where "id" = (select "id" from "Payments" where "state" = 'captured' limit 1)`,
  ],
  [
    'invoices.missing',
    `update "Orders" set "state" = 'paid' where "id" = (select max("id") from "Orders" where "state" = 'expired')`,
  ],
  ['invoices.numbers', `insert into "InvoiceCounters" values ('R', 2026, 3)`],
  [
    'repeats.half-done',
    `insert into "IdempotencyKeys" ("caller", "key", "fingerprint") values ('a', gen_random_uuid(), '')`,
  ],
])('C51: a doctored row is found and named: %s', async (name, doctoring) => {
  const fault = await doctored(doctoring, name)
  expect(fault).toMatchObject({ name })
  expect(fault?.rows.length).toBe(Math.min(20, fault?.count ?? 0))
})

/** What this check alone finds after `text`, which is taken back. */
async function doctored(text: string, name: string) {
  const client = await connect(store.url)
  try {
    await client.query(`begin; ${text}`)
    const books = booksOf(client)
    const check = BOOK_CHECKS.find((one) => one.name === name)
    if (check !== undefined) return await books.faultsOf(check)
    return (await readBooks(books, quiet)).faults.find((fault) => fault.name === name) ?? null
  } finally {
    await client.end()
  }
}
