// What the provider says of a payment is merged, never obeyed in order: the state further on and the larger amounts stay. Pure.
import type { PaymentFault, PaymentState } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { OrderEvent } from '../orders/order-states.ts'
import type { PaymentWord } from './provider/provider.ts'

const RANK: Readonly<Record<PaymentState, number>> = {
  created: 0,
  requires_action: 1,
  authorised: 2,
  captured: 3,
  failed: 3,
  canceled: 3,
}

export interface KnownPayment {
  readonly providerId: string | null
  readonly state: PaymentState
  readonly amountMinor: number
  readonly currency: string
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly lastFour: string | null
  readonly fault: PaymentFault | null
  readonly redirectUrl: string | null
}

export interface PaymentNews {
  readonly known: KnownPayment
  /** What it means to the order; null: nothing. */
  readonly event: Extract<OrderEvent, 'authorised' | 'captured' | 'payment_ended'> | null
}

/** `contradiction`: it cannot be said of this payment, whatever came before; a person must look. Null: nothing is new. */
export function merged(known: KnownPayment, said: PaymentWord): PaymentNews | 'contradiction' | null {
  if (contradicts(known, said)) return 'contradiction'
  const isFurther = RANK[said.state] > RANK[known.state]
  const next: KnownPayment = {
    ...known,
    providerId: said.providerId,
    state: isFurther ? said.state : known.state,
    capturedMinor: Math.max(known.capturedMinor, said.capturedMinor),
    refundedMinor: Math.max(known.refundedMinor, said.refundedMinor),
    lastFour: known.lastFour ?? said.lastFour,
    fault: isFurther ? said.fault : known.fault,
    redirectUrl: said.pageUrl ?? known.redirectUrl,
  }
  if (Object.entries(next).every(([field, value]) => known[field as keyof KnownPayment] === value))
    return null
  return { known: next, event: isFurther ? EVENTS[said.state] : null }
}

const EVENTS: Readonly<Record<PaymentState, PaymentNews['event']>> = {
  created: null,
  requires_action: null,
  authorised: 'authorised',
  captured: 'captured',
  failed: 'payment_ended',
  canceled: 'payment_ended',
}

function contradicts(known: KnownPayment, said: PaymentWord): boolean {
  if (known.providerId !== null && known.providerId !== said.providerId) return true
  if (said.amountMinor !== known.amountMinor || said.currency !== known.currency) return true
  if (said.capturedMinor > said.amountMinor || said.refundedMinor > said.capturedMinor) return true
  if ((said.state === 'captured') !== said.capturedMinor > 0) return true
  const isOver = known.state === 'failed' || known.state === 'canceled'
  return isOver ? said.state === 'captured' : known.state === 'captured' && isEnd(said.state)
}

const isEnd = (state: PaymentState): boolean => state === 'failed' || state === 'canceled'
