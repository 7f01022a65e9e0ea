// Everything that stands on an invoice or a credit note, as it was when it was written: what is kept, hashed and drawn. Pure.
import { z } from 'zod'
import { Currency, MAX_LINES, SumMinor } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { InvoiceNumber } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { OrderAddress, OrderLine, OrderNumber, type Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { CreditedPart } from './credit-part.ts'

/** Who sells, in the words of the settings. */
export const Seller = z.strictObject({
  name: z.string().min(1).max(120),
  address: z.array(z.string().min(1).max(120)).min(1).max(6),
  taxId: z.string().min(1).max(60),
  /** Empty: none. */
  contact: z.string().max(200),
})
export type Seller = z.infer<typeof Seller>

const Day = z.iso.date()

/** In the order in which it is written, which its hash is of. */
export const InvoiceDocument = z.strictObject({
  kind: z.enum(['invoice', 'credit_note']),
  number: InvoiceNumber,
  issuedOn: Day,
  language: Language,
  seller: Seller,
  buyer: z.strictObject({ name: z.string().max(120), storeId: z.string().max(20), address: OrderAddress }),
  order: z.strictObject({ number: OrderNumber, placedOn: Day }),
  /** Of a credit note: the invoice that it is for. */
  corrects: z.strictObject({ number: InvoiceNumber, issuedOn: Day }).nullable(),
  currency: Currency,
  /** None where a part of an invoice is credited: it is of no line. */
  lines: z.array(OrderLine).max(MAX_LINES),
  couponCode: z.string().max(40).nullable(),
  subtotalMinor: SumMinor,
  discountMinor: SumMinor,
  taxes: z.array(TaxTotal).max(MAX_LINES),
  taxMinor: SumMinor,
  totalMinor: SumMinor,
})
export type InvoiceDocument = z.infer<typeof InvoiceDocument>

/** What the job gives to a document. */
export interface Given {
  readonly number: string
  readonly issuedOn: string
  readonly language: Language
  readonly seller: Seller
}

/** The order as it was bought; `placedOn` is the day where the seller is. */
export function invoiceOf(
  {
    order,
    placedOn,
    storeId,
  }: { readonly order: Order; readonly placedOn: string; readonly storeId: string },
  given: Given,
): InvoiceDocument {
  const { totals } = order
  return {
    kind: 'invoice',
    number: given.number,
    issuedOn: given.issuedOn,
    language: given.language,
    seller: given.seller,
    buyer: { name: order.customerName, storeId, address: order.address },
    order: { number: order.number, placedOn },
    corrects: null,
    currency: order.currency,
    lines: order.lines,
    couponCode: order.couponCode,
    subtotalMinor: totals.subtotalMinor,
    discountMinor: totals.discountMinor,
    taxes: totals.taxes,
    taxMinor: totals.taxMinor,
    totalMinor: totals.totalMinor,
  }
}

/** With the lines of the invoice where all of it is taken back at once. */
export function creditNoteOf(
  invoice: InvoiceDocument,
  part: CreditedPart,
  { number, issuedOn, seller, language }: Given,
): InvoiceDocument {
  const isWhole = part.totalMinor === invoice.totalMinor
  const netMinor = part.totalMinor - part.taxMinor
  return {
    ...invoice,
    kind: 'credit_note',
    number,
    issuedOn,
    language,
    seller,
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines: isWhole ? invoice.lines : [],
    couponCode: isWhole ? invoice.couponCode : null,
    subtotalMinor: isWhole ? invoice.subtotalMinor : netMinor,
    discountMinor: isWhole ? invoice.discountMinor : 0,
    taxes: [...part.taxes],
    taxMinor: part.taxMinor,
    totalMinor: part.totalMinor,
  }
}
