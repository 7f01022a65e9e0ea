// The rows of imports, and of products as an import writes them.
import { sql } from 'kysely'
import type {
  ImportFault,
  ProductImport,
  ProductImportSummary,
} from '@pharmacy-relay/shared/api/shop/imports.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { givenRows } from '../../given-rows.ts'
import { slugOf } from '../catalogue/search-words.ts'
import { productIds, writeMedia } from '../printers/media.queries.ts'
import type { ImportedProduct } from './product-rows.ts'

/** Name of the index that lets one be under way. */
export const APPLYING_INDEX = 'ProductImports_applying_key'
const STANDS_STILL_SECONDS = 120

/** One that stands still was left by a process that ended: its transaction is gone, and nothing was changed. */
export async function failLeftImports(db: StoreDb): Promise<void> {
  await sql`update "ProductImports" set "state" = 'failed' where "state" = 'applying'
    and "seenAt" < relay_now() - ${STANDS_STILL_SECONDS} * interval '1 second'`.execute(db)
}

export async function insertImport(
  db: StoreDb,
  row: {
    readonly state: 'applying' | 'refused'
    readonly rows: number
    readonly faultCount: number
    readonly faults: readonly ImportFault[]
    readonly startedBy: string
  },
): Promise<number> {
  const inserted = db.insertInto('ProductImports').values({ ...row, faults: JSON.stringify(row.faults) })
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}

export async function findImport(db: StoreDb, id: number): Promise<ProductImport | null> {
  const row = await db
    .selectFrom('ProductImports')
    .select(['id', 'state', 'rows', 'rowsDone', 'added', 'changed', 'faultCount', 'faults', 'startedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, startedAt: row.startedAt.toISOString() }
}

/** The last 20, newest first. */
export async function lastImports(db: StoreDb): Promise<ProductImportSummary[]> {
  const rows = await db
    .selectFrom('ProductImports')
    .select(['id', 'state', 'rows', 'rowsDone', 'added', 'changed', 'faultCount', 'startedAt'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }))
}

export async function setImport(
  db: StoreDb,
  id: number,
  set: Partial<{ state: 'applied' | 'failed'; rowsDone: number; added: number; changed: number }>,
): Promise<void> {
  await db
    .updateTable('ProductImports')
    .set({ ...set, seenAt: sql`relay_now()` })
    .where('id', '=', id)
    .execute()
}

export async function categoryIds(db: StoreDb): Promise<Set<number>> {
  const rows = await db.selectFrom('Categories').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

const COLUMNS = `"id" integer, "slug" text, "sku" text, "gtin" text, "name" text, "brand" text, "categoryId" integer, "form" text,
  "substance" text, "description" text, "priceMinor" integer, "taxBp" integer, "packSize" text, "minQuantity" integer, "isActive" boolean`
const NAMES = [...COLUMNS.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? '')
const CHANGING = NAMES.filter((name) => !['id', 'slug', 'sku'].includes(name))

/** By sku: new ones with their pieces, and those that differ. Others stay as they are, with their version. */
export async function writeProducts(
  trx: StoreTransaction,
  portion: readonly ImportedProduct[],
  actor: string,
): Promise<{ readonly added: number; readonly changed: number }> {
  const ids = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('"Products"', 'id'))::integer as "id"
    from generate_series(1, ${portion.length}::integer)`.execute(trx)
  const rows = portion.map(({ stock: _stock, media: _media, ...fields }, index) => {
    const id = ids.rows[index]?.id ?? 0
    return { ...fields, gtin: fields.gtin?.padStart(14, '0') ?? null, id, slug: slugOf(fields.name, id) }
  })
  const columns = sql.join(NAMES.map((name) => sql.ref(name)))
  const of = (table: string) => sql.join(CHANGING.map((name) => sql.ref(`${table}.${name}`)))
  const sets = sql.join(CHANGING.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  const written = await sql<WrittenProduct>`
    insert into "Products" as p (${columns}) overriding system value
    select ${columns} from ${givenRows(rows, COLUMNS)} given order by "sku"
    on conflict ("sku") do update set ${sets}, "version" = p."version" + 1, "updatedAt" = relay_now()
    where (${of('p')}) is distinct from (${of('excluded')})
    returning p."id", p."sku", (p.xmax = 0) as "isNew"`.execute(trx)
  const added = written.rows.filter(({ isNew }) => isNew)
  await receiveStock(trx, { added, portion, actor })
  await writeImportedMedia(trx, portion)
  return { added: added.length, changed: written.rows.length - added.length }
}

interface WrittenProduct {
  readonly id: number
  readonly sku: string
  readonly isNew: boolean
}

/** Of new products alone: the same file again brings no pieces again. */
async function receiveStock(
  trx: StoreTransaction,
  {
    added,
    portion,
    actor,
  }: {
    readonly added: readonly WrittenProduct[]
    readonly portion: readonly ImportedProduct[]
    readonly actor: string
  },
): Promise<void> {
  const pieces = new Map(portion.map(({ sku, stock }) => [sku, stock]))
  const rows = added
    .map(({ id, sku }) => ({ productId: id, quantity: pieces.get(sku) ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  if (rows.length === 0) return
  const given = givenRows(rows, '"productId" integer, "quantity" integer')
  await sql`update "Stock" s set "onHand" = g."quantity" from ${given} g where s."productId" = g."productId"`.execute(
    trx,
  )
  await sql`insert into "StockChanges" ("productId", "kind", "quantity", "reason", "actor")
    select "productId", 'receive', "quantity", 'Import', ${actor} from ${given} g order by "productId"`.execute(
    trx,
  )
}

async function writeImportedMedia(trx: StoreTransaction, portion: readonly ImportedProduct[]): Promise<void> {
  const said = portion.flatMap(({ sku, media }) => (media === null ? [] : [{ sku, media }]))
  if (said.length === 0) return
  const ids = await productIds(
    trx,
    said.map(({ sku }) => sku),
  )
  await writeMedia(
    trx,
    said.flatMap(({ sku, media }) => {
      const productId = ids.get(sku)
      return productId === undefined ? [] : [{ productId, media }]
    }),
  )
}
