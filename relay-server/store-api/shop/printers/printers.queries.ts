// Which printers computers have, which of the shop's they are, and what fits into those.
import { sql, type RawBuilder } from 'kysely'
import {
  MAX_SUPPLIES,
  ProductMedia,
  type OwnPrinter,
  type PrinterInUse,
  type Supplies,
} from '@pharmacy-relay/shared/api/shop/printers.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../../database.ts'
import { MEDIA_JSON } from './media.queries.ts'

/**
 * The printer of the shop that somebody chose, else the one whose mark is the longest that stands in what was reported. `model`
 * has its id, slug and name, and `isChosen`.
 */
function modelOf(reported: RawBuilder<unknown>, chosen: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (
      select p."id", p."slug", p."name", p."id" is not distinct from ${chosen} as "isChosen"
      from "ProductMedia" m join "Products" p on p."id" = m."productId",
        lateral (select regexp_replace(relay_fold(${reported}), '[^a-z0-9]+', '', 'g') as "text" offset 0) r
      where m."kind" = 'printer' and (m."productId" = ${chosen} or strpos(r."text", m."reportedFold") > 0)
      order by m."productId" is not distinct from ${chosen} desc, length(m."reportedFold") desc, m."productId" limit 1
    ) model on true`
}

const MODEL_JSON = sql`case when model."id" is not null then
  json_build_object('id', model."id", 'slug', model."slug", 'name', model."name") end`

/** Those in use first. */
export async function ownPrinters(db: StoreDb, customerId: number): Promise<OwnPrinter[]> {
  const { rows } = await sql<OwnPrinter>`
    select r."id" as "computerId", r."pcName" as "computerName", e."id" as "printerName", e."name", e."detail",
      u."id" is not null as "isUsed", ${MODEL_JSON} as "product", coalesce(model."isChosen", false) as "isChosen"
    from "RelayComputers" r cross join
      lateral jsonb_to_recordset(coalesce(r."reportedPrinters", '[]')) e ("id" text, "name" text, "detail" text)
    left join "PrinterConfigs" u on u."isActive" and u."customerId" = ${customerId} and u."printerComputerId" = r."id"
      and u."printerName" = e."id"
    left join "ChosenPrinters" c on c."customerId" = ${customerId} and c."printerName" = e."id"
    ${modelOf(sql`e."id" || ' ' || e."name" || ' ' || e."detail"`, sql`c."productId"`)}
    where r."customerId" = ${customerId}
    order by u."id" is null, model."id" is null, r."id", e."id" limit 200`.execute(db)
  return rows
}

/** False where the product is no printer. Null: nothing is chosen any more. */
export async function choosePrinter(
  db: StoreDb,
  {
    customerId,
    printerName,
    productId,
  }: { readonly customerId: number; readonly printerName: string; readonly productId: number | null },
): Promise<boolean> {
  if (productId === null) {
    const old = db.deleteFrom('ChosenPrinters').where('customerId', '=', customerId)
    await old.where('printerName', '=', printerName).execute()
    return true
  }
  const { rows } = await sql`
    insert into "ChosenPrinters" ("customerId", "printerName", "productId")
    select ${customerId}, ${printerName}, m."productId" from "ProductMedia" m
    where m."productId" = ${productId} and m."kind" = 'printer'
    on conflict ("customerId", "printerName") do update set "productId" = excluded."productId"
    returning "productId"`.execute(db)
  return rows.length > 0
}

export async function findPrinter(db: StoreDb, productId: number): Promise<Supplies['printer']> {
  const row = db
    .selectFrom('ProductMedia as m')
    .innerJoin('Products as p', 'p.id', 'm.productId')
    .select(['p.id', 'p.slug', 'p.name'])
    .where('m.productId', '=', productId)
    .where('m.kind', '=', 'printer')
  return (await row.executeTakeFirst()) ?? null
}

/** What can be bought for it: labels before ribbons, best sellers first. */
export async function suppliesFor(db: StoreDb, printerId: number): Promise<Supplies['items']> {
  const { rows } = await sql<FoundProduct & { readonly media: unknown }>`
    select p."id", p."slug", p."sku", p."gtin", p."name", p."brand", p."categoryId", p."form", p."substance",
      p."priceMinor", p."taxBp", p."packSize", p."minQuantity", p."isActive", s."onHand" - s."reserved" as "available",
      ${MEDIA_JSON} as "media"
    from "ProductMedia" t join "ProductMedia" m on m."widthMm" <= t."widthMm" and (
      (m."kind" = 'labels' and m."widthMm" >= t."minWidthMm" and m."coreMm" = t."coreMm" and m."rollMm" <= t."rollMm"
        and (m."method" = 'direct' or t."method" = 'transfer'))
      or (m."kind" = 'ribbon' and m."coreMm" = t."ribbonCoreMm"))
    join "Products" p on p."id" = m."productId" join "Stock" s on s."productId" = p."id"
    where t."productId" = ${printerId} and t."kind" = 'printer' and p."isActive"
    order by m."kind" = 'ribbon', s."onHand" <= s."reserved", p."sold" desc, p."id" limit ${MAX_SUPPLIES}`.execute(
    db,
  )
  return rows.map(({ media, ...product }) => ({ product, media: ProductMedia.parse(media) }))
}

const IN_USE = sql`from "PrinterConfigs" u join "Customers" c on c."id" = u."customerId"
    join "RelayComputers" r on r."id" = u."printerComputerId"
    left join "ChosenPrinters" o on o."customerId" = u."customerId" and o."printerName" = u."printerName"
    left join lateral (
      select e."name" || ' ' || e."detail" as "told"
      from jsonb_to_recordset(coalesce(r."reportedPrinters", '[]')) e ("id" text, "name" text, "detail" text)
      where e."id" = u."printerName" limit 1
    ) e on true
    ${modelOf(sql`u."printerName" || ' ' || coalesce(e."told", '')`, sql`o."productId"`)}
    where u."isActive"`

/** By pharmacy. */
export async function pageOfPrinters(
  db: StoreDb,
  {
    page,
    pageSize,
    onlyUnknown,
  }: { readonly page: number; readonly pageSize: number; readonly onlyUnknown: boolean },
): Promise<{ items: PrinterInUse[]; total: number; page: number; pageSize: number }> {
  const found = onlyUnknown ? sql`${IN_USE} and model."id" is null` : IN_USE
  const counted = onlyUnknown ? found : sql`from "PrinterConfigs" u where u."isActive"`
  const { rows: totals } = await sql<{
    total: number
  }>`select count(*)::integer as "total" ${counted}`.execute(db)
  const { rows } = await sql<PrinterInUse>`
    select u."customerId", c."storeId", c."name" as "customerName", r."id" as "computerId", r."pcName" as "computerName",
      u."printerName", ${MODEL_JSON} as "product"
    ${found} order by u."customerId" limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { items: rows, total: totals[0]?.total ?? 0, page, pageSize }
}
