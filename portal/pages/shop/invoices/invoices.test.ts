// The page of invoices over HTTP: what is asked of the store, who may see it, and the PDF as it comes.
import { expect, test } from 'vitest'
import { startPortalRig } from '../../../test/portal-rig.ts'
import type { StoreCall } from '../../../http/staff.ts'
import { viewerAs } from '../../testing/fixtures.ts'
import { invoiceOf } from '../../testing/shop/invoice-pages.ts'
import { readInvoicesOf } from './invoices-of.tsx'

test('the filter of the address goes to the store; what it does not know is left out, what is wrong is said', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Support')
  const address =
    '/shop/invoices?number=inv-2026&pharmacy=Central&kind=&from=2026-11-01&until=2026-11-30&utm=1'
  expect((await browser.get(address)).status).toBe(200)
  expect(rig.upstream.shop.invoices.queries).toEqual([
    {
      page: 1,
      pageSize: 50,
      number: 'INV-2026',
      pharmacy: 'Central',
      from: '2026-11-01',
      until: '2026-11-30',
    },
  ])
  for (const wrong of ['from=yesterday', 'kind=receipt!', 'page=0', 'page=201', 'number=%25'])
    expect([wrong, (await browser.get(`/shop/invoices?${wrong}`)).status]).toEqual([wrong, 422])
})

test('a row says number, kind, day, pharmacy, order and amount, and leads to the PDF', async () => {
  const rig = await startPortalRig()
  const { rows } = rig.upstream.shop.invoices
  rows.push(invoiceOf({ number: 'CRN-2026-000001', kind: 'credit_note', corrects: 'INV-2026-000017' }))
  const { text } = await (await rig.signedIn()).get('/shop/invoices')
  for (const shown of [
    'href="/shop/invoices/INV-2026-000017"',
    '26/11/2026',
    'href="/relay/P-1001"',
    'ABCDEFGH',
    '€125.40',
    'Credit note for INV-2026-000017',
    '-€125.40',
  ])
    expect(text).toContain(shown)
})

test('the PDF comes as it is, under its number; one that is not there, and what is no number, is not found', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Support')
  const pdf = await browser.get('/shop/invoices/INV-2026-000017')
  expect([pdf.status, pdf.text]).toEqual([200, '%PDF-1.7 a test'])
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toBe('inline; filename="INV-2026-000017.pdf"')
  expect(pdf.headers.get('cache-control')).toBe('no-store')
  for (const none of ['INV-2026-000018', 'invoice.pdf'])
    expect((await browser.get(`/shop/invoices/${none}`)).status).toBe(404)
})

test('a part of another page asks for one order or one pharmacy, and for nothing where one may not', async () => {
  const asked: unknown[] = []
  const store: StoreCall = async (_entry, { query }) => Promise.reject(new Error(String(asked.push(query))))
  const read = async (role: 'Support' | 'Customer', of: Parameters<typeof readInvoicesOf>[1]) =>
    readInvoicesOf({ store, viewer: viewerAs(role) }, of).catch(() => 'asked')
  expect(await read('Support', { order: 'ABCDEFGH' })).toBe('asked')
  expect(await read('Support', { customerId: 7 })).toBe('asked')
  expect(await read('Customer', { customerId: 7 })).toBeNull()
  expect(asked).toEqual([
    { pageSize: '25', number: 'ABCDEFGH' },
    { pageSize: '25', customerId: '7' },
  ])
})
