// Orders over HTTP: what was seen is what is ordered, once, whoever presses what how often; and what is held is given back once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import {
  ADDRESS,
  filledCart,
  newBuyer,
  newCoupon,
  placed,
  placementOf,
  type TestBuyer,
} from '../test/buyers.ts'
import { changeStock, newProduct } from '../test/products.ts'
import { expireLateOrders } from './expiry.ts'
import { releaseStock } from './holds.queries.ts'
import { applyOrderEvent } from './order-events.ts'
import { stepHash } from './order-history.queries.ts'
import type { OrderEvent } from './order-states.ts'

let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_orders')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

const stockOf = async (productId: number) =>
  place.store.db
    .selectFrom('Stock')
    .select(['onHand', 'reserved'])
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
const faultsOf = async (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => ['was not refused'],
    (error: unknown) =>
      error instanceof ProblemError ? error.errors.map(({ path }) => path) : [String(error)],
  )
const ordered = async (quantity = 1, changes: Parameters<typeof newProduct>[1] = {}) => {
  const product = await newProduct(place.site, { stock: 10, ...changes })
  const cart = await filledCart(place.site, buyer, { [product.id]: quantity })
  return { product, cart, order: await placed(place.site, buyer, cart) }
}
const idOf = async (number: string) =>
  (
    await place.store.db
      .selectFrom('Orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).id
const happens = async (number: string, event: OrderEvent) => {
  const id = await idOf(number)
  return place.store.db
    .transaction()
    .execute(async (trx) => applyOrderEvent(trx, id, { event, actor: 'a test', traceId: '' }))
}
const readOrder = async (number: string, { token } = buyer) =>
  place.site.call(storeApi.getOwnOrder, { params: { number } }, { token })
const makeLate = async (number: string) =>
  sql`update "Orders" set "expiresAt" = relay_now() - interval '1 second' where "number" = ${number}`.execute(
    place.store.db,
  )

test('an order has what was seen, copied: totals, lines, address, and its pieces are held', async () => {
  const { order, product } = await ordered(3, { priceMinor: 1_000, taxBp: 1_900 })
  expect(order).toMatchObject({
    state: 'awaiting_payment',
    totalMinor: 3_570,
    currency: 'EUR',
    address: ADDRESS,
    lines: [{ productId: product.id, quantity: 3, priceMinor: 1_000, netMinor: 3_000, discountMinor: 0 }],
  })
  expect(await stockOf(product.id)).toEqual({ onHand: 10, reserved: 3 })
})

describe('once', () => {
  test('C08: the same key twice at once: one order, the same bytes', async () => {
    const { id } = await newProduct(place.site, { stock: 5 })
    const body = placementOf(await filledCart(place.site, buyer, { [id]: 1 }), buyer)
    const key = randomUUID()
    const press = async () => {
      const response = await fetch(`${place.site.baseUrl}/api/v1/store/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyer.token}`,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    }
    const [one, two] = await Promise.all([press(), press()])
    expect(one.status).toBe(201)
    expect(two).toEqual(one)
    expect((await stockOf(id)).reserved).toBe(1)
    // C12: whoever lost the answer asks again and has it.
    expect(await press()).toEqual(one)
  })

  test('C09: the key with another body is refused', async () => {
    const { cart, order } = await ordered()
    const key = randomUUID()
    expect((await placed(place.site, buyer, { ...cart, key })).number).toBe(order.number)
    const body = { ...placementOf(cart, buyer), totalSeenMinor: 1 }
    const other = place.site.call(storeApi.placeOrder, { body }, { token: buyer.token, idempotencyKey: key })
    expect((await refusalOf(other)).code).toBe('invalid')
  })

  test('C10: a refused key stays refused after stock came back; a new key succeeds', async () => {
    const one = await newBuyer(place)
    const { id } = await newProduct(place.site)
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const key = randomUUID()
    expect(await faultsOf(placed(place.site, one, { ...cart, key }))).toEqual([`lines.${id}.stock`])
    await changeStock(place.site, id, 5)
    expect(await faultsOf(placed(place.site, one, { ...cart, key }))).toEqual([`lines.${id}.stock`])
    expect((await placed(place.site, one, cart)).state).toBe('awaiting_payment')
  })

  test('C11: two tabs with two keys and one basket: one order, and both see it', async () => {
    const { id } = await newProduct(place.site, { stock: 5 })
    const cart = await filledCart(place.site, buyer, { [id]: 1 })
    const [one, two] = await Promise.all([placed(place.site, buyer, cart), placed(place.site, buyer, cart)])
    expect(two).toEqual(one)
    expect((await stockOf(id)).reserved).toBe(1)
    // C39: what comes after is an empty basket, not the ordered one.
    const next = await place.site.call(storeApi.getCart, {}, { token: buyer.token })
    expect(next.lines).toEqual([])
  })

  test('C03: two changes of one product are one line before anything is held', async () => {
    const one = await newBuyer(place)
    const { id } = await newProduct(place.site, { stock: 3 })
    await filledCart(place.site, one, { [id]: 2 })
    const cart = await filledCart(place.site, one, { [id]: 3 })
    expect(cart.lines).toHaveLength(1)
    await placed(place.site, one, cart)
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 3 })
  })
})

describe('what is not as it was seen', () => {
  test('C13: a total that differs by 1 is refused with the one that is right', async () => {
    const { id } = await newProduct(place.site, { stock: 5, priceMinor: 100, taxBp: 0 })
    const one = await newBuyer(place)
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const body = { ...placementOf(cart, one), totalSeenMinor: 99 }
    const call = place.site.call(
      storeApi.placeOrder,
      { body },
      { token: one.token, idempotencyKey: randomUUID() },
    )
    await expect(call).rejects.toMatchObject({
      code: 'state_conflict',
      errors: [{ path: 'total', message: 'is 100 now' }],
    })
  })

  test('C06: a product that is no longer sold, a basket that changed, and an empty one are refused', async () => {
    const one = await newBuyer(place)
    const { id, version } = await newProduct(place.site, { stock: 5 })
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const changed = await filledCart(place.site, one, { [id]: 2 })
    expect(await faultsOf(placed(place.site, one, cart))).toEqual(['total', 'version'])
    await place.site.call(storeApi.deactivateProduct, { params: { productId: String(id) } }, { version })
    expect(await faultsOf(placed(place.site, one, changed))).toEqual([`lines.${id}.inactive`])
    const empty = await filledCart(place.site, one, { [id]: 0 })
    expect(await faultsOf(placed(place.site, one, empty))).toEqual(['lines'])
  })

  test('C14: a price that changes later is not the order’s', async () => {
    const { order, product } = await ordered(1, { priceMinor: 500 })
    await sql`update "Products" set "priceMinor" = 900, "name" = 'Other' where "id" = ${product.id}`.execute(
      place.store.db,
    )
    expect(await readOrder(order.number)).toEqual(order)
  })

  test('C35: a basket, an address and an order of somebody else are not found', async () => {
    const other = await newBuyer(place)
    const { order, cart } = await ordered()
    expect((await refusalOf(placed(place.site, other, cart))).code).toBe('not_found')
    const { id } = await newProduct(place.site, { stock: 1 })
    const own = await filledCart(place.site, other, { [id]: 1 })
    const elsewhere = { ...other, addressId: buyer.addressId }
    expect((await refusalOf(placed(place.site, elsewhere, own))).code).toBe('not_found')
    expect((await refusalOf(readOrder(order.number, other))).code).toBe('not_found')
    const colleague = await newBuyer(place, buyer.pharmacyId)
    expect(await readOrder(order.number, colleague)).toEqual(order)
  })
})

describe('coupons', () => {
  const withCoupon = async (one: TestBuyer, code: string, productId: number) => {
    await filledCart(place.site, one, { [productId]: 1 })
    return place.site.call(storeApi.putCoupon, { body: { code } }, { token: one.token })
  }
  const usesOf = async (id: number) =>
    (await place.store.db.selectFrom('Coupons').select('used').where('id', '=', id).executeTakeFirstOrThrow())
      .used

  test('C16: once for each pharmacy, two of its people at once: one order has it', async () => {
    const coupon = await newCoupon(place.site, { maxEach: 1 })
    const { id } = await newProduct(place.site, { stock: 5 })
    const one = await newBuyer(place)
    const two = await newBuyer(place, one.pharmacyId)
    const carts = [await withCoupon(one, coupon.code, id), await withCoupon(two, coupon.code, id)] as const
    const faults = await Promise.all([
      faultsOf(placed(place.site, one, carts[0])),
      faultsOf(placed(place.site, two, carts[1])),
    ])
    expect(faults.flat().toSorted()).toEqual(['coupon', 'was not refused'])
    expect(await usesOf(coupon.id)).toBe(1)
  })

  test('C17: what expires gives its coupon and its pieces back, once', async () => {
    const coupon = await newCoupon(place.site, { max: 1, maxEach: 1 })
    const { id } = await newProduct(place.site, { stock: 5 })
    const one = await newBuyer(place)
    const order = await placed(place.site, one, await withCoupon(one, coupon.code, id))
    expect(await usesOf(coupon.id)).toBe(1)
    await makeLate(order.number)
    // C52: two processes look at once.
    await Promise.all([expireLateOrders(place.store.db), expireLateOrders(place.store.db)])
    await expireLateOrders(place.store.db)
    expect((await readOrder(order.number, one)).state).toBe('expired')
    expect(await usesOf(coupon.id)).toBe(0)
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0 })
    expect((await withCoupon(one, coupon.code, id)).coupon).toEqual({ code: coupon.code, fault: null })
  })

  test('C18: an order of 0 is paid when it is placed', async () => {
    const coupon = await newCoupon(place.site, { takesOff: { kind: 'amount', amountMinor: 100_000 } })
    const { id } = await newProduct(place.site, { stock: 5, priceMinor: 50 })
    const one = await newBuyer(place)
    const order = await placed(place.site, one, await withCoupon(one, coupon.code, id))
    expect(order).toMatchObject({ state: 'paid', totalMinor: 0, totals: { discountMinor: 50 } })
  })

  test('fewer uses than there were cannot be set', async () => {
    const { id: couponId, used: _used, version, ...fields } = await newCoupon(place.site)
    await sql`update "Coupons" set "used" = 3 where "id" = ${couponId}`.execute(place.store.db)
    const change = { params: { couponId: String(couponId) }, body: { ...fields, max: 2 } }
    const refused = await refusalOf(place.site.call(storeApi.updateCoupon, change, { version }))
    expect(refused.code).toBe('state_conflict')
  })
})

