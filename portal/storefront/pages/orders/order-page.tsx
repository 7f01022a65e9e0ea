// One order: its state in words, steps with times, lines, totals, address; cancel, and order again.
import type { Order, OrderStep } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP, orderPath } from '../../paths.ts'
import { moneyText } from '../../views/money.ts'
import { Done } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { ShopTime } from '../../views/shop-time.tsx'
import { TotalsTable } from '../../views/totals.tsx'
import { AddressLines } from '../account/address-form.tsx'

export interface OrderPageProps {
  readonly frame: ShopFrame
  readonly order: Order
  readonly steps: readonly OrderStep[]
  readonly notice: string | null
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
        <Done>{notice}</Done>
        <p>
          <strong>{o.states[order.state]}</strong>
          {order.isCancelAsked && ` · ${o.cancelAsked}`}
        </p>
        {order.expiresAt !== null && (
          <p>
            {o.heldUntil} <ShopTime at={order.expiresAt} frame={frame} t={t} />
          </p>
        )}
        <Lines {...part} />
        <TotalsTable totals={order.totals} currency={order.currency} t={t} />
        {order.couponCode !== null && <p>{t.storefront.basket.couponOf(order.couponCode)}</p>}
        <h2>{o.sendTo}</h2>
        <p>
          <AddressLines address={order.address} />
        </p>
        <Steps {...part} />
        <Actions {...part} />
      </div>
    ),
  })
}

function Lines({ order, t }: PartProps) {
  return (
    <ul class="summary">
      {order.lines.map((line) => (
        <li key={line.productId}>
          <span>
            {`${line.quantity} × ${line.name}`} <span class="quiet">{line.sku}</span>
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
            <ShopTime at={at} frame={frame} t={t} /> {o.states[became]}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Actions({ order, frame, t }: PartProps) {
  const o = t.storefront.orders
  return (
    <div class="actions">
      <PostForm action={`${orderPath(order.number)}/again`} csrfToken={frame.csrfToken}>
        <button type="submit">{o.again}</button>
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
