// Refunds: exact parts, never more than is here, once each whatever happens to the call, and given up where nobody can be told.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { KIND } from '../../../payment-provider/switches.ts'
import { refusalOf, storeApi } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { documentsOf } from '../test/invoices.ts'
import { happens, orderId, orderedProduct, readOrder } from '../test/orders.ts'
import { faultsInBooks } from '../test/payment-books.ts'
import { atTheBank, pay, paymentsOf, refund, startPayingPlace, type PayingPlace } from '../test/paying.ts'
import { claimDueTasks } from './provider-tasks.queries.ts'
import { MAX_TRIES, tellProvider } from './provider-tasks.ts'
import type { SendSms } from '../../sms/sms-sender.ts'
import { tellRefunds } from './refund-messages.ts'

let place: PayingPlace
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPayingPlace('shop_refunds')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())
afterEach(() => void Object.assign(place.standIn.switches, KIND))

const SOON = { timeout: 120_000, interval: 50 }

async function paidOrder() {
  const { order } = await orderedProduct(place, buyer, { quantity: 3, priceMinor: 3_333 })
  const payment = await pay(place, buyer, order)
  await atTheBank(payment)
  await expect.poll(async () => (await readOrder(place, order.number, buyer)).state, SOON).toBe('paid')
  return { order: await readOrder(place, order.number, buyer), paymentId: payment.id }
}

const paymentOf = async (number: string) => {
  const [newest] = await paymentsOf(place, number)
  if (newest === undefined) throw new Error('There is no payment')
  return newest
}
const intentOf = (paymentId: string) =>
  place.standIn.intents.list().find(({ reference }) => reference === paymentId)
const makeDue = () =>
  sql`update "ProviderTasks" set "dueAt" = relay_now() where "doneAt" is null`.execute(place.store.db)
/** All that must be told is told. */
const settled = async () =>
  expect
    .poll(async () => {
      await makeDue()
      await tellProvider(place.parts)
      return (await sql`select from "ProviderTasks" where "doneAt" is null`.execute(place.store.db)).rows
        .length
    }, SOON)
    .toBe(0)

