// The way between the pages of the shop, for who may see each.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { SHOP_PAGES } from '../../views/shop-pages.ts'

interface ShopNavProps {
  readonly here: string
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function ShopNav({ here, viewer, t }: ShopNavProps) {
  return (
    <nav class="shop-nav" aria-label={t.shop.frame.pages}>
      <ul class="job-lists">
        {SHOP_PAGES.filter(({ purpose }) => may(viewer, purpose)).map(({ to, title }) => (
          <li key={to}>
            <a class="btn btn-sm" href={to} aria-current={to === here ? 'page' : undefined}>
              {title(t)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
