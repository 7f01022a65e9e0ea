// What became of an order, step by step.
import type { PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Exact } from '../../../views/times/time.tsx'

export function OrderHistory({ order, t }: { readonly order: PanelOrder; readonly t: Texts }) {
  const { history, when, what, state, who, causes, states } = t.shop.orders
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="history-title">
      <h2 id="history-title">{history}</h2>
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{history}</caption>
        <thead>
          <tr>
            {[when, what, state, who].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.steps.map(({ seq, at, cause, became, by }) => (
            <tr key={seq}>
              <td>
                <Exact at={at} locale={t.locale} />
              </td>
              <td>{causes[cause]}</td>
              <td>{states[became]}</td>
              <td>
                <bdi>{by}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
