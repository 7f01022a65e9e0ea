// The rows of the tree of categories.
import { sql } from 'kysely'
import type { Category, CategoryFields } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { nextId } from './products.queries.ts'
import { slugOf } from './search-words.ts'

/** Siblings in their order. */
export async function listCategories(db: StoreDb): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select c."id", c."parentId", c."name", c."place", c."slug", c."version", coalesce(n."count", 0) as "productCount"
    from "Categories" c left join "ProductCounts" n on n."facet" = 'category' and n."value" = c."id"::text
    order by c."parentId" nulls first, c."place", relay_fold(c."name"), c."id"`.execute(db)
  return rows
}

/** The category itself and all below it; itself also where it is gone, so that nothing is found. */
export async function categoriesBelow(db: StoreDb, categoryId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select ${categoryId}::integer as "id" union select c."id" from "Categories" c join below b on c."parentId" = b."id"
    ) select "id" from below`.execute(db)
  return rows.map(({ id }) => id)
}

/** Until the end of the transaction it cannot be removed. */
export async function hasCategory(trx: StoreTransaction, categoryId: number): Promise<boolean> {
  const row = trx.selectFrom('Categories').select('id').where('id', '=', categoryId).forKeyShare()
  return (await row.executeTakeFirst()) !== undefined
}

/** Nobody else changes the tree until the end of the transaction; it is read meanwhile. */
export async function lockTree(trx: StoreTransaction): Promise<void> {
  await sql`lock table "Categories" in share row exclusive mode`.execute(trx)
}

export async function insertCategory(trx: StoreTransaction, fields: CategoryFields): Promise<number> {
  const id = await nextId(trx, 'Categories')
  await sql`insert into "Categories" ("id", "parentId", "name", "place", "slug") overriding system value
    values (${id}, ${fields.parentId}, ${fields.name}, ${fields.place}, ${slugOf(fields.name, id)})`.execute(
    trx,
  )
  return id
}

export async function updateCategoryRow(
  trx: StoreTransaction,
  categoryId: number,
  fields: CategoryFields,
): Promise<void> {
  await trx
    .updateTable('Categories')
    .set({ ...fields, version: sql`"version" + 1` })
    .where('id', '=', categoryId)
    .execute()
}

/** False where products or categories hang on it. */
export async function deleteCategory(trx: StoreTransaction, categoryId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from "Categories" c where c."id" = ${categoryId}
      and not exists (select from "Products" p where p."categoryId" = c."id")
      and not exists (select from "Categories" b where b."parentId" = c."id")
    returning c."id"`.execute(trx)
  return rows.length > 0
}
