// Webhooks: what is signed is taken once, in any order; what is not signed is not even read.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeApi } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { makeLate, orderedProduct, readOrder, stockOf } from '../test/orders.ts'
import {
  pay,
  paymentsOf,
  sendEvent,
  startPayingPlace,
  type EventSender,
  type PayingPlace,
} from '../test/paying.ts'

let place: PayingPlace
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPayingPlace('shop_payment_events')
  // What comes, tests send.
  place.standIn.switches.webhooks = 'off'
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

interface Said {
  readonly state: string
  readonly capturedMinor?: number
  readonly refundedMinor?: number
}

/** An order at the bank, and what the provider would say of it. */
async function atBank() {
  const { order, product } = await orderedProduct(place, buyer)
  const { id } = await pay(place, buyer, order)
  const [intent] = place.standIn.intents.list()
  if (intent?.reference !== id) throw new Error('The newest payment at the provider is another one')
  const eventOf = (said: Said) => ({
    id: `evt_${randomUUID()}`,
    kind: `payment.${said.state}`,
    intent: { ...intent, lastFour: '4242', pageUrl: null, ...said },
  })
  const captured = { state: 'captured', capturedMinor: order.totalMinor }
  return { order, product, paymentId: id, captured, eventOf }
}

const stepsOf = async (number: string) => {
  const { steps } = await place.site.call(
    storeApi.listOrderEvents,
    { params: { number } },
    { token: buyer.token },
  )
  return steps.map(({ became, cause }) => [became, cause])
}

describe('what counts', () => {
  test('C20: the same event five times at once changes the order once', async () => {
    const { order, eventOf, captured } = await atBank()
    const event = eventOf(captured)
    const answers = await Promise.all(Array.from({ length: 5 }, async () => sendEvent(place, event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.filter(({ taken }) => taken === 'new')).toHaveLength(1)
    expect(answers.filter(({ taken }) => taken === 'again')).toHaveLength(4)
    expect(await stepsOf(order.number)).toEqual([
      ['awaiting_payment', 'placed'],
      ['paid', 'captured'],
    ])
  })

  const [AUTHORISED, CAPTURED, AGAIN] = [0, 1, 2] as const
  const orders = [
    [AUTHORISED, CAPTURED, AGAIN],
    [AUTHORISED, AGAIN, CAPTURED],
    [CAPTURED, AUTHORISED, AGAIN],
    [CAPTURED, AGAIN, AUTHORISED],
    [AGAIN, AUTHORISED, CAPTURED],
    [AGAIN, CAPTURED, AUTHORISED],
  ]
  test('C21: whatever order its messages come in, the order is paid once and holds its piece', async () => {
    for (const permutation of orders) {
      const { order, product, eventOf, captured, paymentId } = await atBank()
      const events = [eventOf({ state: 'authorised' }), eventOf(captured), eventOf(captured)]
      for (const index of permutation) expect((await sendEvent(place, events[index])).taken).toBe('new')
      expect((await readOrder(place, order.number, buyer)).state).toBe('paid')
      expect((await stepsOf(order.number)).filter(([became]) => became === 'paid')).toHaveLength(1)
      expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 1 })
      const [payment] = await paymentsOf(place, order.number)
      expect(payment).toMatchObject({ id: paymentId, state: 'captured', capturedMinor: order.totalMinor })
    }
  })

  test('C21: a promise that ended is not believed again by the message that comes late', async () => {
    for (const isLate of [false, true]) {
      const { order, eventOf } = await atBank()
      if (isLate) await makeLate(place, order.number)
      await sendEvent(place, eventOf({ state: 'canceled' }))
      await sendEvent(place, eventOf({ state: 'authorised' }))
      const { state } = await readOrder(place, order.number, buyer)
      expect(state).toBe(isLate ? 'expired' : 'awaiting_payment')
    }
  })

  test('C22: a payment or a kind that is not known is taken, and changes nothing', async () => {
    const { order, eventOf } = await atBank()
    const foreign = eventOf({ state: 'captured', capturedMinor: order.totalMinor })
    const elsewhere = { ...foreign, intent: { ...foreign.intent, reference: randomUUID() } }
    expect(await sendEvent(place, elsewhere)).toEqual({ status: 200, taken: 'unknown' })
    const kind = { id: `evt_${randomUUID()}`, kind: 'account.updated', object: { any: 'thing' } }
    expect(await sendEvent(place, kind)).toEqual({ status: 200, taken: 'unknown' })
    expect((await readOrder(place, order.number, buyer)).state).toBe('awaiting_payment')
  })

  test('another amount than was asked for is not believed', async () => {
    const { order, eventOf } = await atBank()
    const less = eventOf({ state: 'captured', capturedMinor: 1 })
    const event = { ...less, intent: { ...less.intent, amountMinor: 1 } }
    expect((await sendEvent(place, event)).status).toBe(200)
    expect((await readOrder(place, order.number, buyer)).state).toBe('awaiting_payment')
  })
})

test('C23: another secret, an old time, a time to come, no signature: refused, nothing is read, and the right one still counts', async () => {
  const { order, eventOf, captured } = await atBank()
  const event = eventOf(captured)
  const wrong: readonly EventSender[] = [
    { secret: 'a-secret-that-somebody-else-made-up-himself' },
    { at: Date.now() - 400_000 },
    { at: Date.now() + 400_000 },
    { signature: '' },
    { signature: `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` },
  ]
  for (const sender of wrong) expect((await sendEvent(place, event, sender)).status).toBe(400)
  const kept = place.store.db.selectFrom('PaymentEvents').select('id').where('id', '=', event.id)
  expect(await kept.execute()).toEqual([])
  expect((await readOrder(place, order.number, buyer)).state).toBe('awaiting_payment')
  expect(await sendEvent(place, event)).toEqual({ status: 200, taken: 'new' })
})
