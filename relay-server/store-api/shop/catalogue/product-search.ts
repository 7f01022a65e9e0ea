// The search of the shop: what was found by the words as they were typed, or else by the nearest ones.
import { MAX_COUNTED, MAX_FACETED } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Facets, ProductPage, ProductQuery } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../../database.ts'
import { categoriesBelow } from './categories.queries.ts'
import { keyText, readKey, type PageKey } from './page-key.ts'
import {
  countProducts,
  isEverything,
  nearestWords,
  pageOfProducts,
  type CountRow,
  type FoundRow,
  type PageSort,
  type Sought,
} from './product-search.queries.ts'
import { searchQuery, searchWords } from './search-words.ts'

/** Ranking reads every row that was found: 28 ms for 10,000 of them. */
const MAX_RANKED = 1_000

/** Of what is looked for; staff see more than the shop does. */
export type SoughtState = Pick<Sought, 'isActive' | 'onlyEmpty'>
const ON_SALE: SoughtState = { isActive: true, onlyEmpty: false }

/** Throws ProblemError `invalid` for `after` that is none. */
export async function findProducts(
  db: StoreDb,
  query: ProductQuery,
  state: SoughtState = ON_SALE,
): Promise<ProductPage> {
  const after = query.after === undefined ? null : readKey(query.after, sortOf(query, MAX_RANKED + 1))
  const words = searchWords(query.q)
  const { sought, counts, didYouMean } = await foundBy(
    db,
    { ...(await soughtOf(db, query, words)), ...state },
    words,
  )
  const total = counts.find(({ facet }) => facet === 'all')?.count ?? 0
  const sort = after === null ? sortOf(query, sought.query === '' ? MAX_RANKED + 1 : total) : keySort(after)
  const rows = await rowsAt(db, { query, sought, sort, after })
  return {
    ...rows,
    total: Math.min(total, MAX_COUNTED),
    totalIsExact: total <= MAX_COUNTED,
    page: query.page,
    pageSize: query.pageSize,
    facets: facetsOf(counts, total <= MAX_FACETED || isEverything(sought)),
    didYouMean,
  }
}

interface Found {
  readonly sought: Sought
  readonly counts: readonly CountRow[]
  readonly didYouMean: string | null
}

async function foundBy(db: StoreDb, sought: Sought, words: readonly string[]): Promise<Found> {
  const counts = await countProducts(db, sought)
  if (counts.length > 0 || words.length === 0) return { sought, counts, didYouMean: null }
  const near = await nearestWords(db, words)
  if (near.join(' ') === words.join(' ')) return { sought, counts, didYouMean: null }
  const meant = { ...sought, query: searchQuery(near) }
  const found = await countProducts(db, meant)
  if (found.length === 0) return { sought, counts, didYouMean: null }
  return { sought: meant, counts: found, didYouMean: near.join(' ') }
}

async function soughtOf(
  db: StoreDb,
  query: ProductQuery,
  words: readonly string[],
): Promise<Omit<Sought, keyof SoughtState>> {
  const { brand, form, minPriceMinor, maxPriceMinor, categoryId, available } = query
  // Signs alone are words of nothing: they find what is found without them.
  return {
    query: searchQuery(words),
    categoryIds: categoryId === undefined ? null : await categoriesBelow(db, categoryId),
    onlyAvailable: available === 'true',
    brand,
    form,
    minPriceMinor,
    maxPriceMinor,
  }
}

function sortOf({ sort }: ProductQuery, total: number): PageSort {
  if (sort !== 'relevance') return sort
  return total <= MAX_RANKED ? 'rank' : 'bestsellers'
}

const keySort = ([sort]: PageKey): PageSort =>
  sort === 'name' || sort === 'price' || sort === '-price' ? sort : 'bestsellers'

async function rowsAt(
  db: StoreDb,
  {
    query: { page, pageSize },
    sought,
    sort,
    after,
  }: {
    readonly query: ProductQuery
    readonly sought: Sought
    readonly sort: PageSort
    readonly after: PageKey | null
  },
): Promise<Pick<ProductPage, 'items' | 'next'>> {
  const offset = (page - 1) * pageSize
  const rows = await pageOfProducts(db, sought, { sort, after, offset, limit: pageSize })
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  const hasMore = rows.length > pageSize && last !== undefined && sort !== 'rank'
  return {
    items: items.map(shownRow),
    next: hasMore ? keyText([sort, last.key, last.id]) : null,
  }
}

const shownRow = ({ key: _key, ...item }: FoundRow) => item

function facetsOf(counts: readonly CountRow[], isExact: boolean): Facets {
  const of = (wanted: CountRow['facet']) =>
    counts
      .filter(({ facet }) => facet === wanted)
      .map(({ value, count }) => ({ value, count: Math.min(count, MAX_COUNTED) }))
  return {
    categories: of('category').map(({ value, count }) => ({ id: Number(value), count })),
    brands: of('brand'),
    forms: of('form'),
    isExact,
  }
}

const SUGGESTED = 8

/** While somebody types. Without a word nothing is suggested. */
export async function suggestProducts(db: StoreDb, q: string) {
  const words = searchWords(q)
  if (words.length === 0) return { items: [], didYouMean: null }
  const none = { categoryIds: null, onlyAvailable: false, ...ON_SALE } as const
  const at = { sort: 'bestsellers', after: null, offset: 0, limit: SUGGESTED } as const
  const suggested = async (query: string) => {
    const rows = await pageOfProducts(db, { ...none, query }, at)
    return rows.slice(0, SUGGESTED).map(({ id, slug, name, packSize }) => ({ id, slug, name, packSize }))
  }
  const items = await suggested(searchQuery(words))
  if (items.length > 0) return { items, didYouMean: null }
  const near = await nearestWords(db, words)
  const meant = await suggested(searchQuery(near))
  return { items: meant, didYouMean: meant.length === 0 ? null : near.join(' ') }
}
