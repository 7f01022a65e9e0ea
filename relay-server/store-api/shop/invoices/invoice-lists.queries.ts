// Lists of invoices: a pharmacy's own by key, those of all pharmacies by page and filter.
import { sql, type RawBuilder } from 'kysely'
import {
  type InvoiceSummary,
  type InvoiceListQuery,
  type InvoicePage,
  type StaffInvoice,
} from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { MAX_COUNTED } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../../database.ts'
import { pharmacyWords } from '../../customers/customer-list.queries.ts'
import { allOf, type Condition } from '../../../db/search/conditions.queries.ts'

/** Pharmacies that a filter by words takes: who means one types more. */
const MAX_PHARMACIES = 200

const SUMMARY = sql`i."number", i."kind", o."number" as "orderNumber", i."issuedOn", i."at", i."currency", i."totalMinor",
  c."number" as "corrects"`
const NEWEST = sql`order by i."issuedOn" desc, i."id" desc`

/** Only what is shown is joined with what it belongs to. */
const shownOf = (found: Condition, limit: number, offset = 0): RawBuilder<unknown> => sql`
  (select i.* from "Invoices" i where ${found} ${NEWEST} limit ${limit} offset ${offset}) i
  join "Orders" o on o."id" = i."orderId" left join "Invoices" c on c."id" = i."correctsId"`

type Row<T extends { readonly at: string }> = Omit<T, 'at'> & { readonly at: Date }

const shown = <T extends { readonly at: Date }>(row: T) => ({ ...row, at: row.at.toISOString() })

export interface OwnList {
  readonly customerId: number
  /** Of one order alone; null: of all. */
  readonly order: string | null
  /** Behind this one of the same pharmacy; null: from the newest on. */
  readonly after: string | null
  readonly limit: number
}

/** Newest first; one more than `limit` where there are more. Null where the pharmacy has no invoice `after`. */
export async function ownInvoices(
  db: StoreDb,
  { customerId, order, after, limit }: OwnList,
): Promise<InvoiceSummary[] | null> {
  const place = after === null ? null : await placeOf(db, { customerId, number: after })
  if (after !== null && place === null) return null
  const found = allOf([
    sql`i."customerId" = ${customerId}`,
    ...(order === null ? [] : [ofOrder(order)]),
    ...(place === null ? [] : [sql`(i."issuedOn", i."id") < (${place.issuedOn}::date, ${place.id}::bigint)`]),
  ])
  const { rows } = await sql<Row<InvoiceSummary>>`
    select ${SUMMARY} from ${shownOf(found, limit + 1)} ${NEWEST}`.execute(db)
  return rows.map(shown)
}

async function placeOf(
  db: StoreDb,
  { customerId, number }: { readonly customerId: number; readonly number: string },
): Promise<{ issuedOn: string; id: number } | null> {
  const row = db
    .selectFrom('Invoices')
    .select(['issuedOn', 'id'])
    .where('number', '=', number)
    .where('customerId', '=', customerId)
  return (await row.executeTakeFirst()) ?? null
}

export async function listInvoices(db: StoreDb, query: InvoiceListQuery): Promise<InvoicePage> {
  const { page, pageSize } = query
  const found = allOf(conditionsOf(query))
  const [total, { rows }] = await Promise.all([
    countOf(db, found),
    sql<Row<StaffInvoice>>`
      select ${SUMMARY}, i."customerId", p."storeId", i."customerName"
      from ${shownOf(found, pageSize, (page - 1) * pageSize)}
      join "Customers" p on p."id" = i."customerId" ${NEWEST}`.execute(db),
  ])
  return {
    items: rows.map(shown),
    total: Math.min(total, MAX_COUNTED),
    totalIsExact: total <= MAX_COUNTED,
    page,
    pageSize,
  }
}

/** To one more than are counted. */
async function countOf(db: StoreDb, found: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as "total" from (
      select from "Invoices" i where ${found} limit ${MAX_COUNTED + 1}) n`.execute(db)
  return rows[0]?.total ?? 0
}

function conditionsOf({ number, pharmacy, customerId, kind, from, until }: InvoiceListQuery): Condition[] {
  const words = pharmacyWords(pharmacy)
  return [
    ...(number === undefined ? [] : [isOrder(number) ? ofOrder(number) : beginsWith(number)]),
    ...(words === null
      ? []
      : [
          sql`i."customerId" = any (array(select c."id" from "Customers" c where ${words} limit ${MAX_PHARMACIES}))`,
        ]),
    ...(customerId === undefined ? [] : [sql`i."customerId" = ${customerId}`]),
    ...(kind === undefined ? [] : [sql`i."kind" = ${kind}`]),
    ...(from === undefined ? [] : [sql`i."issuedOn" >= ${from}::date`]),
    ...(until === undefined ? [] : [sql`i."issuedOn" <= ${until}::date`]),
  ]
}

const isOrder = (number: string): boolean => /^[A-Z]{8}$/.test(number)

const ofOrder = (order: string): RawBuilder<unknown> =>
  sql`i."orderId" = (select "id" from "Orders" where "number" = ${order})`

/** Letters, digits and hyphens: nothing that `like` reads as anything else. */
const beginsWith = (number: string): RawBuilder<unknown> => sql`i."number" like ${`${number}%`}`
