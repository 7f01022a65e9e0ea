// The valid calls of the endpoints of invoices, for the walk over the store API's table.
import type { InvoiceSummary, shopInvoicesApi } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { WalkSite } from '../../../http/table-walk/table-walk.ts'
import { storeApi, type TestApp } from '../../test/test-app.ts'
import { ADDRESS, filledCart, placed } from './buyers.ts'
import { firstInvoice } from './invoices.ts'
import { newProduct } from './products.ts'

const none = { params: null, query: null, body: null }

type Calls = WalkSite<typeof shopInvoicesApi>['calls']

/** Of one order without a price, which is paid as soon as it is placed. */
export function invoiceCalls(site: () => TestApp) {
  let made: Promise<InvoiceSummary> | null = null
  const invoice = async (): Promise<InvoiceSummary> => (made ??= freeInvoice(site()))
  const outsiders = async () => {
    const token = await site().tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
    return [{ who: 'of another pharmacy', token, code: 'not_found' as const }]
  }
  return {
    listOwnInvoices: async () => {
      const { number, orderNumber } = await invoice()
      return { ...none, query: { pageSize: '5', order: orderNumber, after: number } }
    },
    getOwnInvoice: async () => ({
      ...none,
      params: { invoiceNumber: (await invoice()).number },
      outsiders: await outsiders(),
    }),
    getOrderInvoice: async () => ({
      ...none,
      params: { number: (await invoice()).orderNumber },
      outsiders: await outsiders(),
    }),
    listInvoices: () => ({
      ...none,
      query: {
        page: '1',
        pageSize: '5',
        number: 'INV-2026',
        pharmacy: 'pharmacy',
        customerId: '1',
        kind: 'invoice' as const,
        from: '2026-01-01',
        until: '2026-12-31',
      },
    }),
    getInvoice: async () => ({ ...none, params: { invoiceNumber: (await invoice()).number } }),
  } satisfies Calls
}

async function freeInvoice(site: TestApp): Promise<InvoiceSummary> {
  const as = { token: site.tokens.tokens.Pharmacist }
  const { id } = await newProduct(site, { stock: 9, priceMinor: 0 })
  const address = await site.call(storeApi.createAddress, { body: ADDRESS }, as)
  const buyer = { ...as, addressId: address.id }
  const { number: order } = await placed(site, buyer, await filledCart(site, as, { [id]: 1 }))
  const invoice = await firstInvoice(site, as, order)
  // The first drawing starts a thread, for which a call of the walk has no time on a busy machine.
  await until('its PDF', async () => {
    const params = { invoiceNumber: invoice.number }
    const drawn = site.call(storeApi.getOwnInvoice, { params }, as)
    return drawn.then(
      () => true,
      () => false,
    )
  })
  return invoice
}
