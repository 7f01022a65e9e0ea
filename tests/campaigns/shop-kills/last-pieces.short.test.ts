// 500 buyers after the last 10 pieces of one product, while the store API that serves them is killed.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem-error.ts'
import { addPharmacies } from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { seedShop } from '@pharmacy-relay/relay-server/store-api/seed/shop/seed-shop.ts'
import { checkBooks } from '@pharmacy-relay/relay-server/store-api/shop/books/check-books.ts'
import { ADDRESS } from '@pharmacy-relay/relay-server/store-api/shop/test/buyers.ts'
import { INVOICES } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { openTestStore } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { startStore, type StoreProcess } from '../../kit/shop/store-process.ts'

const BUYERS = 500
const PIECES = 10
/** Under way at once. */
const AT_ONCE = 50
const KILLS = [
  { point: 'order written, stock held', turn: 2 },
  { point: 'after the commit, before the reply', turn: 2 },
] as const

/** One product with ten pieces, and a basket with one of it for each buyer. */
async function lastPieces() {
  const store = await openTestStore('shop_last_pieces')
  onTestFinished(() => store.stop())
  const { db, url } = store
  const [customerId = 0] = await addPharmacies(db, { first: 710_000, count: 1 })
  await seedShop(url, { products: 1, orders: 0, seed: 1, invoices: INVOICES }, () => {})
  const { id: productId, priceMinor } = await db
    .updateTable('Products')
    .set({ taxBp: 0, minQuantity: 1 })
    .returning(['id', 'priceMinor'])
    .executeTakeFirstOrThrow()
  await db.updateTable('Stock').set({ onHand: PIECES }).execute()
  await db.updateTable('StockChanges').set({ quantity: PIECES }).execute()
  const address = db.insertInto('Addresses').values({ ...ADDRESS, customerId })
  const { id: addressId } = await address.returning('id').executeTakeFirstOrThrow()
  const buyers = Array.from({ length: BUYERS }, () => ({
    accountGuid: randomUUID(),
    cartId: randomUUID(),
    key: randomUUID(),
  }))
  const nothing = { tokenHash: null, mergedInto: null, couponId: null }
  const carts = buyers.map(({ accountGuid, cartId: id }) => ({ id, accountGuid, ...nothing }))
  await db.insertInto('Carts').values(carts).execute()
  const line = { productId, quantity: 1, seq: 1, seenPriceMinor: priceMinor }
  const lines = buyers.map(({ cartId }) => ({ ...line, cartId }))
  await db.insertInto('CartLines').values(lines).execute()
  const accounts = buyers.map(({ accountGuid }) => ({ accountGuid, pharmacyId: customerId }))
  const body = { cartVersion: 1, totalSeenMinor: priceMinor, addressId }
  return { db, url, accounts, buyers, body }
}

type Pieces = Awaited<ReturnType<typeof lastPieces>>

/** Whoever has no answer yet presses, until all have one or the store is gone. */
async function pressAll(store: StoreProcess, { buyers, body }: Pieces, answers: Map<string, string>) {
  const waiting = buyers.flatMap((buyer, place) => (answers.has(buyer.key) ? [] : [{ ...buyer, place }]))
  const press = async ({ cartId, key, place }: (typeof waiting)[number]): Promise<void> => {
    const as = { token: store.tokens[place] ?? '', idempotencyKey: key }
    const call = { params: null, query: null, body: { ...body, cartId } }
    try {
      answers.set(key, (await store.api.call(storeApi.placeOrder, call, as)).number)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (PROBLEM_CODES[error.code].retry !== 'retry')
        answers.set(key, error.errors.map(({ path }) => path).join())
    }
  }
  const hand = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await press(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hand))
}

test('C02: 500 buyers after the last 10 pieces while the shop is killed twice: 10 orders, never more held, and each press answered', async () => {
  const pieces = await lastPieces()
  const { db, url, accounts } = pieces
  const answers = new Map<string, string>()
  for (const killAt of [...KILLS, null]) {
    const store = await startStore({
      url,
      accounts,
      holdMs: 600_000,
      killAt,
      provider: null,
      timeoutMs: 30_000,
    })
    try {
      // Where it sells out before it comes by that point, all have their answer, and it is killed below.
      let hasEnded = false
      void store.ended.then(() => (hasEnded = true))
      do await pressAll(store, pieces, answers)
      while (answers.size < BUYERS && !hasEnded)
    } finally {
      await store.kill()
    }
    const { onHand, reserved } = await db.selectFrom('Stock').selectAll().executeTakeFirstOrThrow()
    expect([onHand, reserved <= PIECES]).toEqual([PIECES, true])
  }
  const sold = [...answers.values()].filter((answer) => /^[A-Z]{8}$/.test(answer))
  const refused = [...answers.values()].filter((answer) => /^lines\.\d+\.stock$/.test(answer))
  expect([new Set(sold).size, refused.length]).toEqual([PIECES, BUYERS - PIECES])
  const orders = await db.selectFrom('Orders').select('number').execute()
  expect(orders.map(({ number }) => number).toSorted()).toEqual(sold.toSorted())
  expect((await checkBooks(url)).faults).toEqual([])
}, 480_000)
