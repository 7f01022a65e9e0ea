// What a basket or an order costs: sum, discount, tax of each rate, and what is paid.
import type { Totals } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { moneyText, rateText } from './money.ts'

interface TotalsProps {
  readonly totals: Totals
  readonly currency: string
  readonly t: Texts
}

export function TotalsTable({ totals, currency, t }: TotalsProps) {
  const b = t.storefront.basket
  const money = (minor: number) => moneyText(minor, currency, t.locale)
  return (
    <table class="totals">
      <caption class="unseen">{b.totals}</caption>
      <tbody>
        <Row name={b.subtotal} value={money(totals.subtotalMinor)} />
        {totals.discountMinor > 0 && <Row name={b.discount} value={`−${money(totals.discountMinor)}`} />}
        {totals.taxes.map(({ taxBp, netMinor, taxMinor }) => (
          <Row key={taxBp} name={b.tax(rateText(taxBp, t.locale), money(netMinor))} value={money(taxMinor)} />
        ))}
      </tbody>
      <tfoot>
        <Row name={b.total} value={money(totals.totalMinor)} />
      </tfoot>
    </table>
  )
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value}</td>
    </tr>
  )
}
