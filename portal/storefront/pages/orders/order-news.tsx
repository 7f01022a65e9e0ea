// What an order waits for the bank to say, and why the last attempt to pay it did not do.
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { orderPath } from '../../paths.ts'
import { Fault } from '../../views/notices.tsx'

interface Waiting {
  readonly order: Pick<Order, 'number' | 'state'>
  /** Newest first. */
  readonly payments: readonly Pick<Payment, 'state' | 'fault'>[]
}

/** The state of order and payments in one word, which changes with any of them. */
export function orderNews({ order, payments }: Waiting): string {
  return [order.state, ...payments.map(({ state }) => state)].join(' ')
}

/** The script asks again by itself; the link does it without. */
export function OrderNews({ order, payments, t }: Waiting & { readonly t: Texts }) {
  const [last] = payments
  const { faults, paymentUnderWay, askAgain } = t.storefront.orders
  const isUnpaid = order.state === 'awaiting_payment' && last !== undefined
  if (isUnpaid && last.fault !== null) return <Fault>{faults[last.fault]}</Fault>
  if (!isUnpaid && order.state !== 'authorised') return null
  return (
    <p data-news={orderNews({ order, payments })}>
      {paymentUnderWay} <a href={orderPath(order.number)}>{askAgain}</a>
    </p>
  )
}
