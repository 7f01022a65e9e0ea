// What products are to label printers: one row each, none for what is nothing to a printer.
import { sql } from 'kysely'
import { ProductMedia } from '@pharmacy-relay/shared/api/shop/printers.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { givenRows } from '../../given-rows.ts'

/** As JSON of the columns that its kind has. */
export const MEDIA_JSON = sql<unknown>`case m."kind"
  when 'labels' then json_build_object('kind', m."kind", 'method', m."method", 'widthMm', m."widthMm", 'lengthMm', m."lengthMm",
    'gapMm', m."gapMm", 'coreMm', m."coreMm", 'rollMm', m."rollMm")
  when 'ribbon' then json_build_object('kind', m."kind", 'widthMm', m."widthMm", 'coreMm', m."coreMm")
  else json_build_object('kind', m."kind", 'method', m."method", 'minWidthMm', m."minWidthMm", 'widthMm', m."widthMm",
    'coreMm', m."coreMm", 'rollMm', m."rollMm", 'ribbonCoreMm', m."ribbonCoreMm", 'reportedAs', m."reportedAs") end`

export async function findMedia(db: StoreDb, productId: number): Promise<ProductMedia> {
  const { rows } = await sql<{ media: unknown }>`
    select ${MEDIA_JSON} as "media" from "ProductMedia" m where m."productId" = ${productId}`.execute(db)
  const [row] = rows
  return row === undefined ? { kind: 'none' } : ProductMedia.parse(row.media)
}

const COLUMNS = [
  '"productId" integer',
  '"kind" text',
  '"method" text',
  '"minWidthMm" integer',
  '"widthMm" integer',
  '"lengthMm" integer',
  '"gapMm" integer',
  '"coreMm" integer',
  '"rollMm" integer',
  '"ribbonCoreMm" integer',
  '"reportedAs" text',
]
const NAMES = COLUMNS.map((column) => column.split(' ')[0]?.replaceAll('"', '') ?? '')

export interface MediaOfProduct {
  readonly productId: number
  readonly media: ProductMedia
}

/** Replaces those of these products. */
export async function writeMedia(trx: StoreTransaction, given: readonly MediaOfProduct[]): Promise<void> {
  const none = given.filter(({ media }) => media.kind === 'none').map(({ productId }) => productId)
  if (none.length > 0)
    await sql`delete from "ProductMedia" where "productId" = any(${none}::integer[])`.execute(trx)
  const rows = given.flatMap(({ productId, media }) =>
    media.kind === 'none' ? [] : [{ productId, ...media }],
  )
  if (rows.length === 0) return
  const names = sql.join(NAMES.map((name) => sql.ref(name)))
  const sets = sql.join(NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  await sql`
    insert into "ProductMedia" (${names})
    select ${names} from ${givenRows(rows, COLUMNS.join(', '))} given order by "productId"
    on conflict ("productId") do update set ${sets}`.execute(trx)
}

/** Ids by sku. */
export async function productIds(
  trx: StoreTransaction,
  skus: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = trx.selectFrom('Products').select(['id', 'sku']).where('sku', 'in', skus)
  return new Map((await rows.execute()).map(({ id, sku }) => [sku, id]))
}
