// Invoices and credit notes, as the pharmacy that bought sees its own and staff see all of them.
import { z } from 'zod'
import { Id, IdText, Instant, SearchText, StoreId } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { SHOP_ROLES } from '../access.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { Currency, SumMinor } from './amounts.ts'
import { OrderNumber } from './orders.ts'
import { MAX_COUNTED, MAX_PAGED } from './products.ts'

/** A credit note takes back an invoice, or a part of it. Amounts of both are above 0. */
export const InvoiceKind = growing(z.enum(['invoice', 'credit_note', 'other']), 'other').meta({
  id: 'InvoiceKind',
})
export type InvoiceKind = z.infer<typeof InvoiceKind>

/** Series, year and a count without a gap: `INV-2026-000017`. */
export const InvoiceNumber = z.string().regex(/^[A-Z]{1,8}-\d{4}-\d{6,9}$/, 'must look like INV-2026-000017')
export type InvoiceNumber = z.infer<typeof InvoiceNumber>

const summary = {
  number: InvoiceNumber,
  kind: InvoiceKind,
  orderNumber: OrderNumber,
  /** The day that stands on it, where the seller is. */
  issuedOn: z.iso.date(),
  at: Instant,
  currency: Currency,
  totalMinor: SumMinor,
  /** Of a credit note: the invoice that it is for. */
  corrects: InvoiceNumber.nullable(),
}

export const InvoiceSummary = z.strictObject(summary).meta({ id: 'InvoiceSummary' })
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

/** With whose it is; `customerName` as it stands on the invoice. */
export const StaffInvoice = z
  .strictObject({ ...summary, customerId: Id, storeId: StoreId, customerName: z.string().max(120) })
  .meta({ id: 'StaffInvoice' })
export type StaffInvoice = z.infer<typeof StaffInvoice>

/** Days count as they stand on the invoices, both of them too. */
export const InvoiceListQuery = z
  .strictObject({
    page: paging.page,
    pageSize: paging.pageSize,
    /** Begins so, or is of the order with this number. */
    number: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9-]{1,24}$/, 'must look like INV-2026-000017, or a part of its beginning')
      .optional(),
    /** Words of the pharmacy, as in the list of pharmacies. */
    pharmacy: SearchText,
    customerId: IdText.optional(),
    kind: InvoiceKind.optional(),
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  })
  .refine(({ page, pageSize }) => page * pageSize <= MAX_PAGED, {
    path: ['page'],
    message: `must end within ${MAX_PAGED} rows; narrow the days`,
  })
export type InvoiceListQuery = z.infer<typeof InvoiceListQuery>

/** Counted to 10,000. */
export const InvoicePage = pageOf(StaffInvoice).extend({
  total: z.int().min(0).max(MAX_COUNTED),
  totalIsExact: z.boolean(),
})
export type InvoicePage = z.infer<typeof InvoicePage>

const INVOICES = '/api/v1/store/invoices'
const PANEL_INVOICES = '/api/v1/panel/invoices'
const invoiceParams = z.strictObject({ invoiceNumber: InvoiceNumber })
const pdf = { status: 200, schema: null, bytes: 'application/pdf' } as const

export const shopInvoicesApi = {
  listOwnInvoices: endpoint({
    method: 'GET',
    path: INVOICES,
    summary: 'Invoices and credit notes of the own pharmacy, newest first',
    access: SHOP_ROLES,
    query: z.strictObject({
      pageSize: paging.pageSize,
      /** Of one order alone. */
      order: OrderNumber.optional(),
      /** `next` of the page before. */
      after: InvoiceNumber.optional(),
    }),
    reply: {
      status: 200,
      schema: z.strictObject({ items: z.array(InvoiceSummary).max(200), next: InvoiceNumber.nullable() }),
    },
  }),
  getOwnInvoice: endpoint({
    method: 'GET',
    path: `${INVOICES}/{invoiceNumber}`,
    summary: 'One invoice or credit note of the own pharmacy as PDF; always the same bytes',
    access: SHOP_ROLES,
    params: invoiceParams,
    reply: pdf,
  }),
  getOrderInvoice: endpoint({
    method: 'GET',
    path: '/api/v1/store/orders/{number}/invoice',
    summary: 'The invoice of an order as PDF; not_found as long as it is not paid, and some seconds more',
    access: SHOP_ROLES,
    params: z.strictObject({ number: OrderNumber }),
    reply: pdf,
  }),
  listInvoices: endpoint({
    method: 'GET',
    path: PANEL_INVOICES,
    summary: 'Invoices and credit notes of all pharmacies, newest first',
    access: STAFF_ROLES,
    query: InvoiceListQuery,
    reply: { status: 200, schema: InvoicePage },
  }),
  getInvoice: endpoint({
    method: 'GET',
    path: `${PANEL_INVOICES}/{invoiceNumber}`,
    summary: 'One invoice or credit note as PDF; always the same bytes',
    access: STAFF_ROLES,
    params: invoiceParams,
    reply: pdf,
  }),
} as const satisfies EndpointTable
