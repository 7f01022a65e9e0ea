// Products that fit the own printer, before all others and with the reason; the same reason stands on each wherever it is found.
import type { ProductPage } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { PicturesById } from '../pictures/first-pictures.ts'
import { ProductCards } from '../views/product-card.tsx'
import type { ShopFrame } from '../views/shop-frame.tsx'
import type { OwnSupplies } from './own-supplies.ts'

/** Shown first; the list below has all of them. */
const MAX_FIRST = 8

/** Of a category, what fits first; null where nothing of it does. */
export function firstOf(
  own: OwnSupplies | null,
  inCategory: (categoryId: number) => boolean,
): OwnSupplies | null {
  if (own === null) return null
  const fitting = own.products.filter(({ categoryId }) => categoryId !== null && inCategory(categoryId))
  return fitting.length === 0 ? null : { ...own, products: fitting.slice(0, MAX_FIRST) }
}

/** What stands above is not shown again below. */
export function withoutFirst(items: ProductPage['items'], own: OwnSupplies | null): ProductPage['items'] {
  const shown = new Set(own?.products.map(({ id }) => id))
  return items.filter(({ id }) => !shown.has(id))
}

export function fitText({ printer, computer }: OwnSupplies, t: Texts): string {
  return t.storefront.goods.fits({ printer, computer })
}

interface FittingProps {
  /** Null: nothing is shown. */
  readonly own: OwnSupplies | null
  readonly pictures: PicturesById
  readonly frame: ShopFrame
  readonly t: Texts
}

export function Fitting({ own, pictures, frame, t }: FittingProps) {
  if (own === null) return null
  return (
    <section class="fitting">
      <h2>{fitText(own, t)}</h2>
      <ProductCards products={own.products} pictures={pictures} frame={frame} t={t} />
    </section>
  )
}
