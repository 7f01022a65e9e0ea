// The order on one page: what changed on top, where to, what, and one button that says what it costs.
import type { Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { Address } from '@pharmacy-relay/shared/api/shop/customer.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP } from '../../paths.ts'
import { moneyText } from '../../views/money.ts'
import { Fault, Told, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { TotalsTable } from '../../views/totals.tsx'
import { AddressForm, AddressLines } from '../account/address-form.tsx'
import { LineChanges } from '../basket/basket-page.tsx'

export interface CheckoutPageProps {
  readonly frame: ShopFrame
  readonly cart: Cart
  readonly addresses: readonly Address[]
  /** Why the order was not placed; empty at first. */
  readonly changes: readonly string[]
  /** Idempotency-Key of the order that this form places. */
  readonly orderKey: string
  readonly notice: Notice | null
  /** The address that was chosen or entered before; null: the first one. */
  readonly addressId: number | null
}

export function checkoutPage(props: CheckoutPageProps): string {
  const { frame, cart, addresses, changes, notice } = props
  const t = texts(frame.language)
  const o = t.storefront.orders
  return shopPage({
    frame,
    title: o.checkout,
    children: (
      <div class="checkout">
        <h1>{o.checkout}</h1>
        <Told notice={notice} />
        <Fault>{changes.length === 0 ? null : changeText(changes, t)}</Fault>
        <LineChanges lines={cart.lines} t={t} />
        <h2>{o.goods}</h2>
        <ul class="summary">
          {cart.lines.map((line) => (
            <li key={line.productId}>
              <span>{`${line.quantity} × ${line.name}`}</span>
              <span>{moneyText(line.netMinor, cart.currency, t.locale)}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={SHOP.basket}>{o.changeBasket}</a>
        </p>
        <TotalsTable totals={cart.totals} currency={cart.currency} t={t} />
        <h2>{o.address}</h2>
        {addresses.length > 0 && <OrderForm {...props} t={t} />}
        <details open={addresses.length === 0}>
          <summary>{t.storefront.account.newAddress}</summary>
          <AddressForm frame={frame} address={null} typed={{ returnTo: SHOP.checkout }} t={t} />
        </details>
      </div>
    ),
  })
}

interface AskAgainProps {
  readonly frame: ShopFrame
  /** Of the form that got no answer, its key among them. */
  readonly fields: Readonly<Record<string, string | number>>
}

/** No answer came to an order. */
export function askAgainPage({ frame, fields }: AskAgainProps): string {
  const o = texts(frame.language).storefront.orders
  return shopPage({
    frame,
    title: o.checkout,
    children: (
      <div class="checkout">
        <h1>{o.checkout}</h1>
        <Fault>{o.unanswered}</Fault>
        <p>{o.unansweredAdvice}</p>
        <PostForm action={SHOP.checkout} csrfToken={frame.csrfToken} underWay={o.underWay}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit">{o.askAgain}</button>
        </PostForm>
        <p>
          <a href={SHOP.orders}>{o.title}</a>
        </p>
      </div>
    ),
  })
}

function changeText(changes: readonly string[], t: Texts): string {
  const o = t.storefront.orders
  if (changes.includes('coupon')) return o.couponChanged
  return changes.includes('total') || changes.some((path) => path.startsWith('lines.'))
    ? o.changed
    : o.notPlaced
}

function OrderForm({
  frame,
  cart,
  addresses,
  addressId,
  orderKey,
  t,
}: CheckoutPageProps & { readonly t: Texts }) {
  const o = t.storefront.orders
  const total = moneyText(cart.totals.totalMinor, cart.currency, t.locale)
  const chosen = addresses.find(({ id }) => id === addressId) ?? addresses[0]
  return (
    <PostForm action={SHOP.checkout} csrfToken={frame.csrfToken} class="stack" underWay={o.underWay}>
      <input type="hidden" name="key" value={orderKey} />
      <input type="hidden" name="cartId" value={cart.id ?? ''} />
      <input type="hidden" name="cartVersion" value={cart.version} />
      <input type="hidden" name="totalSeenMinor" value={cart.totals.totalMinor} />
      <fieldset>
        <legend>{o.sendTo}</legend>
        {addresses.map((address) => (
          <label key={address.id} class="check">
            <input type="radio" name="addressId" value={address.id} checked={address === chosen} required />{' '}
            <AddressLines address={address} />
          </label>
        ))}
      </fieldset>
      <p class="quiet">{o.held}</p>
      <button type="submit">{o.order(total)}</button>
    </PostForm>
  )
}
