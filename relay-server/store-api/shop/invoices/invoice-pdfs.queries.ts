// The drawn invoices: each once, whoever drew it first.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StoreDb } from '../../database.ts'
import { InvoiceDocument } from './invoice-document.ts'

export interface UndrawnInvoice {
  readonly taskId: number
  readonly invoiceId: number
  readonly document: InvoiceDocument
}

export async function undrawnInvoices(db: StoreDb, limit: number): Promise<UndrawnInvoice[]> {
  const rows = await db
    .selectFrom('InvoiceTasks as t')
    .innerJoin('Invoices as i', 'i.taskId', 't.id')
    .select(['t.id as taskId', 'i.id as invoiceId', 'i.document'])
    .where('t.writtenAt', 'is not', null)
    .where('t.drawnAt', 'is', null)
    .orderBy('t.tries')
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, document: InvoiceDocument.parse(row.document) }))
}

/** The first one stays. Gives the one that is kept. */
export async function keepPdf(
  db: StoreDb,
  { invoiceId, bytes }: { readonly invoiceId: number; readonly bytes: Buffer },
): Promise<Buffer> {
  const sha256 = createHash('sha256').update(bytes).digest()
  const added = db.insertInto('InvoicePdfs').values({ invoiceId, bytes, sha256 })
  await added.onConflict((conflict) => conflict.doNothing()).execute()
  await sql`update "InvoiceTasks" t set "drawnAt" = relay_now() from "Invoices" i
    where i."id" = ${invoiceId} and t."id" = i."taskId" and t."drawnAt" is null`.execute(db)
  const kept = db.selectFrom('InvoicePdfs').select('bytes').where('invoiceId', '=', invoiceId)
  return (await kept.executeTakeFirstOrThrow()).bytes
}

export type InvoiceKey =
  | { readonly number: string; readonly customerId: number | null }
  | { readonly orderNumber: string; readonly customerId: number }

export interface FoundPdf {
  readonly invoiceId: number
  /** Null: it was not drawn yet; then `document` is given. */
  readonly bytes: Buffer | null
  readonly document: unknown
}

/** Of one pharmacy alone where `customerId` is not null. An order's is its invoice, not its credit notes. */
export async function findPdf(db: StoreDb, key: InvoiceKey): Promise<FoundPdf | null> {
  const { customerId } = key
  const found = db
    .selectFrom('Invoices as i')
    .leftJoin('InvoicePdfs as p', 'p.invoiceId', 'i.id')
    .select(['i.id as invoiceId', 'p.bytes'])
    .select(sql<unknown>`case when p."invoiceId" is null then i."document" end`.as('document'))
    .$if(customerId !== null, (some) => some.where('i.customerId', '=', customerId ?? 0))
  const one =
    'number' in key
      ? found.where('i.number', '=', key.number)
      : found
          .where('i.kind', '=', 'invoice')
          .where('i.orderId', '=', (orders) =>
            orders.selectFrom('Orders').select('id').where('number', '=', key.orderNumber),
          )
  return (await one.executeTakeFirst()) ?? null
}
