// The endpoints of invoices: a pharmacy's own, and those of all pharmacies for staff.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { InvoiceSummary } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import { buyerOf } from '../buyers.ts'
import { listInvoices, ownInvoices, type OwnList } from './invoice-lists.queries.ts'
import { readPdf, type PdfParts } from './invoice-pdfs.ts'

export function invoiceHandlers(parts: PdfParts) {
  const { db } = parts
  return {
    listOwnInvoices: async ({ caller, query: { pageSize, order = null, after = null } }) => {
      const { customerId } = buyerOf(caller)
      const list = { customerId, order, after, limit: pageSize }
      return pageOfOwn(await ownInvoices(db, list), list)
    },
    getOwnInvoice: async ({ caller, params }) =>
      readPdf(parts, { number: params.invoiceNumber, customerId: buyerOf(caller).customerId }),
    getOrderInvoice: async ({ caller, params }) =>
      readPdf(parts, { orderNumber: params.number, customerId: buyerOf(caller).customerId }),
    listInvoices: async ({ query }) => listInvoices(db, query),
    getInvoice: async ({ params }) => readPdf(parts, { number: params.invoiceNumber, customerId: null }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}

function pageOfOwn(found: readonly InvoiceSummary[] | null, { limit }: OwnList) {
  if (found === null) {
    const errors = [{ path: 'query.after', message: 'must be next of a page' }]
    throw new ProblemError('invalid', 'Some fields are not valid', { errors })
  }
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null }
}
