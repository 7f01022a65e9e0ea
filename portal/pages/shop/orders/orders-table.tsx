// Rows of orders: number, pharmacy, state, when, how much.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelOrderSummary } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../../views/frame-props.ts'
import { moneyText } from '../../../views/money.ts'
import { customerPath } from '../../../views/paths.ts'
import { orderPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'

interface OrdersTableProps {
  readonly items: readonly PanelOrderSummary[]
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function OrdersTable({ items, viewer, t }: OrdersTableProps) {
  const { title, number, pharmacy, state, placed, total } = t.shop.orders
  const isLinked = may(viewer, storeApi.getPanelOrder)
  return (
    <div class="card-plain table-card">
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[number, pharmacy, state, placed].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" class="of-amounts">
              {total}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((order) => (
            <Row key={order.number} order={order} isLinked={isLinked} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly order: PanelOrderSummary
  readonly isLinked: boolean
  readonly t: Texts
}

function Row({ order, isLinked, t }: RowProps) {
  const { number, storeId, customerName, state, placedAt, totalMinor, currency } = order
  return (
    <tr class={state === 'expired' || state === 'cancelled' ? 'is-over' : undefined}>
      <th scope="row">{isLinked ? <a href={orderPath(number)}>{number}</a> : number}</th>
      <td>
        <bdi>
          <a href={customerPath(storeId)}>{customerName}</a>
        </bdi>
        <span class="sub">{storeId}</span>
      </td>
      <td class={`order-${state}`}>{t.shop.orders.states[state]}</td>
      <td>
        <Exact at={placedAt} locale={t.locale} />
      </td>
      <td class="of-amounts">{moneyText(totalMinor, currency, t.locale)}</td>
    </tr>
  )
}
