// Orders that are paid, over HTTP, with a provider that is as unkind as a real one: slow, away, its answers lost, its messages twice,
// late, in disorder or never.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, storeApi } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { makeLate, orderedProduct, readOrder, stockOf } from '../test/orders.ts'
import { faultsInBooks } from '../test/payment-books.ts'
import { atTheBank, pay, paymentsOf, providerOf, startPayingPlace, type PayingPlace } from '../test/paying.ts'
import { KIND } from '../../../payment-provider/switches.ts'
import { expireLateOrders } from '../orders/expiry.ts'
import { followUpPayments } from './follow-up.ts'
import { tellProvider } from './provider-tasks.ts'
import { startPayment } from './start-payment.ts'

let place: PayingPlace
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPayingPlace('shop_payments')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())
afterEach(() => void Object.assign(place.standIn.switches, KIND))

/** Far above what a busy machine takes. */
const SOON = { timeout: 120_000, interval: 50 }
/** The provider is told what is due; tries that were put off are due at once. How much is left to be told. */
async function openTasks(): Promise<number> {
  await sql`update "ProviderTasks" set "dueAt" = least("dueAt", relay_now()) where "doneAt" is null and "fault" is not null`.execute(
    place.store.db,
  )
  await tellProvider(place.parts)
  const { rows } = await sql`select from "ProviderTasks" where "doneAt" is null`.execute(place.store.db)
  return rows.length
}
const becomes = (number: string, state: string) =>
  expect
    .poll(async () => {
      await openTasks()
      return (await readOrder(place, number, buyer)).state
    }, SOON)
    .toBe(state)
const paymentOf = async (number: string) => {
  const [newest] = await paymentsOf(place, number)
  if (newest === undefined) throw new Error('There is no payment')
  return newest
}
/** As its time comes: the provider is asked about whatever has no end. */
async function followUp(): Promise<void> {
  await sql`update "Payments" set "nextAskAt" = relay_now() where "state" in ('created', 'requires_action', 'authorised')`.execute(
    place.store.db,
  )
  while ((await followUpPayments(place.parts)) > 0);
}
const own = (number: string) =>
  place.site.call(storeApi.listOwnPayments, { params: { number } }, { token: buyer.token })
const atProvider = (paymentId: string) =>
  place.standIn.intents.list().filter(({ reference }) => reference === paymentId)

describe('paying an order', () => {
  test('the person pays at the page, the provider says so, and the money is captured', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 2 })
    const payment = await pay(place, buyer, order)
    expect(payment).toMatchObject({ state: 'requires_action', amountMinor: order.totalMinor })
    await atTheBank(payment)
    await becomes(order.number, 'paid')
    const [kept] = (await own(order.number)).payments
    expect(kept).toMatchObject({
      state: 'captured',
      capturedMinor: order.totalMinor,
      lastFour: '0001',
      redirectUrl: null,
    })
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 2 })
    // Again is no second payment.
    expect(await pay(place, buyer, order)).toMatchObject({ id: payment.id, state: 'captured' })
  })

  test('two tabs that pay at once have one attempt and one page', async () => {
    const { order } = await orderedProduct(place, buyer)
    const [one, two] = await Promise.all([pay(place, buyer, order), pay(place, buyer, order)])
    expect(two).toEqual(one)
    expect(atProvider(one.id)).toHaveLength(1)
  })

  test('a declined card ends the attempt, and another one may follow', async () => {
    const { order } = await orderedProduct(place, buyer)
    const first = await pay(place, buyer, order)
    await atTheBank(first, { card: '4000000000000002' })
    await expect.poll(async () => (await paymentOf(order.number)).state, SOON).toBe('failed')
    expect(await paymentOf(order.number)).toMatchObject({ fault: 'declined' })
    const second = await pay(place, buyer, order)
    expect(second.id).not.toBe(first.id)
    await atTheBank(second, { answer: 'decline' })
    await expect.poll(async () => (await paymentOf(order.number)).fault, SOON).toBe('not_confirmed')
    expect((await readOrder(place, order.number, buyer)).state).toBe('awaiting_payment')
  })

  test('C35: another pharmacy’s order is not found, one that is over is not paid', async () => {
    const other = await newBuyer(place)
    const { order } = await orderedProduct(place, buyer)
    expect((await refusalOf(pay(place, other, order))).code).toBe('not_found')
    await place.site.call(
      storeApi.cancelOwnOrder,
      { params: { number: order.number } },
      { token: buyer.token },
    )
    expect((await refusalOf(pay(place, buyer, order))).code).toBe('state_conflict')
  })
})

