// What of an order's money went back, and the credit notes over it.
import type { InvoiceSummary } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import type { Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { creditNotePath } from '../../paths.ts'
import { moneyText } from '../../views/money.ts'
import type { ShopFrame } from '../../views/shop-frame.tsx'
import { ShopTime } from '../../views/shop-time.tsx'

interface OrderRefundsProps {
  readonly frame: ShopFrame
  readonly currency: string
  readonly payments: readonly Payment[]
  /** Of this order. */
  readonly documents: readonly InvoiceSummary[]
  readonly t: Texts
}

/** Nothing where nothing went back. */
export function OrderRefunds({ frame, currency, payments, documents, t }: OrderRefundsProps) {
  const refunds = payments.flatMap((payment) => payment.refunds)
  if (refunds.length === 0) return null
  const { title, states } = t.shop.orders.refunds
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds">{title}</h2>
      <ul class="summary">
        {refunds.map(({ id, at, state, amountMinor }) => (
          <li key={id}>
            <span>
              <ShopTime at={at} frame={frame} t={t} /> · {states[state]}
            </span>
            <span>{moneyText(amountMinor, currency, t.locale)}</span>
          </li>
        ))}
      </ul>
      {documents
        .filter(({ kind }) => kind === 'credit_note')
        .map(({ number, orderNumber }) => (
          <p key={number}>
            <a href={creditNotePath(orderNumber, number)}>{t.storefront.orders.creditNote(number)}</a>
          </p>
        ))}
    </section>
  )
}
