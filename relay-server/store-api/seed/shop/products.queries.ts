// The rows of a seeded catalogue: categories, products, and goods that came in.
import type pg from 'pg'
import { slugOf } from '../../shop/catalogue/search-words.ts'
import { copyRows, type Cell } from './copy.queries.ts'
import { CATEGORY_COUNT, type MadeProduct } from './made-products.ts'
import { nextIds } from './seed-shop.queries.ts'

/** Ids of their categories, made where they are missing: four with ten below each. */
export async function seededCategories(client: pg.Client): Promise<number[]> {
  await client.query(`insert into "Categories" ("name", "slug", "place")
    select 'Range ' || i, 'seed-range-' || i, 100 + i from generate_series(1, 4) i on conflict do nothing`)
  await client.query(
    `insert into "Categories" ("parentId", "name", "slug", "place")
     select c."id", 'Group ' || i, 'seed-group-' || i, i from generate_series(1, $1::integer) i
     join "Categories" c on c."slug" = 'seed-range-' || 1 + i % 4 on conflict do nothing`,
    [CATEGORY_COUNT],
  )
  const { rows } = await client.query<{ id: number }>(
    `select "id" from "Categories" where "slug" like 'seed-group-%' order by "id"`,
  )
  return rows.map(({ id }) => id)
}

/** With goods that came in; triggers count them and give each its row of stock. */
export async function addProducts(
  client: pg.Client,
  products: readonly MadeProduct[],
  categoryIds: readonly number[],
): Promise<void> {
  const ids = await nextIds(client, 'Products', products.length)
  const rows = products.map((product, index): Cell[] => {
    const { stock: _stock, category, ...fields } = product
    const id = ids[index] ?? 0
    const cells = { id, slug: slugOf(fields.name, id), categoryId: categoryIds[category] ?? null, ...fields }
    return PRODUCT_COLUMNS.map((column) => cells[column])
  })
  await copyRows(client, { table: 'Products', columns: PRODUCT_COLUMNS }, rows)
  await receive(
    client,
    ids.map((productId, index) => ({ productId, quantity: products[index]?.stock ?? 0 })),
  )
}

const PRODUCT_COLUMNS = [
  'id',
  'slug',
  'sku',
  'gtin',
  'name',
  'brand',
  'categoryId',
  'form',
  'substance',
  'description',
  'priceMinor',
  'taxBp',
  'packSize',
  'minQuantity',
] as const

export interface Pieces {
  readonly productId: number
  readonly quantity: number
}

/** Goods came in, with their row in the ledger. */
export async function receive(client: pg.Client, pieces: readonly Pieces[]): Promise<void> {
  const some = pieces.filter(({ quantity }) => quantity > 0)
  if (some.length === 0) return
  await shiftStock(client, some, '"onHand" = s."onHand" + g."quantity"')
  const rows = some.map(({ productId, quantity }): Cell[] => [productId, 'receive', quantity, 'Seed', 'seed'])
  await copyRows(
    client,
    { table: 'StockChanges', columns: ['productId', 'kind', 'quantity', 'reason', 'actor'] },
    rows,
  )
}

export async function shiftStock(client: pg.Client, pieces: readonly Pieces[], set: string): Promise<void> {
  await client.query(
    `update "Stock" s set ${set} from unnest($1::integer[], $2::integer[]) g ("productId", "quantity")
     where s."productId" = g."productId"`,
    [pieces.map(({ productId }) => productId), pieces.map(({ quantity }) => quantity)],
  )
}