describe('how much goes back', () => {
  test('C30: three parts, the last one takes the remainder, and their taxes are those of the order', async () => {
    const { order, paymentId } = await paidOrder()
    for (const amount of [1, 5_000, null])
      await refund(place, await readOrder(place, order.number, buyer), amount)
    await settled()
    const { refunds, refundedMinor } = await paymentOf(order.number)
    expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([1, 5_000, order.totalMinor - 5_001])
    expect(refunds.every(({ state, cause }) => state === 'done' && cause === 'staff')).toBe(true)
    const taxes = refunds.flatMap((one) => one.taxes)
    expect(taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(order.totals.taxMinor)
    expect([refundedMinor, intentOf(paymentId)?.refundedMinor]).toEqual([order.totalMinor, order.totalMinor])
    const more = refund(place, await readOrder(place, order.number, buyer), 1)
    expect((await refusalOf(more)).code).toBe('state_conflict')
  })

  test('C29: two at once that are more than is here together: one is made', async () => {
    const { order, paymentId } = await paidOrder()
    const most = Math.ceil(order.totalMinor * 0.6)
    const both = await Promise.allSettled([refund(place, order, most), refund(place, order, most)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // Whoever sees the order as it is now is refused because of the amount.
    const again = refund(place, await readOrder(place, order.number, buyer), most)
    await expect(again).rejects.toMatchObject({
      code: 'state_conflict',
      errors: [{ path: 'body.amountMinor', message: `must be at most ${order.totalMinor - most}` }],
    })
    await settled()
    expect(intentOf(paymentId)?.refundedMinor).toBe(most)
  })

  test('what went back has a credit note, with the same taxes', async () => {
    const { order } = await paidOrder()
    await refund(place, order, 5_000)
    await settled()
    const [{ taxes } = { taxes: null }] = (await paymentOf(order.number)).refunds
    const id = await orderId(place, order.number)
    await expect.poll(async () => (await documentsOf(place.store.db, id)).length, SOON).toBe(2)
    const [invoice, note] = await documentsOf(place.store.db, id)
    expect([note?.totalMinor, note?.corrects?.number]).toEqual([5_000, invoice?.number])
    expect(note?.taxes).toEqual(taxes)
  })

  test('an order that staff cancel gives back what no refund took before', async () => {
    const { order, paymentId } = await paidOrder()
    await refund(place, order, 100)
    expect(await happens(place, order.number, 'cancelled_by_staff')).toBe(true)
    await settled()
    const { refunds } = await paymentOf(order.number)
    expect(refunds.map(({ amountMinor, cause }) => [amountMinor, cause])).toEqual([
      [100, 'staff'],
      [order.totalMinor - 100, 'order_cancelled'],
    ])
    expect(intentOf(paymentId)?.refundedMinor).toBe(order.totalMinor)
  })

  test('without money that came there is nothing to refund; who saw an older order is told', async () => {
    const { order } = await orderedProduct(place, buyer)
    expect((await refusalOf(refund(place, order, 1))).code).toBe('state_conflict')
    expect((await refusalOf(refund(place, { ...order, version: order.version + 1 }, 1))).code).toBe(
      'version_stale',
    )
  })
})

describe('telling the provider', () => {
  test('a process that ends between the call and the commit: the next one calls with the same key, and it is refunded once', async () => {
    const { order, paymentId } = await paidOrder()
    // Nobody reaches the provider, so that this test alone tells it.
    place.standIn.switches.isAway = true
    await refund(place, order, 700)
    const { providerId } = await place.store.db
      .selectFrom('Payments')
      .select('providerId')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    await makeDue()
    await expect.poll(async () => (await paymentOf(order.number)).tasks.at(-1)?.fault, SOON).toBe('away')
    place.standIn.switches.isAway = false
    await place.parts.provider.refund(providerId ?? '', 700, `${paymentId}:refund:1`)
    expect(intentOf(paymentId)?.refundedMinor).toBe(700)
    await settled()
    expect(intentOf(paymentId)?.refundedMinor).toBe(700)
    expect(await paymentOf(order.number)).toMatchObject({ refundedMinor: 700, refunds: [{ state: 'done' }] })
  })

  test('one who takes a task keeps others from it; when he ends, it is due again', async () => {
    const { order } = await paidOrder()
    place.standIn.switches.isAway = true
    await refund(place, order, 700)
    await expect
      .poll(async () => {
        await makeDue()
        return (await claimDueTasks(place.store.db, 10)).length
      }, SOON)
      .toBe(1)
    expect(await claimDueTasks(place.store.db, 10)).toEqual([])
    place.standIn.switches.isAway = false
    await settled()
  })

  test('what the provider refuses is not refunded, and says why; what it gave back by itself instead is', async () => {
    const { order, paymentId } = await paidOrder()
    const intent = intentOf(paymentId)
    place.standIn.switches.webhooks = 'off'
    // Somebody gave it back at the provider's own page.
    place.standIn.intents.act(intent?.id ?? '', { kind: 'refund', amountMinor: order.totalMinor })
    await refund(place, order, 700)
    await settled()
    const shown = await paymentOf(order.number)
    expect(shown).toMatchObject({
      refundedMinor: order.totalMinor,
      refunds: [{ state: 'failed' }, { state: 'done', cause: 'provider', amountMinor: order.totalMinor }],
    })
    expect(shown.tasks.at(-1)).toMatchObject({ isDone: true, fault: 'refused not_allowed' })
    // What was refused is not credited, what went back is.
    const credits = place.store.db
      .selectFrom('InvoiceTasks')
      .select('cause')
      .where('kind', '=', 'credit_note')
    const id = await orderId(place, order.number)
    expect(await credits.where('orderId', '=', id).execute()).toEqual([{ cause: shown.refunds[1]?.id }])
    const more = refund(place, await readOrder(place, order.number, buyer), 1)
    expect((await refusalOf(more)).code).toBe('state_conflict')
  })

  test('a limit of tries: then it is given up, staff see it, and tell the provider once more', async () => {
    const { order, paymentId } = await paidOrder()
    place.standIn.switches.isAway = true
    await refund(place, order, 700)
    await sql`update "ProviderTasks" set "tries" = ${MAX_TRIES} where "doneAt" is null`.execute(
      place.store.db,
    )
    const attention = async () => {
      const query = { page: '1', pageSize: '5', attention: 'true' as const }
      return (await place.site.call(storeApi.listPayments, { query })).items
    }
    await expect
      .poll(async () => {
        await makeDue()
        await tellProvider(place.parts)
        return attention()
      }, SOON)
      .toMatchObject([
        { id: paymentId, tasks: [{ isDone: true }, { kind: 'refund', fault: 'away', isGivenUp: true }] },
      ])
    place.standIn.switches.isAway = false
    await makeDue()
    expect(await tellProvider(place.parts)).toBe(0)
    await place.site.call(storeApi.retryPayment, { params: { paymentId } })
    await settled()
    expect(await attention()).toEqual([])
    expect(intentOf(paymentId)?.refundedMinor).toBe(700)
  })
})

test('money given back at the provider’s own page is a refund here, with its credit note, and cannot go back again', async () => {
  const { order, paymentId } = await paidOrder()
  await refund(place, order, 1_000)
  await settled()
  const intent = intentOf(paymentId)
  expect(place.standIn.intents.act(intent?.id ?? '', { kind: 'refund', amountMinor: 777 })).not.toBeNull()
  await expect
    .poll(async () => (await paymentOf(order.number)).refunds, SOON)
    .toMatchObject([
      { cause: 'staff', state: 'done', amountMinor: 1_000 },
      { cause: 'provider', state: 'done', amountMinor: 777 },
    ])
  const id = await orderId(place, order.number)
  await expect
    .poll(async () => (await documentsOf(place.store.db, id)).map(({ totalMinor }) => totalMinor), SOON)
    .toEqual([order.totalMinor, 1_000, 777])
  const left = order.totalMinor - 1_777
  const tooMuch = refund(place, await readOrder(place, order.number, buyer), left + 1)
  expect(await refusalOf(tooMuch)).toMatchObject({ code: 'state_conflict' })
  await refund(place, await readOrder(place, order.number, buyer), left)
  await settled()
  expect(intentOf(paymentId)?.refundedMinor).toBe(order.totalMinor)
})

test('a pharmacy is told of each refund once: what was not sent is tried again, and one without a number is left alone', async () => {
  const { db } = place.store
  await sql`update "Refunds" set "toldAt" = relay_now()`.execute(db)
  await sql`update "Customers" set "phone" = '+493012345678' where "id" = ${buyer.pharmacyId}`.execute(db)
  const { order } = await paidOrder()
  await refund(place, order, 1_234)
  await settled()
  const sent: SmsRequest[] = []
  const tell = async (state: Awaited<ReturnType<SendSms>>) => {
    const sendSms: SendSms = async (request) => {
      sent.push(request)
      return Promise.resolve(state)
    }
    return tellRefunds({ db, sendSms }, 5)
  }
  expect([await tell('unknown'), await tell('sent'), await tell('sent')]).toEqual([0, 1, 0])
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toMatchObject({ phone: '+493012345678' })
  expect(sent[0]?.text).toContain(`€12.34 of your order ${order.number}`)
  await sql`update "Customers" set "phone" = null where "id" = ${buyer.pharmacyId}`.execute(db)
  await refund(place, await readOrder(place, order.number, buyer), 1)
  await settled()
  expect([await tell('sent'), sent.length]).toEqual([0, 2])
})

test('the books: database, orders and provider agree on every amount', async () => {
  await settled()
  expect(await faultsInBooks(place.store.db, place.standIn)).toEqual([])
})
