// The rows of invoices: numbered and written once, in the order of their numbers, and never changed.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LOCKS, type StoreDb, type StoreTransaction } from '../../database.ts'
import { findOrder } from '../orders/orders.queries.ts'
import { InvoiceDocument } from './invoice-document.ts'

/** False where another job writes; it does this one's work as well. */
export async function lockInvoices(trx: StoreTransaction): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.invoices}) as "isOurs"`.execute(trx)
  return rows[0]?.isOurs === true
}

export interface IssueDay {
  readonly at: Date
  readonly day: string
}

/** Now, not when the transaction began: later numbers have no earlier days. */
export async function issueDay(trx: StoreTransaction, zone: string): Promise<IssueDay> {
  const { rows } = await sql<IssueDay>`
    select "now" as "at", ("now" at time zone ${zone})::date as "day"
    from (select date_trunc('milliseconds', clock_timestamp() + "offset") as "now" from "RelayClock") n`.execute(
    trx,
  )
  const [day] = rows
  if (day === undefined) throw new Error('The database gave no time')
  return day
}

/** The next one; whoever rolls back gives it back. */
export async function nextNumber(
  trx: StoreTransaction,
  { series, year }: { readonly series: string; readonly year: number },
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into "InvoiceCounters" ("series", "year", "last") values (${series}, ${year}, 1)
    on conflict ("series", "year") do update set "last" = "InvoiceCounters"."last" + 1 returning "last"`.execute(
    trx,
  )
  const [counter] = rows
  if (counter === undefined) throw new Error('The counter gave no number')
  return counter.last
}

/** The order as it was bought, whose it is, and the day on which it was placed, where the seller is. */
export async function orderToInvoice(trx: StoreTransaction, orderId: number, zone: string) {
  const { rows } = await sql<{ customerId: number; storeId: string; placedOn: string }>`
    select o."customerId", c."storeId", (o."placedAt" at time zone ${zone})::date as "placedOn"
    from "Orders" o join "Customers" c on c."id" = o."customerId" where o."id" = ${orderId}`.execute(trx)
  const order = await findOrder(trx, orderId)
  const [facts] = rows
  if (facts === undefined || order === null) throw new Error(`There is no order ${orderId} to invoice`)
  return { ...facts, order }
}

export interface WrittenInvoice {
  readonly id: number
  readonly customerId: number
  readonly document: InvoiceDocument
}

/** Null: it is not written yet. */
export async function invoiceOfOrder(trx: StoreDb, orderId: number): Promise<WrittenInvoice | null> {
  const row = await trx
    .selectFrom('Invoices')
    .select(['id', 'customerId', 'document'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  return row === undefined ? null : { ...row, document: InvoiceDocument.parse(row.document) }
}

export async function creditNotesOf(trx: StoreDb, invoiceId: number): Promise<InvoiceDocument[]> {
  const rows = await trx
    .selectFrom('Invoices')
    .select('document')
    .where('correctsId', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map(({ document }) => InvoiceDocument.parse(document))
}

export interface NewInvoice {
  readonly taskId: number
  readonly orderId: number
  readonly customerId: number
  readonly correctsId: number | null
  readonly place: { readonly series: string; readonly year: number; readonly n: number }
  readonly at: Date
  readonly document: InvoiceDocument
}

export async function insertInvoice(trx: StoreTransaction, invoice: NewInvoice): Promise<void> {
  const { document, place, ...row } = invoice
  const { number, kind, buyer, currency, taxMinor, totalMinor, issuedOn } = document
  const text = JSON.stringify(document)
  await trx
    .insertInto('Invoices')
    .values({
      ...row,
      ...place,
      number,
      kind,
      customerName: buyer.name,
      currency,
      netMinor: totalMinor - taxMinor,
      taxMinor,
      totalMinor,
      issuedOn,
      document: text,
      sha256: createHash('sha256').update(text).digest(),
    })
    .execute()
}
