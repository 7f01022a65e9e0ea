// A list of products: of a category, or of what was searched for; filters, order, cards, pages.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { ProductPage } from '@pharmacy-relay/shared/api/shop/products.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SHOP, categoryPath } from '../../paths.ts'
import type { PicturesById } from '../../pictures/first-pictures.ts'
import { Fitting, withoutFirst } from '../../supplies/fits.tsx'
import type { OwnSupplies } from '../../supplies/own-supplies.ts'
import { ProductCards } from '../../views/product-card.tsx'
import { Told, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { childrenOf, wayTo } from './category-tree.ts'
import { Crumbs, crumbFacts } from './crumbs.tsx'
import { Filters } from './filters.tsx'
import { PAGE_SIZE, isFiltered, listAddress, pageOf, type ListFields } from './list-query.ts'

export interface ListPageProps {
  readonly frame: ShopFrame
  readonly fields: ListFields
  readonly found: ProductPage
  readonly pictures: PicturesById
  /** What of this category fits the own printer; null where nothing is known to. */
  readonly own: OwnSupplies | null
  readonly categories: readonly Category[]
  /** Null for a search. */
  readonly category: Category | null
  readonly notice: Notice | null
}

export function listPage(props: ListPageProps): string {
  const { frame, fields, found, pictures, own, categories, category, notice } = props
  const t = texts(frame.language)
  const c = t.storefront.catalogue
  const path = category === null ? SHOP.search : categoryPath(category)
  const title = category?.name ?? (fields.q === '' ? c.all : c.resultsFor(fields.q))
  const way = wayTo(categories, category?.id ?? null)
  const open = { canonical: path, description: c.describe(title), facts: [crumbFacts(way, frame)] }
  return shopPage({
    frame,
    title,
    q: fields.q,
    open: category === null || isFiltered(fields) ? null : open,
    children: (
      <>
        <Crumbs way={way.slice(0, -1)} t={t} />
        <h1>{title}</h1>
        <Told notice={notice} />
        <Children categories={childrenOf(categories, category?.id ?? -1)} t={t} />
        <p class="quiet">{found.totalIsExact ? c.found(found.total) : c.foundMore(found.total)}</p>
        {found.didYouMean !== null && <p>{c.didYouMean(found.didYouMean)}</p>}
        <Filters path={path} {...props} t={t} />
        {found.items.length === 0 ? <Nothing path={path} fields={fields} t={t} /> : null}
        <Fitting own={own} pictures={pictures} frame={frame} t={t} />
        {own !== null && <h2>{c.others}</h2>}
        <ProductCards
          products={withoutFirst(found.items, own)}
          pictures={pictures}
          frame={frame}
          isBelow={own !== null}
          t={t}
        />
        <Pages path={path} fields={fields} found={found} t={t} />
      </>
    ),
  })
}

function Children({ categories, t }: { readonly categories: readonly Category[]; readonly t: Texts }) {
  if (categories.length === 0) return null
  return (
    <nav class="chips" aria-label={t.storefront.catalogue.categories}>
      {categories.map((category) => (
        <a key={category.id} href={categoryPath(category)}>
          {category.name}
        </a>
      ))}
    </nav>
  )
}

interface PlaceProps {
  readonly path: string
  readonly fields: ListFields
  readonly t: Texts
}

function Nothing({ path, fields, t }: PlaceProps) {
  const c = t.storefront.catalogue
  return (
    <div class="nothing">
      <h2>{c.noneTitle}</h2>
      <p>{c.noneAdvice}</p>
      {isFiltered(fields) && (
        <p>
          <a href={listAddress(path, fields, { brand: '', form: '', min: '', max: '', available: '' })}>
            {c.clear}
          </a>
        </p>
      )}
    </div>
  )
}

/** Pages by key where the list has one, so that the end is as quick as the beginning; ranked ones by number. */
function Pages({ path, fields, found, t }: PlaceProps & { readonly found: ProductPage }) {
  const page = pageOf(fields)
  const isRest = fields.after !== ''
  const numbered = found.next === null && !isRest && page * PAGE_SIZE < found.total
  const next = numbered ? { page: String(page + 1) } : found.next === null ? null : { after: found.next }
  if (next === null && page === 1 && !isRest) return null
  return (
    <nav class="pages" aria-label={t.pharmacies.paging}>
      {(page > 1 || isRest) && <a href={listAddress(path, fields, {})}>{t.storefront.catalogue.first}</a>}
      {next !== null && (
        <a class="button" rel="next" href={listAddress(path, fields, next)}>
          {t.storefront.catalogue.next}
        </a>
      )}
    </nav>
  )
}
