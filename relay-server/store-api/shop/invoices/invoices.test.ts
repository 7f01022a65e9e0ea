// Invoices over HTTP: a pharmacy gets its own and nobody else's, staff find any, and each is the same bytes for ever.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { firstInvoice, readPdfText } from '../test/invoices.ts'
import { happens, orderedProduct } from '../test/orders.ts'

let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_invoices_http')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

const paid = async (by: TestBuyer) => firstInvoice(place.site, by, await paidOrder(by))

async function paidOrder(by: TestBuyer): Promise<string> {
  const bought = { name: 'Etiket rulosu ğşıİ', priceMinor: 1_000, quantity: 2 }
  const { order } = await orderedProduct(place, by, bought)
  await happens(place, order.number, 'captured')
  return order.number
}

const pdfOf = async (invoiceNumber: string, { token } = buyer) => {
  let pdf: Uint8Array = new Uint8Array()
  // The first one starts a thread, for which a busy machine may not have the time of a call.
  await until('a PDF', async () => {
    const asked = place.site.call(storeApi.getOwnInvoice, { params: { invoiceNumber } }, { token })
    return asked.then(
      (bytes) => {
        pdf = bytes
        return true
      },
      () => false,
    )
  })
  return Buffer.from(pdf)
}

test('C34: what was paid is invoiced with what was bought, and stays the same bytes when name and address change', async () => {
  const invoice = await paid(buyer)
  expect(invoice).toMatchObject({ kind: 'invoice', totalMinor: 2_380, currency: 'EUR', corrects: null })
  expect(invoice.number).toMatch(/^INV-\d{4}-000001$/)
  const pdf = await pdfOf(invoice.number)
  const { text } = await readPdfText(pdf)
  for (const words of ['Etiket rulosu ğşıİ', 'Apotheke am Markt', 'Total €23.80', invoice.orderNumber])
    expect(text).toContain(words)
  await sql`update "Customers" set "name" = 'Renamed' where "id" = ${buyer.pharmacyId}`.execute(
    place.store.db,
  )
  await sql`update "Addresses" set "city" = 'Hamburg'`.execute(place.store.db)
  await sql`update "Products" set "name" = 'Another'`.execute(place.store.db)
  expect((await pdfOf(invoice.number)).equals(pdf)).toBe(true)
  const { rows } = await sql<{ sha256: Buffer }>`select "sha256" from "InvoicePdfs"`.execute(place.store.db)
  expect(rows[0]?.sha256.equals(createHash('sha256').update(pdf).digest())).toBe(true)
})

test('C35: invoices of another pharmacy are not found, by number, by order, in lists or as a place in them', async () => {
  const invoice = await paid(buyer)
  const { token } = await newBuyer(place)
  const { call } = place.site
  const byNumber = call(storeApi.getOwnInvoice, { params: { invoiceNumber: invoice.number } }, { token })
  await expect(byNumber).rejects.toMatchObject({ code: 'not_found' })
  const byOrder = call(storeApi.getOrderInvoice, { params: { number: invoice.orderNumber } }, { token })
  await expect(byOrder).rejects.toMatchObject({ code: 'not_found' })
  expect(await call(storeApi.listOwnInvoices, { query: {} }, { token })).toEqual({ items: [], next: null })
  expect(await call(storeApi.listOwnInvoices, { query: { order: invoice.orderNumber } }, { token })).toEqual({
    items: [],
    next: null,
  })
  const behind = call(storeApi.listOwnInvoices, { query: { after: invoice.number } }, { token })
  await expect(behind).rejects.toMatchObject({ code: 'invalid' })
})

test('an order that is not paid has none yet; one that is cancelled afterwards has its invoice and a credit note', async () => {
  const { order } = await orderedProduct(place, buyer)
  const { token } = buyer
  const asked = place.site.call(storeApi.getOrderInvoice, { params: { number: order.number } }, { token })
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  await happens(place, order.number, 'captured')
  const invoice = await firstInvoice(place.site, buyer, order.number)
  await happens(place, order.number, 'cancelled_by_staff')
  const query = { order: order.number }
  await until('the credit note', async () => {
    return (await place.site.call(storeApi.listOwnInvoices, { query }, { token })).items.length === 2
  })
  const { items } = await place.site.call(storeApi.listOwnInvoices, { query }, { token })
  expect(items.map(({ kind, corrects }) => [kind, corrects])).toEqual([
    ['credit_note', invoice.number],
    ['invoice', null],
  ])
  const ofOrder = await place.site.call(
    storeApi.getOrderInvoice,
    { params: { number: order.number } },
    { token },
  )
  expect((await pdfOf(invoice.number)).equals(Buffer.from(ofOrder))).toBe(true)
})

test('the own list goes on by key and ends', async () => {
  const other = await newBuyer(place)
  const orders = [await paidOrder(other), await paidOrder(other), await paidOrder(other)]
  const made: string[] = []
  for (const order of orders) made.unshift((await firstInvoice(place.site, other, order)).number)
  const { token } = other
  const first = await place.site.call(storeApi.listOwnInvoices, { query: { pageSize: '2' } }, { token })
  expect([first.items.map(({ number }) => number), first.next]).toEqual([made.slice(0, 2), made[1]])
  const query = { pageSize: '2', after: first.next ?? '' }
  const second = await place.site.call(storeApi.listOwnInvoices, { query }, { token })
  expect([second.items.map(({ number }) => number), second.next]).toEqual([made.slice(2), null])
})

test('staff find invoices by number, order, pharmacy, kind and day', async () => {
  const other = await newBuyer(place)
  const invoice = await paid(other)
  const row = {
    number: invoice.number,
    customerId: other.pharmacyId,
    customerName: expect.any(String) as string,
  }
  const found = async (query: object) => {
    const { items, total } = await place.site.call(storeApi.listInvoices, { query }, { role: 'Support' })
    expect(total).toBe(items.length)
    return items
  }
  const { storeId = '' } = (await found({ customerId: String(other.pharmacyId) }))[0] ?? {}
  for (const query of [
    { number: invoice.number.toLowerCase() },
    { number: invoice.orderNumber },
    { pharmacy: storeId },
    {
      customerId: String(other.pharmacyId),
      kind: 'invoice',
      from: invoice.issuedOn,
      until: invoice.issuedOn,
    },
  ])
    expect(await found(query)).toMatchObject([row])
  expect((await found({ number: 'INV-' })).length).toBeGreaterThan(1)
  for (const query of [
    { number: 'INV-1999' },
    { number: 'ZZZZZZZZ' },
    { pharmacy: 'nobody of this name' },
    { customerId: String(other.pharmacyId), kind: 'credit_note' },
    { from: '2000-01-01', until: '2000-12-31' },
  ])
    expect(await found(query)).toEqual([])
  const far = place.site.call(storeApi.listInvoices, { query: { page: '201', pageSize: '50' } })
  await expect(far).rejects.toMatchObject({ code: 'invalid' })
})
