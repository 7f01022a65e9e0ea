// For tests: invoices of a store API over memory.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { InvoiceListQuery, StaffInvoice } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { invoiceOf } from '../../pages/testing/shop/invoice-pages.ts'

const { listInvoices, getInvoice } = storeApi
export const memoryInvoicesApi = { listInvoices, getInvoice }

export class MemoryInvoices {
  readonly rows: StaffInvoice[] = [invoiceOf()]
  /** Queries of the list, as they arrived. */
  readonly queries: InvoiceListQuery[] = []

  handlers(): EndpointHandlers<typeof memoryInvoicesApi> {
    return {
      listInvoices: async ({ query }) => {
        this.queries.push(query)
        const { page, pageSize } = query
        return { items: this.rows, total: this.rows.length, totalIsExact: true, page, pageSize }
      },
      getInvoice: async ({ params }) => {
        if (this.rows.some(({ number }) => number === params.invoiceNumber))
          return Buffer.from('%PDF-1.7 a test')
        throw new ProblemError('not_found', 'There is no such invoice')
      },
    }
  }
}
