// The rows of products and of their stock, as Admins write them.
import { sql } from 'kysely'
import type { PastStockChange } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { Product, ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { slugOf } from './search-words.ts'

/** Name of the index that keeps them unique. */
export const SKU_INDEX = 'Products_sku_key'

const FIELDS = [
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
  'isActive',
] as const satisfies readonly (keyof ProductFields)[]

export async function findProduct(db: StoreDb, productId: number): Promise<Product | null> {
  const row = await db
    .selectFrom('Products as p')
    .innerJoin('Stock as s', 's.productId', 'p.id')
    .select(FIELDS.map((name) => `p.${name}` as const))
    .select(['p.id', 'p.slug', 'p.version', 'p.updatedAt', 's.onHand', 's.reserved as held'])
    .where('p.id', '=', productId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { onHand, updatedAt, ...product } = row
  return { ...product, available: onHand - row.held, updatedAt: updatedAt.toISOString() }
}

/** The address in the shop ends with the id, which is drawn before. */
export async function insertProduct(trx: StoreTransaction, fields: ProductFields): Promise<number> {
  const id = await nextId(trx, 'Products')
  const row = { ...fields, slug: slugOf(fields.name, id) }
  const names = Object.keys(row).map((name) => sql.ref(name))
  await sql`insert into "Products" ("id", ${sql.join(names)}) overriding system value
    values (${id}, ${sql.join(Object.values(row))})`.execute(trx)
  return id
}

export async function nextId(trx: StoreTransaction, table: 'Products' | 'Categories'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${`"${table}"`}, 'id'))::integer as "id"`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('The database gave no id')
  return row.id
}

/** The row under its lock, or null. */
export async function lockProduct(
  trx: StoreTransaction,
  productId: number,
): Promise<(ProductFields & { readonly version: number }) | null> {
  const row = trx
    .selectFrom('Products')
    .select([...FIELDS, 'version'])
    .where('id', '=', productId)
    .forNoKeyUpdate()
  return (await row.executeTakeFirst()) ?? null
}

/** Raises the version by one. */
export async function updateProduct(
  trx: StoreTransaction,
  productId: number,
  fields: ProductFields,
): Promise<void> {
  await trx
    .updateTable('Products')
    .set({ ...fields, version: sql`"version" + 1`, updatedAt: sql`relay_now()` })
    .where('id', '=', productId)
    .execute()
}

/** Null where less would be left than orders hold. */
export async function shiftOnHand(trx: StoreTransaction, productId: number, quantity: number) {
  const { rows } = await sql<{ onHand: number; reserved: number }>`
    update "Stock" set "onHand" = "onHand" + ${quantity}
    where "productId" = ${productId} and "onHand" + ${quantity} between "reserved" and 1000000000
    returning "onHand", "reserved"`.execute(trx)
  return rows[0] ?? null
}

export async function insertStockChange(
  trx: StoreTransaction,
  row: {
    readonly productId: number
    readonly kind: 'receive' | 'adjust'
    readonly quantity: number
    readonly reason: string
    readonly actor: string
  },
): Promise<void> {
  await trx.insertInto('StockChanges').values(row).execute()
}

/** The last 20, newest first. */
export async function lastStockChanges(db: StoreDb, productId: number): Promise<PastStockChange[]> {
  const rows = await db
    .selectFrom('StockChanges as c')
    .leftJoin('Staffs as s', 's.guid', 'c.actor')
    .select(['c.kind', 'c.quantity', 'c.reason', 'c.at', 's.name as by'])
    .where('c.productId', '=', productId)
    .orderBy('c.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ at, by, ...row }) => ({ ...row, by: by ?? '', at: at.toISOString() }))
}
