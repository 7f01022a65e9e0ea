// What the tasks do, over a real database whose time the tests step.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePairingCode } from '../../customers/pairing-codes.ts'
import { filledCart, newBuyer, newCoupon, type TestBuyer } from '../../shop/test/buyers.ts'
import { happens, makeLate, orderId, orderedProduct, readOrder, stockOf } from '../../shop/test/orders.ts'
import { newProduct } from '../../shop/test/products.ts'
import { startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { admin, newDevice, newHub, newPharmacy, rules } from '../../test/test-store.ts'
import { holdDatabaseTime, stepDatabaseTime } from '../../test/stepped-database.ts'
import { scheduledTasks } from '../tasks.ts'
import { wrongReserves } from './books.ts'
import { countDay } from './day-summary.queries.ts'

const DAY_MS = 86_400_000
let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('scheduler_work')
  await holdDatabaseTime(place.store.db)
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

async function run(name: string, signal = new AbortController().signal) {
  const { db } = place.store
  const tasks = scheduledTasks({
    db,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    followUpPayments: () => Promise.resolve(0),
    sendSms: () => Promise.resolve('not_set_up'),
  })
  const task = tasks.find((one) => one.name === name)
  if (task === undefined) throw new Error(`there is no task ${name}`)
  return task.work(signal)
}

const step = async (ms: number) => stepDatabaseTime(place.store, ms)
const cartCount = async () => {
  const counted = place.store.db.selectFrom('Carts').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

describe('orders', () => {
  test('C50, C17: a late order gives back what it held, once, by the time of the database alone', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    expect(await run('order-time-outs')).toEqual({ counts: { orders: 0 } })
    await step(1_200_000)
    expect(await run('order-time-outs')).toEqual({ counts: { orders: 1 } })
    expect(await run('order-time-outs')).toEqual({ counts: { orders: 0 } })
    expect((await readOrder(place, order.number, buyer)).state).toBe('expired')
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  test('C52: two sweeps at once end each order once', async () => {
    const orders = [await orderedProduct(place, buyer), await orderedProduct(place, buyer)]
    for (const { order } of orders) await makeLate(place, order.number)
    await Promise.all([run('order-time-outs'), run('order-time-outs')])
    const { rows } = await sql<{ steps: number }>`
      select count(*) as steps from "OrderHistory" h join "Orders" o on o."id" = h."orderId"
      where h."became" = 'expired' and o."number" = any(${orders.map(({ order }) => order.number)})`.execute(
      place.store.db,
    )
    expect(rows).toEqual([{ steps: 2 }])
  })

  test('an order is completed 14 days after it was sent, and not a moment before', async () => {
    const { order } = await orderedProduct(place, buyer)
    for (const event of ['captured', 'shipped'] as const) await happens(place, order.number, event)
    await step(14 * DAY_MS - 1)
    expect(await run('order-completion')).toEqual({ counts: { orders: 0 } })
    await step(1)
    expect(await run('order-completion')).toEqual({ counts: { orders: 1 } })
    expect((await readOrder(place, order.number, buyer)).state).toBe('completed')
  })
})

test('pairing codes are removed 30 days after their end, wrong tries after a day', async () => {
  const { db } = place.store
  await makePairingCode({ db, rules }, admin, { customerId: buyer.pharmacyId, needsApproval: false })
  await sql`insert into "RelayPairingTries" values ('198.51.100.9', array[relay_now()], relay_now())`.execute(
    db,
  )
  await step(600_000)
  expect(await run('ended-codes')).toEqual({ counts: { codes: 0, tries: 0 } })
  await step(DAY_MS)
  expect(await run('ended-codes')).toEqual({ counts: { codes: 0, tries: 1 } })
  await step(30 * DAY_MS)
  expect(await run('ended-codes')).toEqual({ counts: { codes: 1, tries: 0 } })
})

describe('retention', () => {
  const guestCart = async (mergedInto: string | null = null) => {
    const tokenHash = createHash('sha256').update(randomUUID()).digest()
    const state = mergedInto === null ? 'open' : 'merged'
    const row = place.store.db
      .insertInto('Carts')
      .values({ tokenHash, accountGuid: null, couponId: null, mergedInto, state })
    return (await row.returning('id').executeTakeFirstOrThrow()).id
  }

  test('answers of requests are kept 48 hours, baskets of strangers 30 days, of accounts 180', async () => {
    await run('retention')
    const before = await cartCount()
    const { order } = await orderedProduct(place, buyer)
    const one = await newBuyer(place)
    const product = await newProduct(place.site)
    const { id } = await filledCart(place.site, one, { [product.id]: 2 })
    await guestCart()
    await guestCart(id)
    await step(2 * DAY_MS)
    expect((await run('retention')).counts).toMatchObject({ keys: 0, baskets: 0 })
    await step(1)
    expect((await run('retention')).counts).toMatchObject({ keys: 2, baskets: 0 })
    await step(29 * DAY_MS)
    expect((await run('retention')).counts).toMatchObject({ baskets: 2 })
    await step(150 * DAY_MS)
    expect((await run('retention')).counts).toMatchObject({ baskets: 1 })
    // That of the order stays with it.
    expect(await cartCount()).toBe(before + 1)
    expect(await readOrder(place, order.number, buyer)).toMatchObject({ number: order.number })
  })

  test('90 days after an order expired its people are forgotten, and its pharmacy still reads it', async () => {
    // Those of other tests are out of the way.
    await step(DAY_MS)
    await run('order-time-outs')
    await sql`update "Orders" set "accountGuid" = '-' where "state" = 'expired'`.execute(place.store.db)
    const { order } = await orderedProduct(place, buyer)
    const kept = await orderedProduct(place, buyer)
    await happens(place, kept.order.number, 'captured')
    await makeLate(place, order.number)
    await run('order-time-outs')
    await run('retention')
    await step(91 * DAY_MS)
    expect((await run('retention')).counts).toMatchObject({ peopleOfOrders: 1 })
    expect((await run('retention')).counts).toMatchObject({ peopleOfOrders: 0 })
    const read = await readOrder(place, order.number, buyer)
    expect(read).toMatchObject({ customerName: '-', address: { name: '-', city: '-', country: 'DE' } })
    expect(read.totals).toEqual(order.totals)
    expect((await readOrder(place, kept.order.number, buyer)).address.city).toBe('Berlin')
  })

  test('runs that found nothing are kept a day, others and events of payments 90', async () => {
    const { db } = place.store
    await sql`truncate "TaskRuns"`.execute(db)
    await sql`insert into "TaskRuns" ("task", "cause", "attempt", "until", "endedAt", "outcome", "isIdle")
      select 'some', 'schedule', 1, relay_now(), relay_now(), 'done', idle from unnest(array[true, false]) idle`.execute(
      db,
    )
    await sql`insert into "PaymentEvents" ("id", "kind") values ('evt_1', 'captured')`.execute(db)
    await step(DAY_MS + 1)
    expect((await run('retention')).counts).toMatchObject({ runs: 1, paymentEvents: 0 })
    await step(90 * DAY_MS)
    expect((await run('retention')).counts).toMatchObject({ runs: 1, paymentEvents: 1 })
  })

  test('a run that is told to end does nothing more', async () => {
    expect(await run('retention', AbortSignal.abort())).toEqual({
      counts: {
        keys: 0,
        baskets: 0,
        paymentEvents: 0,
        peopleOfOrders: 0,
        runs: 0,
        fleetHours: 0,
        supportFiles: 0,
      },
    })
  })
})

describe('the summary of a day', () => {
  const days = async () =>
    (await place.site.call(storeApi.listDays, { query: {} }, { role: 'Support' })).items

  test('counts its orders, revenue and labels; again it is the same, and a missed night is made up for', async () => {
    await sql`truncate "DaySummaries"`.execute(place.store.db)
    // The beginning of a day of its own.
    await step(10 * DAY_MS)
    const [today] = await zoneDays()
    const [paid, sent] = [await orderedProduct(place, buyer), await orderedProduct(place, buyer)]
    await happens(place, paid.order.number, 'captured')
    for (const event of ['captured', 'shipped'] as const) await happens(place, sent.order.number, event)
    await step(5 * DAY_MS)
    expect(await run('day-summary')).toEqual({ counts: { days: 3 } })
    await step(2 * DAY_MS)
    expect((await run('day-summary')).counts).toEqual({ days: 3 })
    expect((await days()).map(({ day }) => day)).toEqual(await zoneDays(-1, -2, -3, -4, -5))
    await countDay(place.store.db, { day: today ?? '', timeZone: 'Europe/Berlin', currency: 'EUR' })
    expect((await days()).find(({ day }) => day === today)).toMatchObject({
      ordersPlaced: 2,
      ordersPaid: 2,
      ordersShipped: 1,
      ordersExpired: 0,
      revenueMinor: paid.order.totalMinor + sent.order.totalMinor,
      currency: 'EUR',
    })
  })

  async function zoneDays(...away: number[]): Promise<string[]> {
    const { rows } = await sql<{ day: string }>`
      select ((relay_now() at time zone 'Europe/Berlin')::date + n)::date as day
      from unnest(${away.length === 0 ? [0] : away}::integer[]) n`.execute(place.store.db)
    return rows.map(({ day }) => day)
  }

  test('a day has 23 hours where clocks go ahead and 25 where they go back; a label of two computers counts once', async () => {
    const { db } = place.store
    const hub = newHub(place.store)
    const pharmacy = await newPharmacy(place.store)
    const computers = [
      (await hub.open(newDevice(pharmacy, 'PC-1'))).computerId,
      (await hub.open(newDevice(pharmacy, 'PC-2'))).computerId,
    ]
    const counts = {
      accepted: 3,
      printed: 0,
      sent_to_printer: 0,
      forwarded: 0,
      unknown: 0,
      failed: 1,
      expired: 0,
      cancelled: 0,
    }
    const hours = [
      ['2027-03-27T22:00:00Z', false],
      ['2027-03-27T23:00:00Z', true],
      ['2027-03-28T21:00:00Z', true],
      ['2027-03-28T22:00:00Z', false],
      ['2026-10-24T21:00:00Z', false],
      ['2026-10-24T22:00:00Z', true],
      ['2026-10-25T22:00:00Z', true],
      ['2026-10-25T23:00:00Z', false],
    ] as const
    for (const [hour] of hours)
      await sql`insert into "RelayJobHours" values (${computers[0]}, ${hour}, 1, ${JSON.stringify(counts)}, '[]'),
        (${computers[1]}, ${hour}, 1, ${JSON.stringify({ ...counts, forwarded: 3, failed: 0 })}, '[]')`.execute(
        db,
      )
    for (const day of ['2027-03-28', '2026-10-25']) {
      await countDay(db, { day, timeZone: 'Europe/Berlin', currency: 'EUR' })
      const found = (await days()).find((one) => one.day === day)
      expect(found).toMatchObject({ labels: 6, labelProblems: 2, computers: 2 })
    }
  })
})

describe('the proof of the books', () => {
  test('C51: what was changed behind the shop is named: a counter, a coupon, an order that nobody paid', async () => {
    const { db } = place.store
    await sql`update "Orders" set "state" = 'expired' where "state" in ('paid', 'shipped', 'completed')`.execute(
      db,
    )
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    const coupon = await newCoupon(place.site)
    expect((await run('books-proof')).findings).toEqual([])
    await sql`update "Stock" set "reserved" = 5 where "productId" = ${product.id}`.execute(db)
    await sql`update "Coupons" set "used" = 2 where "id" = ${coupon.id}`.execute(db)
    await happens(place, order.number, 'captured')
    expect((await run('books-proof')).findings).toEqual([
      { kind: 'reserved', subject: String(product.id), expected: 4, found: 5 },
      { kind: 'coupon_uses', subject: coupon.code, expected: 0, found: 2 },
      { kind: 'paid_order', subject: order.number, expected: order.totalMinor, found: 0 },
    ])
    await sql`insert into "Payments" ("orderId", "amountMinor", "capturedMinor", "state")
      values (${await orderId(place, order.number)}, ${order.totalMinor}, ${order.totalMinor}, 'captured')`.execute(
      db,
    )
    expect((await run('books-proof')).findings).toHaveLength(2)
  })

  test('a product that is in the ledger and of which nothing is reserved is named, too', () => {
    expect(wrongReserves(new Map([[7, 3]]), [{ productId: 7, reserved: 0 }])).toEqual([
      { kind: 'reserved', subject: '7', expected: 3, found: 0 },
    ])
  })
})
