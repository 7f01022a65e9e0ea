// Many buyers at once: nothing is sold twice, no coupon is used beyond its limit, and nobody waits for each other in a circle.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newPharmacy } from '../../test/test-store.ts'
import { ADDRESS, newCoupon } from '../test/buyers.ts'
import { newProduct } from '../test/products.ts'
import type { Placing } from './place-order.ts'
import { placeOrder } from './place-order.ts'

/** As a campaign: `ShopRuns=20 npx vitest run relay-server/store-api/shop/orders/many-at-once.test.ts`. */
const runs = Number(process.env['ShopRuns'] ?? 1)
const OFTEN = { repeats: runs - 1, timeout: 120_000 * runs }

let place: Place
let customerId = 0
let addressId = 0
beforeAll(async () => {
  place = await startPlace('shop_many')
  customerId = (await newPharmacy(place.store)).id
  const token = await place.site.tokens.tokenFor('Customer', { claims: { pharmacyId: customerId } })
  addressId = (await place.site.call(storeApi.createAddress, { body: ADDRESS }, { token })).id
})
afterAll(() => place.stop())

interface Wanted {
  readonly lines: readonly (readonly [productId: number, quantity: number])[]
  readonly couponId?: number
}

/** A basket each of an account of its own, as its page showed it: written at once, so that the pool is free for buying. */
async function basketsOf(wanted: readonly Wanted[], totalSeenMinor: number): Promise<Placing[]> {
  const { db } = place.store
  const carts = wanted.map((one) => ({ ...one, id: randomUUID(), accountGuid: randomUUID() }))
  const nothing = { tokenHash: null, mergedInto: null }
  const rows = carts.map(({ id, accountGuid, couponId = null }) => ({
    id,
    accountGuid,
    couponId,
    ...nothing,
  }))
  await db.insertInto('Carts').values(rows).execute()
  const lines = carts.flatMap(({ id: cartId, lines: of }) =>
    of.map(([productId, quantity]) => ({ cartId, productId, quantity, seq: 1, seenPriceMinor: 100 })),
  )
  await db.insertInto('CartLines').values(lines).execute()
  return carts.map(({ id: cartId, accountGuid }) => ({
    buyer: { accountGuid, customerId },
    placement: { cartId, cartVersion: 1, totalSeenMinor, addressId },
    shop: { currency: 'EUR', holdMs: 600_000 },
    traceId: '',
  }))
}

/** 'placed', or what was refused. What the pool was too busy for is pressed again with the same key, as a page does. */
async function press(placing: Placing): Promise<string> {
  const idempotency = { key: randomUUID(), fingerprint: '' }
  for (;;) {
    try {
      await placeOrder(place.store.db, placing, idempotency)
      return 'placed'
    } catch (error) {
      if (error instanceof ProblemError)
        return error.errors.map(({ path }) => path.replace(/\d+/, 'N')).join()
      if (!isBusy(error)) throw error
    }
  }
}

/** A wait for a lock or a connection that took too long; a deadlock (40P01) is none of it. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && (/timeout/.test(error.message) || ('code' in error && error.code === '55P03'))

/** At most so many under way, as a pool of a shop has. */
async function pressAll(all: readonly Placing[]): Promise<Record<string, number>> {
  const waiting = [...all]
  const answers: Record<string, number> = {}
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const answer = await press(next)
      answers[answer] = (answers[answer] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return answers
}

async function expectTrueBooks(): Promise<void> {
  const { rows } = await sql<{ productId: number }>`
    select s."productId" from "Stock" s left join (
      select "productId", sum(case "kind" when 'hold' then "quantity" else -"quantity" end) as "held" from "StockMovements" group by 1
    ) m using ("productId") left join (
      select l."productId", sum(l."quantity") as "living" from "OrderLines" l join "Orders" o on o."id" = l."orderId"
      where o."state" in ('awaiting_payment', 'authorised', 'paid') group by 1
    ) o using ("productId")
    where s."reserved" <> coalesce(m."held", 0) or s."reserved" <> coalesce(o."living", 0)`.execute(
    place.store.db,
  )
  expect(rows).toEqual([])
}

test(
  'C01: 500 buyers after the last 10 pieces: exactly 10 orders, and 490 read that it is gone',
  OFTEN,
  async () => {
    const { id } = await newProduct(place.site, { stock: 10, priceMinor: 100, taxBp: 0 })
    const all = await basketsOf(
      Array.from({ length: 500 }, () => ({ lines: [[id, 1]] })),
      100,
    )
    expect(await pressAll(all)).toEqual({ placed: 10, 'lines.N.stock': 490 })
    await expectTrueBooks()
  },
)

test(
  'C04: baskets with two products in opposite order: no deadlock, and every one is ordered',
  OFTEN,
  async () => {
    const [a, b] = [
      await newProduct(place.site, { stock: 1_000, priceMinor: 100, taxBp: 0 }),
      await newProduct(place.site, { stock: 1_000, priceMinor: 100, taxBp: 0 }),
    ]
    const lines = [
      [a.id, 1],
      [b.id, 1],
    ] as const
    const all = await basketsOf(
      Array.from({ length: 200 }, (_, n) => ({ lines: n % 2 === 0 ? lines : lines.toReversed() })),
      200,
    )
    expect(await pressAll(all)).toEqual({ placed: 200 })
    await expectTrueBooks()
  },
)

test('C15: a coupon for 15, asked for by 300 at once: 15', OFTEN, async () => {
  const { id } = await newProduct(place.site, { stock: 1_000, priceMinor: 100, taxBp: 0 })
  const coupon = await newCoupon(place.site, { max: 15 })
  const all = await basketsOf(
    Array.from({ length: 300 }, () => ({ lines: [[id, 1]], couponId: coupon.id })),
    90,
  )
  // Who comes later sees another total, because the coupon takes nothing off any more.
  const answers = await pressAll(all)
  expect(answers['placed']).toBe(15)
  const { used } = await place.store.db
    .selectFrom('Coupons')
    .select('used')
    .where('id', '=', coupon.id)
    .executeTakeFirstOrThrow()
  expect(used).toBe(15)
  await expectTrueBooks()
})
