// The tables of invoices as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

interface InvoiceTasksTable {
  readonly id: GeneratedAlways<number>
  orderId: number
  kind: 'invoice' | 'credit_note'
  cause: string
  amountMinor: number | null
  createdAt: Generated<Date>
  tries: Generated<number>
  writtenAt: Date | null
  drawnAt: Date | null
}

interface InvoiceCountersTable {
  series: string
  year: number
  last: Generated<number>
}

interface InvoicesTable {
  readonly id: GeneratedAlways<number>
  series: string
  year: number
  n: number
  number: string
  kind: 'invoice' | 'credit_note'
  taskId: number
  orderId: number
  customerId: number
  customerName: string
  correctsId: number | null
  currency: string
  netMinor: number
  taxMinor: number
  totalMinor: number
  /** YYYY-MM-DD. */
  issuedOn: string
  at: Date
  /** An InvoiceDocument; written as the very text that `sha256` is of. */
  document: ColumnType<unknown, string, never>
  sha256: Buffer
}

interface InvoicePdfsTable {
  invoiceId: number
  bytes: Buffer
  sha256: Buffer
  at: Generated<Date>
}

export interface InvoiceSchema {
  InvoiceTasks: InvoiceTasksTable
  InvoiceCounters: InvoiceCountersTable
  Invoices: InvoicesTable
  InvoicePdfs: InvoicePdfsTable
}
