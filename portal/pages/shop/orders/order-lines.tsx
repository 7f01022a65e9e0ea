// What was ordered, and how its total comes about.
import type { PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { OrderLine } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { moneyText, percentText } from '../../../views/money.ts'
import { productPath } from '../../../views/shop-paths.ts'

interface OrderLinesProps {
  readonly order: PanelOrder
  /** To the page of each product. */
  readonly isLinked: boolean
  readonly t: Texts
}

export function OrderLines({ order, isLinked, t }: OrderLinesProps) {
  const { lines, product, quantity, price, net } = t.shop.orders
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="lines-title">
      <h2 id="lines-title">{lines}</h2>
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{lines}</caption>
        <thead>
          <tr>
            <th scope="col">{product}</th>
            {[quantity, price, net].map((head) => (
              <th key={head} scope="col" class="of-amounts">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Line key={line.productId} line={line} currency={order.currency} isLinked={isLinked} t={t} />
          ))}
        </tbody>
      </table>
      <Totals order={order} t={t} />
    </section>
  )
}

interface LineProps {
  readonly line: OrderLine
  readonly currency: string
  readonly isLinked: boolean
  readonly t: Texts
}

function Line({ line, currency, isLinked, t }: LineProps) {
  const { productId, sku, name, quantity, priceMinor, netMinor } = line
  const money = (minor: number) => moneyText(minor, currency, t.locale)
  return (
    <tr>
      <th scope="row">
        <bdi>{isLinked ? <a href={productPath(productId)}>{name}</a> : name}</bdi>
        <span class="sub">{sku}</span>
      </th>
      <td class="of-amounts">
        <span class="narrow-head">{t.shop.orders.quantity}</span>
        {new Intl.NumberFormat(t.locale).format(quantity)}
      </td>
      <td class="of-amounts">
        <span class="narrow-head">{t.shop.orders.price}</span>
        {money(priceMinor)}
      </td>
      <td class="of-amounts">
        <span class="narrow-head">{t.shop.orders.net}</span>
        {money(netMinor)}
      </td>
    </tr>
  )
}

function Totals({ order, t }: Pick<OrderLinesProps, 'order' | 't'>) {
  const { subtotal, discount, coupon, tax, total } = t.shop.orders
  const { totals, couponCode, currency } = order
  const money = (minor: number) => moneyText(minor, currency, t.locale)
  const rows = [
    [subtotal, money(totals.subtotalMinor)],
    ...(totals.discountMinor === 0
      ? []
      : [
          [
            couponCode === null ? discount : `${discount} (${coupon} ${couponCode})`,
            money(-totals.discountMinor),
          ],
        ]),
    ...totals.taxes.map(({ taxBp, netMinor, taxMinor }) => [
      tax(percentText(taxBp, t.locale), money(netMinor)),
      money(taxMinor),
    ]),
    [total, money(totals.totalMinor)],
  ]
  return (
    <dl class="order-totals">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
