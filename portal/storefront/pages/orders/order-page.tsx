// One order: its state in words, how it went out, steps with times, lines, totals, address; cancel, and order again.
import type { InvoiceSummary } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import type { Order, OrderStep } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP, orderInvoicePath, orderPath, payPath } from '../../paths.ts'
import type { PicturesById } from '../../pictures/first-pictures.ts'
import { moneyText } from '../../views/money.ts'
import { Told, type Notice } from '../../views/notices.tsx'
import { Picture } from '../../views/picture.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { ShopTime } from '../../views/shop-time.tsx'
import { TotalsTable } from '../../views/totals.tsx'
import { AddressLines } from '../account/address-form.tsx'
import { OrderNews } from './order-news.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { Shipment } from './order-shipment.tsx'

export interface OrderPageProps {
  readonly frame: ShopFrame
  readonly order: Order
  readonly pictures: PicturesById
  readonly steps: readonly OrderStep[]
  /** Attempts to pay it, newest first. */
  readonly payments: readonly Payment[]
  /** Invoice and credit notes; empty while no money went back. */
  readonly documents: readonly InvoiceSummary[]
  /** Of the form that begins a payment: pressed twice, it is one attempt. */
  readonly payKey: string
  readonly notice: Notice | null
}

type PartProps = OrderPageProps & { readonly t: Texts }

export function orderPage(props: OrderPageProps): string {
  const { frame, order, notice } = props
  const t = texts(frame.language)
  const o = t.storefront.orders
  const part = { ...props, t }
  return shopPage({
    frame,
    title: o.orderOf(order.number),
    children: (
      <div class="order">
        <p>
          <a href={SHOP.orders}>{o.title}</a>
        </p>
        <h1>{o.orderOf(order.number)}</h1>
        <Told notice={notice} />
        <p>
          <strong>{o.states[order.state]}</strong>
          {order.isCancelAsked && ` · ${o.cancelAsked}`}
        </p>
        {order.expiresAt !== null && (
          <p>
            {o.heldUntil} <ShopTime at={order.expiresAt} frame={frame} t={t} />
          </p>
        )}
        <OrderNews {...part} />
        <Pay {...part} />
        <Shipment shipment={order.shipment} frame={frame} t={t} />
        <Lines {...part} />
        <TotalsTable totals={order.totals} currency={order.currency} t={t} />
        {order.couponCode !== null && <p>{t.storefront.basket.couponOf(order.couponCode)}</p>}
        <h2>{o.sendTo}</h2>
        <p>
          <AddressLines address={order.address} />
        </p>
        <OrderRefunds {...part} currency={order.currency} />
        <Steps {...part} />
        <Actions {...part} />
      </div>
    ),
  })
}

function Lines({ order, pictures, t }: PartProps) {
  return (
    <ul class="summary">
      {order.lines.map((line) => (
        <li key={line.productId}>
          <span class="with-thumb">
            <Picture picture={pictures.get(line.productId)} place="line" alt="" />
            <span>
              {`${line.quantity} × ${line.name}`} <span class="quiet">{line.sku}</span>
            </span>
          </span>
          <span>{moneyText(line.netMinor, order.currency, t.locale)}</span>
        </li>
      ))}
    </ul>
  )
}

function Steps({ steps, frame, t }: PartProps) {
  const o = t.storefront.orders
  return (
    <section>
      <h2>{o.steps}</h2>
      <ol class="steps">
        {steps.map(({ seq, became, at }) => (
          <li key={seq}>
            <ShopTime at={at} frame={frame} t={t} /> · {seq === 1 ? o.placed : o.states[became]}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Above all that one may read of it: its pieces are held for minutes alone. */
function Pay({ order, frame, payKey, t }: PartProps) {
  if (order.state !== 'awaiting_payment' || order.isCancelAsked) return null
  const { pay, payUnderWay } = t.storefront.orders
  return (
    <PostForm action={payPath(order.number)} csrfToken={frame.csrfToken} underWay={payUnderWay}>
      <input type="hidden" name="key" value={payKey} />
      <button type="submit">{pay(moneyText(order.totals.totalMinor, order.currency, t.locale))}</button>
    </PostForm>
  )
}

/** An invoice is written as soon as the money has come. */
const WITH_INVOICE: readonly string[] = ['paid', 'shipped', 'completed']

function Actions({ order, documents, frame, t }: PartProps) {
  const o = t.storefront.orders
  const isInvoiced = WITH_INVOICE.includes(order.state) || documents.some(({ kind }) => kind === 'invoice')
  return (
    <div class="actions">
      {isInvoiced && <a href={orderInvoicePath(order.number)}>{o.invoice}</a>}
      <PostForm action={`${orderPath(order.number)}/again`} csrfToken={frame.csrfToken}>
        <button type="submit" class={order.state === 'awaiting_payment' ? 'plain' : undefined}>
          {o.again}
        </button>
      </PostForm>
      {order.state === 'awaiting_payment' && !order.isCancelAsked && (
        <PostForm action={`${orderPath(order.number)}/cancel`} csrfToken={frame.csrfToken}>
          <button type="submit" class="plain">
            {o.cancel}
          </button>
        </PostForm>
      )}
    </div>
  )
}
