// All orders of the own pharmacy, newest first.
import type { OrderSummary } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP, orderPath } from '../../paths.ts'
import { moneyText } from '../../views/money.ts'
import { Told, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { ShopTime } from '../../views/shop-time.tsx'
import { ShipmentLine } from './order-shipment.tsx'

export interface OrdersPageProps {
  readonly frame: ShopFrame
  readonly list: { readonly items: readonly OrderSummary[]; readonly next: string | null }
  readonly isFirst: boolean
  readonly notice: Notice | null
}

export function ordersPage({ frame, list, isFirst, notice }: OrdersPageProps): string {
  const t = texts(frame.language)
  const o = t.storefront.orders
  return shopPage({
    frame,
    title: o.title,
    children: (
      <>
        <h1>{o.title}</h1>
        <Told notice={notice} />
        {list.items.length === 0 && <p>{o.none}</p>}
        <ul class="orders">
          {list.items.map(({ number, state, totalMinor, currency, placedAt, shipment }) => (
            <li key={number} class="card">
              <a href={orderPath(number)}>{o.orderOf(number)}</a>
              <p>
                <ShopTime at={placedAt} frame={frame} t={t} /> · {o.states[state]}
              </p>
              <ShipmentLine shipment={shipment} t={t} />
              <p class="price">{moneyText(totalMinor, currency, t.locale)}</p>
              <PostForm action={`${orderPath(number)}/again`} csrfToken={frame.csrfToken}>
                <button type="submit" aria-label={`${o.again}: ${number}`}>
                  {o.again}
                </button>
              </PostForm>
            </li>
          ))}
        </ul>
        <nav class="pages" aria-label={t.pharmacies.paging}>
          {!isFirst && <a href={SHOP.orders}>{t.storefront.catalogue.first}</a>}
          {list.next !== null && (
            <a class="button" href={`${SHOP.orders}?after=${list.next}`}>
              {o.older}
            </a>
          )}
        </nav>
      </>
    ),
  })
}
