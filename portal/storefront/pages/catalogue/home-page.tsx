// The shop's first page: categories, and what is bought most.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SHOP, categoryPath } from '../../paths.ts'
import type { PicturesById } from '../../pictures/first-pictures.ts'
import { Fitting } from '../../supplies/fits.tsx'
import type { OwnSupplies } from '../../supplies/own-supplies.ts'
import { Told, type Notice } from '../../views/notices.tsx'
import { ProductCards } from '../../views/product-card.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { childrenOf } from './category-tree.ts'

export interface HomePageProps {
  readonly frame: ShopFrame
  readonly categories: readonly Category[]
  readonly bestsellers: readonly FoundProduct[]
  readonly pictures: PicturesById
  /** What fits the own printer; null where nothing is known to. */
  readonly own: OwnSupplies | null
  readonly notice: Notice | null
}

export function homePage({ frame, categories, bestsellers, pictures, own, notice }: HomePageProps): string {
  const t = texts(frame.language)
  const c = t.storefront.catalogue
  return shopPage({
    frame,
    title: c.home,
    open: { canonical: SHOP.home, description: c.intro, facts: [shopFacts(frame, t.storefront.name)] },
    children: (
      <>
        <h1>{c.home}</h1>
        <p>{c.intro}</p>
        <Told notice={notice} />
        {frame.viewer !== null && (
          <p>
            <a class="button" href={SHOP.orders}>
              {t.storefront.orders.again}
            </a>
          </p>
        )}
        <nav class="chips" aria-label={c.categories}>
          {childrenOf(categories, null).map((category) => (
            <a key={category.id} href={categoryPath(category)}>
              {category.name}
            </a>
          ))}
          <a href={SHOP.search}>{c.all}</a>
          <a href={SHOP.quick}>{t.storefront.quick.title}</a>
        </nav>
        <Fitting own={own} pictures={pictures} frame={frame} t={t} />
        <h2>{c.bestsellers}</h2>
        {bestsellers.length === 0 && <p>{c.empty}</p>}
        <ProductCards products={bestsellers} pictures={pictures} frame={frame} isBelow={own !== null} t={t} />
      </>
    ),
  })
}

/** The site of schema.org, with its search. */
function shopFacts({ publicOrigin }: ShopFrame, name: string): object {
  return {
    '@type': 'WebSite',
    name,
    url: `${publicOrigin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${publicOrigin}${SHOP.search}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}
