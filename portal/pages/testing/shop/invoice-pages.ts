// The page of invoices in every state, and the part of it on other pages.
import { h } from 'preact'
import type { InvoicePage, StaffInvoice } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { pageDocument } from '../../../views/frame.tsx'
import { invoicesQuery } from '../../shop/invoices/invoices-address.ts'
import { InvoicesOfPart, type InvoicesOf } from '../../shop/invoices/invoices-of.tsx'
import { invoicesPage } from '../../shop/invoices/invoices-page.tsx'
import { HOSTILE } from '../fixtures.ts'

export function invoiceOf(changes: Partial<StaffInvoice> = {}): StaffInvoice {
  return {
    number: 'INV-2026-000017',
    kind: 'invoice',
    orderNumber: 'ABCDEFGH',
    issuedOn: '2026-11-26',
    at: '2026-11-26T09:00:00.000Z',
    currency: 'EUR',
    totalMinor: 125_40,
    corrects: null,
    customerId: 1,
    storeId: 'P-1001',
    customerName: 'Central',
    ...changes,
  }
}

const NOTE = invoiceOf({ number: 'CRN-2026-000003', kind: 'credit_note', corrects: 'INV-2026-000017' })
const SOME = [
  NOTE,
  invoiceOf(),
  invoiceOf({
    number: 'INV-2026-123456789',
    customerName: HOSTILE,
    kind: 'other',
    totalMinor: 999_999_999_999,
  }),
]

export function invoicePages(frame: FrameProps): Record<string, string> {
  const list = (items: StaffInvoice[], changes: Partial<InvoicePage> = {}): InvoicePage => ({
    items,
    total: items.length,
    totalIsExact: true,
    page: 1,
    pageSize: 50,
    ...changes,
  })
  const page = (query: object, shown: InvoicePage) =>
    invoicesPage({ frame: { ...frame, path: '/shop/invoices' }, query: invoicesQuery(query), list: shown })
  const part = (of: InvoicesOf, shown: InvoicePage) => partPage(frame, of, shown)
  return {
    invoices: page({}, list(SOME)),
    'invoices, one': page({}, list([NOTE])),
    'invoices, more than are counted': page(
      { page: '3' },
      list(SOME, { total: 10_000, totalIsExact: false, page: 3 }),
    ),
    'invoices, filtered': page(
      {
        number: 'inv-2026',
        pharmacy: HOSTILE,
        kind: 'credit_note',
        from: '2026-01-01',
        until: '2026-12-31',
        customerId: '7',
      },
      list([]),
    ),
    'invoices, past the end': page({ page: '9' }, list([], { total: 3 })),
    'invoices of an order': part({ order: 'ABCDEFGH' }, list(SOME)),
    'invoices of an order, none yet': part({ order: 'ABCDEFGH' }, list([])),
    'invoices of a pharmacy': part({ customerId: 7 }, list(SOME, { total: 40 })),
  }
}

function partPage(frame: FrameProps, of: InvoicesOf, list: InvoicePage): string {
  const t = texts(frame.language)
  const part = h(InvoicesOfPart, { of, list, viewer: frame.viewer, t })
  return pageDocument({ frame, title: 'ABCDEFGH', children: h('div', {}, h('h1', {}, 'ABCDEFGH'), part) })
}
