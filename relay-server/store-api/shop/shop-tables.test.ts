// What the shop's tables refuse by themselves, whatever the code above them does.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, newPharmacy, type StoreTestDatabase } from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('shop_tables')
  const { id } = await newPharmacy(store)
  await sql`insert into "Products" ("sku", "slug", "name", "brand", "form", "priceMinor", "taxBp")
    values ('A-1', 'a', 'Ağrı Kesici 500mg', 'Şifa', 'Tablet', 100, 1900)`.execute(store.db)
  const cart = randomUUID()
  await sql`insert into "Carts" ("id", "accountGuid", "state") values (${cart}, 'a', 'ordered')`.execute(
    store.db,
  )
  await sql`insert into "Orders" ("number", "cartId", "customerId", "accountGuid", "state", "currency", "subtotalMinor", "discountMinor",
      "taxMinor", "totalMinor", "taxes", "customerName", "address", "expiresAt")
    values ('ABCDEFGH', ${cart}, ${id}, 'a', 'awaiting_payment', 'EUR', 100, 0, 19, 119, '[]', 'A', '{}', now())`.execute(
    store.db,
  )
  await sql`insert into "OrderHistory" values (1, 1, null, 'awaiting_payment', 'placed', 'a', 't', now(), ${Buffer.alloc(32)})`.execute(
    store.db,
  )
  await sql`insert into "StockMovements" values (1, 1, 'hold', 0, 1)`.execute(store.db)
  await sql`insert into "Payments" ("id", "orderId", "state", "amountMinor", "capturedMinor") values
    (${PAYMENT}, 1, 'captured', 119, 119)`.execute(store.db)
})
afterAll(() => store.stop())
const PAYMENT = randomUUID()

test.each([
  ['more is reserved than there is', `update "Stock" set "reserved" = 1`],
  ['less is there than nothing', `update "Stock" set "onHand" = -1`],
  ['the same stock is held twice for one order', `insert into "StockMovements" values (1, 1, 'hold', 0, 1)`],
  ['a movement is changed', `update "StockMovements" set "quantity" = 2`],
  ['a step of history is changed', `update "OrderHistory" set "cause" = 'x'`],
  ['a step of history is deleted', `delete from "OrderHistory"`],
  ['a total does not add up', `update "Orders" set "totalMinor" = 120`],
  ['a state is not known', `update "Orders" set "state" = 'lost'`],
  [
    'a coupon is used beyond its limit',
    `insert into "Coupons" ("code", "percentBp", "max", "maxEach", "used", "from", "until")
     values ('ABC', 100, 1, 1, 2, now(), now() + interval '1 day')`,
  ],
  [
    'a coupon is both of a percentage and of an amount',
    `insert into "Coupons" ("code", "percentBp", "amountMinor", "max", "maxEach", "from", "until")
     values ('ABC', 100, 100, 1, 1, now(), now() + interval '1 day')`,
  ],
  ['an order has two living payments', `insert into "Payments" ("orderId", "amountMinor") values (1, 119)`],
  ['more is refunded than was captured', `update "Payments" set "refundedMinor" = 120`],
  ['a payment falls back to an earlier state', `update "Payments" set "state" = 'authorised'`],
  ['a payment that ended ends otherwise', `update "Payments" set "state" = 'failed'`],
  ['captured money becomes less', `update "Payments" set "capturedMinor" = 1`],
  [
    'a category is its own parent',
    `insert into "Categories" ("id", "parentId", "name", "slug") overriding system value values (9, 9, 'A', 'a')`,
  ],
])('refused: %s', async (_what, statement) => {
  await expect(sql.raw(statement).execute(store.db)).rejects.toThrow()
})

test('counters of products follow what is active, by category, brand and form', async () => {
  const counts = async () =>
    (
      await sql<{ facet: string; value: string; count: number }>`
        select * from "ProductCounts" where "count" > 0 order by 1, 2`.execute(store.db)
    ).rows.map(({ facet, value, count }) => `${facet} ${value} ${count}`)
  expect(await counts()).toEqual(['all  1', 'brand Şifa 1', 'form Tablet 1'])
  await sql`update "Products" set "form" = 'Şurup'`.execute(store.db)
  expect(await counts()).toEqual(['all  1', 'brand Şifa 1', 'form Şurup 1'])
  await sql`update "Products" set "isActive" = false`.execute(store.db)
  expect(await counts()).toEqual([])
})

test('letters and digits are words of their own', async () => {
  const { rows } = await sql<{
    words: string
  }>`select shop_words('Vitamin B-12, 500mg Größe A.B.C İĞNE 薬') as words`.execute(store.db)
  expect(rows[0]?.words).toBe('vitamin b 12 500 mg grosse a b c igne 薬')
})
