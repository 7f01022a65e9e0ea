// Products by words and filters: how many there are, by what they differ, and one page.
import { sql } from 'kysely'
import type { FoundProduct, ProductQuery } from '@pharmacy-relay/shared/api/shop/products.ts'
import { MAX_COUNTED, MAX_FACETED } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../../database.ts'
import { allOf, type Condition } from '../../../db/search/conditions.queries.ts'
import type { PageKey } from './page-key.ts'

/** What is looked for. `query` is a tsquery; empty for everything. */
export interface Sought extends Pick<ProductQuery, 'brand' | 'form' | 'minPriceMinor' | 'maxPriceMinor'> {
  readonly query: string
  /** With all below it; null for any. */
  readonly categoryIds: readonly number[] | null
  readonly onlyAvailable: boolean
  /** Only what can not be bought now although it is on sale. */
  readonly onlyEmpty: boolean
  /** On sale, or no longer sold. */
  readonly isActive: boolean
}

export interface CountRow {
  readonly facet: 'all' | 'category' | 'brand' | 'form'
  readonly value: string
  readonly count: number
}

/** The key is a column of the index that the order has. */
export type PageSort = 'rank' | 'bestsellers' | 'name' | 'price' | '-price'
const SHOWN = 50

/** Its counts are kept by triggers, and exact. */
export const isEverything = ({
  query,
  categoryIds,
  onlyAvailable,
  onlyEmpty,
  isActive,
  ...filters
}: Sought): boolean =>
  query === '' &&
  categoryIds === null &&
  !onlyAvailable &&
  !onlyEmpty &&
  isActive &&
  Object.values(filters).every((value) => value === undefined)

function conditions(sought: Sought): Condition {
  const { query, categoryIds, brand, form, minPriceMinor, maxPriceMinor } = sought
  return allOf([
    sought.isActive ? sql`p."isActive"` : sql`not p."isActive"`,
    ...(query === '' ? [] : [sql`p."search" @@ ${query}::tsquery`]),
    ...(categoryIds === null ? [] : [sql`p."categoryId" = any (${categoryIds}::integer[])`]),
    ...(brand === undefined ? [] : [sql`p."brand" = ${brand}`]),
    ...(form === undefined ? [] : [sql`p."form" = ${form}`]),
    ...(minPriceMinor === undefined ? [] : [sql`p."priceMinor" >= ${minPriceMinor}`]),
    ...(maxPriceMinor === undefined ? [] : [sql`p."priceMinor" <= ${maxPriceMinor}`]),
    ...(sought.onlyAvailable ? [sql`s."onHand" > s."reserved"`] : []),
    ...(sought.onlyEmpty ? [sql`s."onHand" = s."reserved"`] : []),
  ])
}

/** Only where it is asked for: joined for every row of a search, all of it would be read. */
const stockOf = ({ onlyAvailable, onlyEmpty }: Sought): Condition =>
  onlyAvailable || onlyEmpty ? sql`join "Stock" s on s."productId" = p."id"` : sql``

/**
 * How many there are, one more than MAX_COUNTED for more, and by what those differ that sell best: one more than MAX_FACETED of them
 * are not read. Of everything the counters know all of it.
 */
export async function countProducts(db: StoreDb, sought: Sought): Promise<readonly CountRow[]> {
  if (isEverything(sought)) return mostFrequent(db, sql`select * from "ProductCounts" where "count" > 0`)
  const total = await countHits(db, sought)
  if (total === 0) return []
  return [{ facet: 'all', value: '', count: total }, ...(await mostFrequent(db, facetsOf(sought)))]
}

async function countHits(db: StoreDb, sought: Sought): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from (
      select from "Products" p ${stockOf(sought)} where ${conditions(sought)} limit ${MAX_COUNTED + 1}) h`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** In the order of an index, which is read until there are enough of a word that many products have. */
const facetsOf = (sought: Sought): Condition => sql`
  select f."facet", f."value", count(*)::integer as "count" from (
    select p."categoryId", p."brand", p."form" from "Products" p
    ${stockOf(sought)} where ${conditions(sought)} order by p."sold" desc, p."id" limit ${MAX_FACETED}
  ) p, lateral (values ('category', p."categoryId"::text), ('brand', nullif(p."brand", '')),
    ('form', nullif(p."form", ''))) f ("facet", "value")
  where f."value" is not null group by f."facet", f."value"`

async function mostFrequent(db: StoreDb, counted: Condition): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select "facet", "value", "count" from (
      select c.*, row_number() over (partition by "facet" order by "count" desc, "value") as "place" from (${counted}) c
    ) r where "place" <= ${SHOWN} order by "facet", "place"`.execute(db)
  return rows
}

