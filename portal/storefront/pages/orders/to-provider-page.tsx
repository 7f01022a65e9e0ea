// The page between the shop and the payment provider: browsers leave it at once, and a link is there for those that do not.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { orderPath } from '../../paths.ts'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'

interface ToProviderProps {
  readonly frame: ShopFrame
  readonly number: string
  /** Address of the provider's page. */
  readonly page: string
}

export function toProviderPage({ frame, number, page }: ToProviderProps): string {
  const o = texts(frame.language).storefront.orders
  return shopPage({
    frame,
    title: o.toProvider,
    children: (
      <div class="order">
        <h1>{o.toProvider}</h1>
        <p>{o.leaving(new URL(page).host)}</p>
        <p>
          <a class="button" href={page} rel="noreferrer">
            {o.goToProvider}
          </a>
        </p>
        <p>
          <a href={orderPath(number)}>{o.orderOf(number)}</a>
        </p>
      </div>
    ),
  })
}
