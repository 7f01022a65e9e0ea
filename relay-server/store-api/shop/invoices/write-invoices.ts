// Gives invoices and credit notes their numbers: the oldest first, a portion in one transaction, one job at a time. What fails takes
// its number back with it and keeps no other one waiting.
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { withSavepoint } from '../../savepoint.queries.ts'
import { creditedPart } from './credit-part.ts'
import { creditNoteOf, invoiceOf, type Given, type Seller } from './invoice-document.ts'
import type { InvoiceRules } from './invoice-rules.ts'
import { taskFailed, taskWritten, unwrittenTasks, type InvoiceTask } from './invoice-tasks.queries.ts'
import {
  creditNotesOf,
  insertInvoice,
  invoiceOfOrder,
  issueDay,
  lockInvoices,
  nextNumber,
  orderToInvoice,
  type NewInvoice,
} from './invoices.queries.ts'

/** Of one transaction: others of it wait for its commit, and what fails is tried again with it. */
const PER_TRANSACTION = 50

/** What became of one portion. `failures`: of tasks that are tried again. */
export interface Written {
  readonly count: number
  readonly failures: readonly unknown[]
}

const NOTHING: Written = { count: 0, failures: [] }

/** Any number of processes may call it. Nothing where no seller is set, or another job writes now. */
export async function writeInvoices(db: StoreDb, rules: InvoiceRules): Promise<Written> {
  const { seller } = rules
  if (seller === null || (await unwrittenTasks(db, 1)).length === 0) return NOTHING
  return db.transaction().execute(async (trx) => {
    if (!(await lockInvoices(trx))) return NOTHING
    const failures: unknown[] = []
    const tasks = await unwrittenTasks(trx, PER_TRANSACTION)
    for (const task of tasks)
      await withSavepoint(trx, async () => writeOne(trx, task, { ...rules, seller })).catch(
        async (error: unknown) => {
          failures.push(error)
          await taskFailed(trx, task.id)
        },
      )
    return { count: tasks.length - failures.length, failures }
  })
}

type Rules = InvoiceRules & { readonly seller: Seller }

async function writeOne(trx: StoreTransaction, task: InvoiceTask, rules: Rules): Promise<void> {
  const invoice =
    task.kind === 'invoice' ? await newInvoice(trx, task, rules) : await newCredit(trx, task, rules)
  if (invoice !== null) await insertInvoice(trx, invoice)
  await taskWritten(trx, { taskId: task.id, isNothing: invoice === null })
}

async function newInvoice(
  trx: StoreTransaction,
  { id: taskId, orderId }: InvoiceTask,
  rules: Rules,
): Promise<NewInvoice> {
  const { customerId, ...bought } = await orderToInvoice(trx, orderId, rules.zone)
  const { given, ...numbered } = await numberOf(trx, 'invoice', rules)
  return { taskId, orderId, customerId, correctsId: null, ...numbered, document: invoiceOf(bought, given) }
}

/** Null where nothing is left: a cancellation and its refund ask for the same. */
async function newCredit(
  trx: StoreTransaction,
  { id: taskId, orderId, amountMinor }: InvoiceTask,
  rules: Rules,
): Promise<NewInvoice | null> {
  const invoice = await invoiceOfOrder(trx, orderId)
  if (invoice === null) throw new Error('The invoice that is to be credited is not written yet')
  const notes = await creditNotesOf(trx, invoice.id)
  const credited = notes.flatMap(({ taxes }) => taxes)
  const part = creditedPart({ invoiced: invoice.document.taxes, credited }, amountMinor)
  if (part === null) return null
  const { given, ...numbered } = await numberOf(trx, 'credit_note', rules)
  const document = creditNoteOf(invoice.document, part, given)
  return { taskId, orderId, customerId: invoice.customerId, correctsId: invoice.id, ...numbered, document }
}

async function numberOf(trx: StoreTransaction, kind: 'invoice' | 'credit_note', rules: Rules) {
  const { at, day: issuedOn } = await issueDay(trx, rules.zone)
  const series = rules.series[kind]
  const year = Number(issuedOn.slice(0, 4))
  const n = await nextNumber(trx, { series, year })
  const number = `${series}-${year}-${String(n).padStart(6, '0')}`
  const given: Given = { number, issuedOn, language: rules.language, seller: rules.seller }
  return { at, place: { series, year, n }, given }
}