describe('the end of an order', () => {
  const cancel = (number: string) =>
    place.site.call(storeApi.cancelOwnOrder, { params: { number } }, { token: buyer.token })

  test('cancelled: its pieces are free, and again changes nothing', async () => {
    const { order, product } = await ordered(4)
    expect((await cancel(order.number)).state).toBe('cancelled')
    expect((await cancel(order.number)).state).toBe('cancelled')
    expect(await stockOf(product.id)).toEqual({ onHand: 10, reserved: 0 })
    const { steps } = await place.site.call(
      storeApi.listOrderEvents,
      { params: { number: order.number } },
      { token: buyer.token },
    )
    expect(steps.map(({ was, became, cause }) => [was, became, cause])).toEqual([
      [null, 'awaiting_payment', 'placed'],
      ['awaiting_payment', 'cancelled', 'cancelled_by_customer'],
    ])
  })

  test('C07: a second release does nothing', async () => {
    const { order, product } = await ordered(4)
    await cancel(order.number)
    const id = await idOf(order.number)
    expect(await place.store.db.transaction().execute(async (trx) => releaseStock(trx, id))).toBe(false)
    expect(await stockOf(product.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('C28: while the bank is asked nothing is free; its answer ends the order', async () => {
    const { order, product } = await ordered(4)
    const orderId = await idOf(order.number)
    await sql`insert into "Payments" ("orderId", "amountMinor") values (${orderId}, ${order.totalMinor})`.execute(
      place.store.db,
    )
    await makeLate(order.number)
    await expireLateOrders(place.store.db)
    expect(await stockOf(product.id)).toEqual({ onHand: 10, reserved: 4 })
    const { rows } = await sql`select "kind" from "ProviderTasks"`.execute(place.store.db)
    expect(rows).toEqual([{ kind: 'cancel' }])
    expect(await cancel(order.number)).toMatchObject({ state: 'awaiting_payment', isCancelAsked: true })
    await sql`update "Payments" set "state" = 'canceled'`.execute(place.store.db)
    expect(await happens(order.number, 'payment_ended')).toBe(true)
    expect(await readOrder(order.number)).toMatchObject({ state: 'cancelled' })
    expect(await stockOf(product.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('C25: money that comes late has its pieces held again, or goes back where they are gone', async () => {
    const [kept, gone] = [await ordered(4), await ordered(4)]
    for (const { order } of [kept, gone]) await makeLate(order.number)
    await expireLateOrders(place.store.db)
    await changeStock(place.site, gone.product.id, -8)
    const orderId = await idOf(gone.order.number)
    await sql`insert into "Payments" ("orderId", "amountMinor", "state") values (${orderId}, 1, 'authorised')`.execute(
      place.store.db,
    )
    await happens(kept.order.number, 'authorised')
    await happens(gone.order.number, 'authorised')
    expect((await readOrder(kept.order.number)).state).toBe('authorised')
    expect(await stockOf(kept.product.id)).toEqual({ onHand: 10, reserved: 4 })
    expect((await readOrder(gone.order.number)).state).toBe('expired')
    expect(await stockOf(gone.product.id)).toEqual({ onHand: 2, reserved: 0 })
    const task =
      await sql`select "kind" from "ProviderTasks" t join "Payments" p on p."id" = t."paymentId" where p."orderId" = ${orderId}`.execute(
        place.store.db,
      )
    expect(task.rows).toEqual([{ kind: 'cancel' }])
  })

  test('sent: the pieces leave the house and count as sold, and nobody cancels it any more', async () => {
    const { order, product } = await ordered(4)
    for (const event of ['captured', 'shipped'] as const)
      expect(await happens(order.number, event)).toBe(true)
    expect(await stockOf(product.id)).toEqual({ onHand: 6, reserved: 0 })
    expect((await refusalOf(cancel(order.number))).code).toBe('state_conflict')
    const { sold } = await place.store.db
      .selectFrom('Products')
      .select('sold')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect(sold).toBe(4)
  })
})

test('the history of an order is a chain: each hash is over the step and the one before', async () => {
  const { order } = await ordered()
  await happens(order.number, 'captured')
  const id = await idOf(order.number)
  const rows = await place.store.db
    .selectFrom('OrderHistory')
    .selectAll()
    .where('orderId', '=', id)
    .orderBy('seq')
    .execute()
  let last: Buffer | null = null
  for (const row of rows) {
    expect(row.hash.equals(stepHash(last, row))).toBe(true)
    last = row.hash
  }
  expect(rows).toHaveLength(2)
})

test('orders come newest first, page after page; and the same is ordered again as far as it is still sold', async () => {
  const one = await newBuyer(place)
  const [a, b] = [await newProduct(place.site, { stock: 9 }), await newProduct(place.site, { stock: 9 })]
  const numbers: string[] = []
  for (const quantity of [1, 2, 3]) {
    const cart = await filledCart(place.site, one, { [a.id]: quantity, [b.id]: 1 })
    numbers.unshift((await placed(place.site, one, cart)).number)
  }
  const list = (query: { pageSize: string; after?: string }) =>
    place.site.call(storeApi.listOwnOrders, { query }, { token: one.token })
  const first = await list({ pageSize: '2' })
  expect(first.next).toBe(numbers[1])
  const second = await list({ pageSize: '2', after: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ number }) => number)).toEqual(numbers)
  expect(second.next).toBeNull()
  await place.site.call(
    storeApi.deactivateProduct,
    { params: { productId: String(b.id) } },
    { version: b.version },
  )
  const params = { number: numbers[0] ?? '' }
  const cart = await place.site.call(storeApi.reorder, { params }, { token: one.token })
  expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([[a.id, 3]])
})