describe('a provider that is not heard', () => {
  test('C26: while it hangs every press waits for the same attempt, and the first answer shows it', async () => {
    const { order } = await orderedProduct(place, buyer)
    const start = {
      buyer: { accountGuid: buyer.accountGuid, customerId: buyer.pharmacyId },
      number: order.number,
      returnUrl: 'https://shop.example/back',
      language: 'tr' as const,
      traceId: '',
    }
    Object.assign(place.standIn.switches, { slowMs: 60_000, webhooks: 'off' })
    const impatient = { ...place.parts, provider: providerOf(place.standIn, 200) }
    const press = async () =>
      startPayment(impatient, { ...start, idempotency: { key: randomUUID(), fingerprint: '' } })
    expect((await refusalOf(press())).code).toBe('upstream_timeout')
    expect((await refusalOf(press())).code).toBe('upstream_timeout')
    expect(await paymentsOf(place, order.number)).toMatchObject([{ state: 'created' }])
    place.standIn.switches.slowMs = 0
    const payment = await pay(place, buyer, order)
    expect(payment.state).toBe('requires_action')
    expect(atProvider(payment.id)).toHaveLength(1)
  })

  test('away: the attempt stays, and goes on by itself when the provider is back', async () => {
    const { order } = await orderedProduct(place, buyer)
    place.standIn.switches.isAway = true
    expect((await refusalOf(pay(place, buyer, order))).code).toBe('upstream_unavailable')
    expect((await own(order.number)).payments).toMatchObject([{ state: 'created', redirectUrl: null }])
    place.standIn.switches.isAway = false
    await followUp()
    await expect.poll(async () => (await own(order.number)).payments[0]?.state, SOON).toBe('requires_action')
  })

  test('C27: its answer to the capture is lost: the money is captured once', async () => {
    place.standIn.switches.webhooks = 'off'
    const { order } = await orderedProduct(place, buyer)
    const payment = await pay(place, buyer, order)
    await atTheBank(payment)
    place.standIn.switches.lostReplies = 2
    // One question and one order to capture are done there, and nobody hears of it.
    await followUp()
    await followUp()
    await becomes(order.number, 'paid')
    expect(atProvider(payment.id)).toMatchObject([{ state: 'captured', capturedMinor: order.totalMinor }])
  })

  test('C43: no webhook and nobody comes back: the order page tells the truth, and so does the follow-up', async () => {
    place.standIn.switches.webhooks = 'off'
    const [seen, unseen] = [await orderedProduct(place, buyer), await orderedProduct(place, buyer)]
    for (const { order } of [seen, unseen]) await atTheBank(await pay(place, buyer, order))
    await sql`update "Payments" set "askedAt" = null`.execute(place.store.db)
    const [told] = (await own(seen.order.number)).payments
    expect(['authorised', 'captured']).toContain(told?.state)
    await followUp()
    await becomes(unseen.order.number, 'paid')
    await becomes(seen.order.number, 'paid')
  })
})

describe('an end while the person is at the bank', () => {
  test('C28: late: the attempt is ended at the provider first, then the pieces are free', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 3 })
    const payment = await pay(place, buyer, order)
    await makeLate(place, order.number)
    await expireLateOrders(place.store.db)
    expect((await stockOf(place, product.id)).reserved).toBe(3)
    await becomes(order.number, 'expired')
    expect((await stockOf(place, product.id)).reserved).toBe(0)
    expect(await paymentOf(order.number)).toMatchObject({
      id: payment.id,
      state: 'canceled',
      fault: 'withdrawn',
    })
    await atTheBank(payment)
    expect(atProvider(payment.id)).toMatchObject([{ state: 'canceled', capturedMinor: 0 }])
  })

  test('late, and the provider never heard of the attempt: it is made there and ended, so that it cannot come later', async () => {
    const { order } = await orderedProduct(place, buyer)
    place.standIn.switches.isAway = true
    await refusalOf(pay(place, buyer, order))
    place.standIn.switches.isAway = false
    await makeLate(place, order.number)
    await expireLateOrders(place.store.db)
    await becomes(order.number, 'expired')
    const { id } = await paymentOf(order.number)
    expect(atProvider(id)).toMatchObject([{ state: 'canceled' }])
  })

  test('cancelled by its buyer after the money came, before anybody heard of it: all of it goes back', async () => {
    place.standIn.switches.webhooks = 'off'
    const { order, product } = await orderedProduct(place, buyer)
    const payment = await pay(place, buyer, order)
    await atTheBank(payment)
    place.standIn.intents.act(atProvider(payment.id)[0]?.id ?? '', { kind: 'capture' })
    const params = { number: order.number }
    await place.site.call(storeApi.cancelOwnOrder, { params }, { token: buyer.token })
    await becomes(order.number, 'cancelled')
    await expect.poll(openTasks, SOON).toBe(0)
    expect(atProvider(payment.id)).toMatchObject([{ refundedMinor: order.totalMinor }])
    await expect
      .poll(async () => (await paymentOf(order.number)).refunds, SOON)
      .toMatchObject([{ cause: 'order_cancelled', state: 'done', amountMinor: order.totalMinor }])
    expect((await stockOf(place, product.id)).reserved).toBe(0)
  })

  test.each([
    ['lets the order be paid again', false],
    ['expires an order that is late', true],
  ])('C24: a promise of money that lapses %s', async (_what, isLate) => {
    const { order } = await orderedProduct(place, buyer)
    const payment = await pay(place, buyer, order)
    // The capture does not get through; the page and the messages do.
    place.standIn.switches.isAway = true
    await atTheBank(payment)
    await becomes(order.number, 'authorised')
    if (isLate) await makeLate(place, order.number)
    place.standIn.intents.act(atProvider(payment.id)[0]?.id ?? '', { kind: 'lapse' })
    await becomes(order.number, isLate ? 'expired' : 'awaiting_payment')
    place.standIn.switches.isAway = false
    await expect.poll(openTasks, SOON).toBe(0)
    expect((await paymentOf(order.number)).tasks).toMatchObject([
      { kind: 'capture', fault: 'refused not_allowed' },
    ])
  })
})

test('the books: database, orders and provider agree on every amount', async () => {
  await expect.poll(openTasks, SOON).toBe(0)
  expect(await faultsInBooks(place.store.db, place.standIn)).toEqual([])
})
