// The transition table of orders: every end is an end, nothing is held or freed twice on any way, and no money is left.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { orderTransition, type OrderEvent, type OrderFacts } from './order-states.ts'

const EVENTS: readonly OrderEvent[] = [
  ...(['free', 'authorised', 'captured', 'payment_ended', 'late'] as const),
  ...(['cancelled_by_customer', 'cancelled_by_staff', 'shipped', 'delivered'] as const),
]
const facts: OrderFacts = { isLate: false, hasLivingPayment: false, isCancelAsked: false }
const after = (state: OrderState, event: OrderEvent, changed: Partial<OrderFacts> = {}) =>
  orderTransition(state, event, { ...facts, ...changed })

test('the way of an order that is paid and sent', () => {
  expect(after('awaiting_payment', 'authorised')).toEqual({ to: 'authorised', effects: ['capture_payment'] })
  expect(after('authorised', 'captured')).toEqual({ to: 'paid', effects: ['invoice'] })
  expect(after('paid', 'shipped')).toEqual({ to: 'shipped', effects: ['ship'] })
  expect(after('shipped', 'delivered')).toEqual({ to: 'completed', effects: [] })
})

test('C28: late or cancelled while the bank is asked: its answer comes first, then the pieces are free', () => {
  const hasLivingPayment = true
  expect(after('awaiting_payment', 'late', { hasLivingPayment })).toEqual({
    to: null,
    effects: ['cancel_payment'],
  })
  expect(after('awaiting_payment', 'cancelled_by_customer', { hasLivingPayment })).toEqual({
    to: null,
    effects: ['ask_cancel', 'cancel_payment'],
  })
  expect(after('awaiting_payment', 'payment_ended', { isCancelAsked: true })).toEqual({
    to: 'cancelled',
    effects: ['release'],
  })
  expect(after('authorised', 'captured', { isCancelAsked: true })).toEqual({
    to: 'cancelled',
    effects: ['release', 'refund_payment'],
  })
})

test('C24: an authorisation that is lost does not leave its order stuck', () => {
  expect(after('authorised', 'payment_ended')).toEqual({ to: 'awaiting_payment', effects: [] })
  expect(after('authorised', 'payment_ended', { isLate: true })).toEqual({
    to: 'expired',
    effects: ['release'],
  })
})

test('C25: money that comes after the end is for pieces that are held again, or goes back', () => {
  expect(after('expired', 'authorised')).toMatchObject({ to: 'authorised', otherwise: 'cancel_payment' })
  expect(after('expired', 'captured')).toMatchObject({ to: 'paid', otherwise: 'refund_payment' })
  expect(after('cancelled', 'captured')).toEqual({ to: null, effects: ['refund_payment'] })
})

const HOLDS: ReadonlySet<OrderState> = new Set(['awaiting_payment', 'authorised', 'paid'])
const anyFacts = fc.record({
  isLate: fc.boolean(),
  hasLivingPayment: fc.boolean(),
  isCancelAsked: fc.boolean(),
})

test('on every way, pieces are freed exactly when a state that holds them is left, and held when one is entered', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...EVENTS), anyFacts), { maxLength: 30 }), (happened) => {
      let state: OrderState = 'awaiting_payment'
      for (const [event, given] of happened) {
        const step = orderTransition(state, event, given)
        if (step === null) continue
        const next: OrderState = step.to ?? state
        const [held, holds] = [HOLDS.has(state), HOLDS.has(next)]
        const moves = step.effects.filter((effect) => ['hold', 'release', 'ship'].includes(effect))
        expect(moves).toEqual(
          held === holds ? [] : [holds ? 'hold' : next === 'shipped' ? 'ship' : 'release'],
        )
        state = next
      }
    }),
  )
})

test('nothing leads away from a completed order, and nothing back from one that was sent', () => {
  for (const event of EVENTS) expect(after('completed', event)).toBeNull()
  const fromShipped = EVENTS.map((event) => after('shipped', event)?.to).filter(
    (state) => state !== undefined,
  )
  expect(fromShipped).toEqual(['completed'])
  expect(ORDER_STATES).toHaveLength(7)
})
