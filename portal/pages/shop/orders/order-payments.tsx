// The attempts to pay an order, and what became of each.
import type { OrderPayment, PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { moneyText } from '../../../views/money.ts'
import { Exact } from '../../../views/times/time.tsx'

interface PaymentsProps {
  readonly order: PanelOrder
  readonly t: Texts
}

export function OrderPayments({ order, t }: PaymentsProps) {
  const { payments, noPayments, when, state, amount } = t.shop.orders
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="payments-title">
      <h2 id="payments-title">{payments}</h2>
      {order.payments.length === 0 ? (
        <p class="muted">{noPayments}</p>
      ) : (
        <table class="staff-table shop-table">
          <caption class="visually-hidden">{payments}</caption>
          <thead>
            <tr>
              <th scope="col">{when}</th>
              <th scope="col">{state}</th>
              <th scope="col" class="of-amounts">
                {amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.payments.map((payment) => (
              <Row key={payment.id} payment={payment} currency={order.currency} t={t} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface RowProps {
  readonly payment: OrderPayment
  readonly currency: string
  readonly t: Texts
}

function Row({ payment, currency, t }: RowProps) {
  const { createdAt, state, amountMinor, capturedMinor, refundedMinor, lastFour } = payment
  const { paymentStates, card, captured, refunded } = t.shop.orders
  const money = (minor: number) => moneyText(minor, currency, t.locale)
  return (
    <tr>
      <td>
        <Exact at={createdAt} locale={t.locale} />
      </td>
      <td>
        {paymentStates[state]}
        {lastFour !== null && <span class="sub">{card(lastFour)}</span>}
      </td>
      <td class="of-amounts">
        {money(amountMinor)}
        {capturedMinor > 0 && (
          <span class="sub">
            {captured} {money(capturedMinor)}
          </span>
        )}
        {refundedMinor > 0 && (
          <span class="sub">
            {refunded} {money(refundedMinor)}
          </span>
        )}
      </td>
    </tr>
  )
}
