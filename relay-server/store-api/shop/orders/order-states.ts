// Where an order may go from each state, and what goes with it. Everything that happens to an order passes here; pure.
import type { OrderCause, OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'

/** What happens to an order that was placed. */
export type OrderEvent = Exclude<OrderCause, 'placed' | 'other'>

export interface OrderFacts {
  /** Its time to be paid is over. */
  readonly isLate: boolean
  /** An attempt to pay is under way, or has the money. */
  readonly hasLivingPayment: boolean
  /** A person asked to cancel it, and the bank has not answered yet. */
  readonly isCancelAsked: boolean
}

/**
 * `release`: pieces and coupon are free again. `hold`: both are taken once more, or the step is not made. `ship`: the pieces are
 * gone. `ask_cancel`: it is remembered that a person asked. `invoice`: it is to be written, `credit`: all that is left of it is to be
 * taken back. Others are told to the bank.
 */
export type OrderEffect =
  | 'release'
  | 'hold'
  | 'ship'
  | 'ask_cancel'
  | 'invoice'
  | 'credit'
  | 'capture_payment'
  | 'cancel_payment'
  | 'refund_payment'

export interface OrderTransition {
  /** Null: it stays in its state. */
  readonly to: OrderState | null
  readonly effects: readonly OrderEffect[]
  /** Where what `hold` needs is not there. */
  readonly otherwise?: OrderEffect
}

const to = (state: OrderState, ...effects: OrderEffect[]): OrderTransition => ({ to: state, effects })
const stay = (...effects: OrderEffect[]): OrderTransition => ({ to: null, effects })

type Rule = OrderTransition | ((facts: OrderFacts) => OrderTransition)

/** Money must not come any more before the pieces are free: the bank is asked first, and its answer ends the order. */
const cancel: Rule = ({ hasLivingPayment }) =>
  hasLivingPayment ? stay('ask_cancel', 'cancel_payment') : to('cancelled', 'release')

const captured: Rule = ({ isCancelAsked }) =>
  isCancelAsked ? to('cancelled', 'release', 'refund_payment') : to('paid', 'invoice')

const RULES: Readonly<Record<OrderState, Partial<Readonly<Record<OrderEvent, Rule>>>>> = {
  awaiting_payment: {
    free: to('paid', 'invoice'),
    authorised: to('authorised', 'capture_payment'),
    captured,
    payment_ended: ({ isCancelAsked, isLate }) => {
      if (isCancelAsked) return to('cancelled', 'release')
      return isLate ? to('expired', 'release') : stay()
    },
    late: ({ hasLivingPayment }) => (hasLivingPayment ? stay('cancel_payment') : to('expired', 'release')),
    cancelled_by_customer: cancel,
    cancelled_by_staff: cancel,
  },
  authorised: {
    captured,
    payment_ended: ({ isCancelAsked, isLate }) => {
      if (isCancelAsked) return to('cancelled', 'release')
      return isLate ? to('expired', 'release') : to('awaiting_payment')
    },
    cancelled_by_customer: cancel,
    cancelled_by_staff: cancel,
  },
  paid: {
    shipped: to('shipped', 'ship'),
    cancelled_by_staff: to('cancelled', 'release', 'credit', 'refund_payment'),
  },
  shipped: { delivered: to('completed') },
  completed: {},
  expired: {
    authorised: { ...to('authorised', 'hold', 'capture_payment'), otherwise: 'cancel_payment' },
    captured: { ...to('paid', 'hold', 'invoice'), otherwise: 'refund_payment' },
  },
  cancelled: {
    authorised: stay('cancel_payment'),
    captured: stay('refund_payment'),
  },
}

/** Null: the state does not allow it. */
export function orderTransition(
  state: OrderState,
  event: OrderEvent,
  facts: OrderFacts,
): OrderTransition | null {
  const rule = RULES[state][event]
  if (rule === undefined) return null
  return typeof rule === 'function' ? rule(facts) : rule
}
