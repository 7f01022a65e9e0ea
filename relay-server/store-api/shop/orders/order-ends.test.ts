// How orders end: what they held is free again, once, and money that comes late finds its goods or goes back.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { happens, makeLate, orderId, orderedProduct, readOrder, stockOf } from '../test/orders.ts'
import { changeStock } from '../test/products.ts'
import { expireLateOrders } from './expiry.ts'
import { releaseStock } from './holds.queries.ts'
import { stepHash } from './order-history.queries.ts'

let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_order_ends')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

describe('the end of an order', () => {
  const cancel = (number: string) =>
    place.site.call(storeApi.cancelOwnOrder, { params: { number } }, { token: buyer.token })

  test('cancelled: its pieces are free, and again changes nothing', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    expect((await cancel(order.number)).state).toBe('cancelled')
    expect((await cancel(order.number)).state).toBe('cancelled')
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 0 })
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
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    await cancel(order.number)
    const id = await orderId(place, order.number)
    expect(await place.store.db.transaction().execute(async (trx) => releaseStock(trx, id))).toBe(false)
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('C28: while the bank is asked nothing is free; its answer ends the order', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    const id = await orderId(place, order.number)
    await sql`insert into "Payments" ("orderId", "amountMinor") values (${id}, ${order.totalMinor})`.execute(
      place.store.db,
    )
    await makeLate(place, order.number)
    await expireLateOrders(place.store.db)
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 4 })
    const { rows } = await sql`select "kind" from "ProviderTasks"`.execute(place.store.db)
    expect(rows).toEqual([{ kind: 'cancel' }])
    expect(await cancel(order.number)).toMatchObject({ state: 'awaiting_payment', isCancelAsked: true })
    await sql`update "Payments" set "state" = 'canceled'`.execute(place.store.db)
    expect(await happens(place, order.number, 'payment_ended')).toBe(true)
    expect(await readOrder(place, order.number, buyer)).toMatchObject({ state: 'cancelled' })
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('C25: money that comes late has its pieces held again, or goes back where they are gone', async () => {
    const [kept, gone] = [
      await orderedProduct(place, buyer, { quantity: 4 }),
      await orderedProduct(place, buyer, { quantity: 4 }),
    ]
    for (const { order } of [kept, gone]) await makeLate(place, order.number)
    await expireLateOrders(place.store.db)
    await changeStock(place.site, gone.product.id, -8)
    const id = await orderId(place, gone.order.number)
    await sql`insert into "Payments" ("orderId", "amountMinor", "state") values (${id}, 1, 'authorised')`.execute(
      place.store.db,
    )
    await happens(place, kept.order.number, 'authorised')
    await happens(place, gone.order.number, 'authorised')
    expect((await readOrder(place, kept.order.number, buyer)).state).toBe('authorised')
    expect(await stockOf(place, kept.product.id)).toEqual({ onHand: 10, reserved: 4 })
    expect((await readOrder(place, gone.order.number, buyer)).state).toBe('expired')
    expect(await stockOf(place, gone.product.id)).toEqual({ onHand: 2, reserved: 0 })
    const task =
      await sql`select "kind" from "ProviderTasks" t join "Payments" p on p."id" = t."paymentId" where p."orderId" = ${id}`.execute(
        place.store.db,
      )
    expect(task.rows).toEqual([{ kind: 'cancel' }])
  })

  test('sent: the pieces leave the house and count as sold, and nobody cancels it any more', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    for (const event of ['captured', 'shipped'] as const)
      expect(await happens(place, order.number, event)).toBe(true)
    expect(await stockOf(place, product.id)).toEqual({ onHand: 6, reserved: 0 })
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
  const { order } = await orderedProduct(place, buyer)
  await happens(place, order.number, 'captured')
  const id = await orderId(place, order.number)
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
