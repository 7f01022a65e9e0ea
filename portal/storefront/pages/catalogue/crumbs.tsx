// The way from the shop's first page to where one is, for people and for search engines.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SHOP, categoryPath } from '../../paths.ts'
import type { ShopFrame } from '../../views/shop-frame.tsx'

export function Crumbs({ way, t }: { readonly way: readonly Category[]; readonly t: Texts }) {
  return (
    <nav class="crumbs" aria-label={t.common.breadcrumb}>
      <a href={SHOP.home}>{t.storefront.name}</a>
      {way.map((category) => (
        <a key={category.id} href={categoryPath(category)}>
          {category.name}
        </a>
      ))}
    </nav>
  )
}

/** A BreadcrumbList of schema.org. */
export function crumbFacts(
  way: readonly Category[],
  { publicOrigin }: Pick<ShopFrame, 'publicOrigin'>,
): object {
  const items = way.map((category, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: category.name,
    item: publicOrigin + categoryPath(category),
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}