export type FoundRow = FoundProduct & { readonly key: string | number }

/** One row more than `limit` where there are more. */
export async function pageOfProducts(
  db: StoreDb,
  sought: Sought,
  at: {
    readonly sort: PageSort
    readonly after: PageKey | null
    readonly offset: number
    readonly limit: number
  },
): Promise<FoundRow[]> {
  const { key, order, beyond } = ORDERS[at.sort]
  const after = at.after === null ? [] : [beyond(at.after)]
  const rank = at.sort === 'rank' ? sql`ts_rank(p."search", ${sought.query}::tsquery) desc, ` : sql``
  const { rows } = await sql<FoundRow>`
    select p."id", p."slug", p."sku", p."gtin", p."name", p."brand", p."categoryId", p."form", p."substance",
      p."priceMinor", p."taxBp", p."packSize", p."minQuantity", p."isActive",
      (select a."onHand" - a."reserved" from "Stock" a where a."productId" = p."id") as "available",
      ${key} as "key"
    from "Products" p ${stockOf(sought)}
    where ${allOf([conditions(sought), ...after])}
    order by ${rank}${order} limit ${at.limit + 1} offset ${at.offset}`.execute(db)
  return rows
}

interface Order {
  readonly key: Condition
  readonly order: Condition
  readonly beyond: (key: PageKey) => Condition
}

const BESTSELLERS: Order = {
  key: sql`p."sold"`,
  order: sql`p."sold" desc, p."id"`,
  // The first part lets the index begin there: one direction falls, the other rises.
  beyond: ([, sold, id]) => sql`p."sold" <= ${sold} and (p."sold" < ${sold} or p."id" > ${id})`,
}

const ORDERS: Readonly<Record<PageSort, Order>> = {
  rank: BESTSELLERS,
  bestsellers: BESTSELLERS,
  name: {
    key: sql`p."folded"`,
    order: sql`p."folded", p."id"`,
    beyond: ([, name, id]) => sql`(p."folded", p."id") > (${String(name)}, ${id})`,
  },
  price: {
    key: sql`p."priceMinor"`,
    order: sql`p."priceMinor", p."id"`,
    beyond: ([, price, id]) => sql`(p."priceMinor", p."id") > (${price}, ${id})`,
  },
  '-price': {
    key: sql`p."priceMinor"`,
    order: sql`p."priceMinor" desc, p."id" desc`,
    beyond: ([, price, id]) => sql`(p."priceMinor", p."id") < (${price}, ${id})`,
  },
}

/**
 * For each word the nearest one that the catalogue has, by groups of three letters; itself where it is known or no other is
 * near. Asked only where nothing was found: up to 80 ms with 42,000 words. `offset 0`: else the groups are made again for each word
 * that shares one, which took more than 5 s with 4,000 words that are alike.
 */
export async function nearestWords(db: StoreDb, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select coalesce(n."word", s."word") as "word"
    from (select w as "word", i, relay_grams(' ' || w || ' ') as "grams" from unnest(${[...words]}::text[]) with ordinality u (w, i) offset 0) s
    left join lateral (
      select w."word" from "ProductWords" w, lateral (
        select 2.0 * count(*) / (cardinality(w."grams") + cardinality(s."grams")) as "alike"
        from unnest(w."grams") g where g = any (s."grams")) a
      where w."grams" && s."grams" and a."alike" >= 0.3 and s."word" !~ '[0-9]'
      order by starts_with(w."word", s."word") desc, a."alike" desc, w."word" limit 1
    ) n on true order by s.i`.execute(db)
  return rows.map(({ word }) => word)
}
