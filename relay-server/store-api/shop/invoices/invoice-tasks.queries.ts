// What is to be written: added in the transaction of whatever asks for it, done by the job, each once.
import { sql } from 'kysely'
import type { StoreDb, StoreTransaction } from '../../database.ts'

export interface InvoiceTask {
  readonly id: number
  readonly orderId: number
  readonly kind: 'invoice' | 'credit_note'
  /** Of a credit note; null: all that is left. */
  readonly amountMinor: number | null
}

/** An order has one invoice, whenever it is asked for. */
export async function addInvoiceTask(trx: StoreTransaction, orderId: number): Promise<void> {
  const added = trx.insertInto('InvoiceTasks').values({ orderId, kind: 'invoice', cause: 'paid', ...NOT_YET })
  await added.onConflict((conflict) => conflict.doNothing()).execute()
}

/** Nothing where the order has no invoice and is to have none: its money went back before. */
export async function addCreditTask(
  trx: StoreTransaction,
  {
    orderId,
    cause,
    amountMinor,
  }: { readonly orderId: number; readonly cause: string; readonly amountMinor: number | null },
): Promise<void> {
  await sql`insert into "InvoiceTasks" ("orderId", "kind", "cause", "amountMinor")
    select t."orderId", 'credit_note', ${cause}, ${amountMinor}::bigint
    from "InvoiceTasks" t where t."orderId" = ${orderId} and t."kind" = 'invoice'
    on conflict do nothing`.execute(trx)
}

const NOT_YET = { amountMinor: null, writtenAt: null, drawnAt: null }

/** Those that failed before come last, so that one keeps no other waiting. */
export async function unwrittenTasks(db: StoreDb, limit: number): Promise<InvoiceTask[]> {
  return db
    .selectFrom('InvoiceTasks')
    .select(['id', 'orderId', 'kind', 'amountMinor'])
    .where('writtenAt', 'is', null)
    .orderBy('tries')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Without an invoice of it there was nothing to credit, and nothing is to be drawn. */
export async function taskWritten(
  trx: StoreTransaction,
  { taskId, isNothing }: { readonly taskId: number; readonly isNothing: boolean },
): Promise<void> {
  await sql`update "InvoiceTasks" set "writtenAt" = relay_now(), "tries" = 0,
    "drawnAt" = case when ${isNothing} then relay_now() end where "id" = ${taskId}`.execute(trx)
}

export async function taskFailed(db: StoreDb, taskId: number): Promise<void> {
  await sql`update "InvoiceTasks" set "tries" = "tries" + 1 where "id" = ${taskId}`.execute(db)
}
