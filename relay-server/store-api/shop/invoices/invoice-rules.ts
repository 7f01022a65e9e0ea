// What invoices of a shop are set to.
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Seller } from './invoice-document.ts'

export interface InvoiceRules {
  /** Null until it is set: then nothing is written, and what is to be written waits. */
  readonly seller: Seller | null
  /** Of the numbers; the same one for both is one count for both. */
  readonly series: Readonly<Record<'invoice' | 'credit_note', string>>
  readonly language: Language
  /** IANA, as in Europe/Berlin: where it is which day. */
  readonly zone: string
}
