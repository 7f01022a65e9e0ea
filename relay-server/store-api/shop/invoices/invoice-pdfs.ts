// The PDF of an invoice: as it was drawn the first time, for ever; drawn now where nobody did it yet.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../../database.ts'
import type { InvoiceDrawer } from './drawing/drawer.ts'
import { InvoiceDocument } from './invoice-document.ts'
import { findPdf, keepPdf, undrawnInvoices, type InvoiceKey } from './invoice-pdfs.queries.ts'
import { taskFailed } from './invoice-tasks.queries.ts'

const PER_LOOK = 10

export interface PdfParts {
  readonly db: StoreDb
  readonly drawer: InvoiceDrawer
}

/** Throws ProblemError `not_found`, `unavailable` while too many others are drawn. */
export async function readPdf({ db, drawer }: PdfParts, key: InvoiceKey): Promise<Uint8Array> {
  const found = await findPdf(db, key)
  if (found === null) throw new ProblemError('not_found', 'There is no such invoice')
  if (found.bytes !== null) return found.bytes
  const bytes = await drawer.draw(InvoiceDocument.parse(found.document))
  return keepPdf(db, { invoiceId: found.invoiceId, bytes })
}

/** Some that nobody asked for yet; any number of processes may do it. `failures`: they come last the next time. */
export async function drawInvoices({
  db,
  drawer,
}: PdfParts): Promise<{ readonly count: number; readonly failures: readonly unknown[] }> {
  const undrawn = await undrawnInvoices(db, PER_LOOK)
  const failures: unknown[] = []
  for (const { taskId, invoiceId, document } of undrawn)
    try {
      const bytes = await drawer.draw(document)
      await keepPdf(db, { invoiceId, bytes })
    } catch (error) {
      failures.push(error)
      await taskFailed(db, taskId)
    }
  return { count: undrawn.length - failures.length, failures }
}
