// Invoices as PDF, read back by another implementation: every letter, every sum, as many pages as it takes, always the same bytes.
import { expect, test } from 'vitest'
import { MAX_LINES } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { amountText } from '@pharmacy-relay/shared/texts/amount-text.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { INVOICES } from '../../../test/test-app.ts'
import { ADDRESS } from '../../test/buyers.ts'
import { readPdfText } from '../../test/invoices.ts'
import { totalsOf } from '../../totals/totals.ts'
import { creditNoteOf, type InvoiceDocument, type Seller } from '../invoice-document.ts'
import { drawInvoice } from './draw-invoice.ts'

const TURKISH = 'Ağrı Şifâ İğnesi, ÇĞİÖŞÜ çğıöşü ısırgan'

function documentOf(count: number, changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const bought = Array.from({ length: count }, (_, n) => ({
    quantity: n + 1,
    priceMinor: 3_823,
    taxBp: [700, 1_900, 2_000][n % 3] ?? 0,
  }))
  const { totals, lines } = totalsOf(bought, { kind: 'percent', percentBp: 620 })
  return {
    kind: 'invoice',
    number: 'INV-2026-000017',
    issuedOn: '2026-11-26',
    language: 'en',
    seller: INVOICES.seller as Seller,
    buyer: { name: 'Şifa Eczanesi', storeId: 'P-1042', address: { ...ADDRESS, city: 'İstanbul' } },
    order: { number: 'ABCDEFGH', placedOn: '2026-11-25' },
    corrects: null,
    currency: 'EUR',
    lines: bought.map((line, index) => ({
      ...line,
      productId: index + 1,
      sku: `SKU-${index + 1}`,
      name: `Product ${index + 1}`,
      netMinor: lines[index]?.netMinor ?? 0,
      discountMinor: lines[index]?.discountMinor ?? 0,
    })),
    couponCode: 'AUTUMN',
    ...totals,
    ...changes,
  }
}

const named = (name: string): InvoiceDocument => {
  const document = documentOf(1)
  return { ...document, lines: document.lines.map((line) => ({ ...line, name })) }
}

test('what stands on an invoice can be read back: who, what, each rate, all sums', async () => {
  const document = documentOf(3)
  const { pages, text } = await readPdfText(await drawInvoice(document))
  expect(pages).toHaveLength(1)
  const money = (minor: number): string => amountText(minor, 'EUR', 'en-GB')
  const sums = document.taxes.flatMap(({ netMinor, taxMinor }) => [
    `on ${money(netMinor)} ${money(taxMinor)}`,
  ])
  for (const words of [
    ...['Invoice', 'INV-2026-000017', '26/11/2026', 'ABCDEFGH', 'P-1042', 'Şifa Eczanesi', '10115 İstanbul'],
    ...['Toptan Ecza A.Ş.', 'Çarşı Cad. 1', 'Tax number: TR1', 'Product 3', 'SKU-3', 'Page 1 of 1'],
    ...['Tax 7%', 'Tax 19%', 'Tax 20%', 'Discount with AUTUMN', ...sums],
    ...[money(document.subtotalMinor), money(-document.discountMinor), `Total ${money(document.totalMinor)}`],
  ])
    expect(text).toContain(words)
})

test.each(Language.options)('in %s with its own words, days and amounts', async (language) => {
  const { text } = await readPdfText(await drawInvoice(documentOf(2, { language })))
  const t = texts(language)
  const { invoiceDocument: words } = t
  for (const said of [words.titles.invoice, words.billTo, words.item, words.subtotal, words.page(1, 1)])
    expect(text).toContain(said)
  expect(text).toContain(amountText(documentOf(2).totalMinor, 'EUR', t.locale).replaceAll('\u00A0', ' '))
})

test('Turkish letters stay what they are, and no two are joined', async () => {
  const { text } = await readPdfText(await drawInvoice(named(`${TURKISH} fi fı`)))
  expect(text.replaceAll('\n', ' ')).toContain(`${TURKISH} fi fı`)
})

test('C49: names with commands, and of two directions are drawn as they are', async () => {
  for (const name of ['^XA^FD<b>& "x" %PDF (\\)', 'צלזיוס 12 mg', 'Ελλάς Здоровье', 'x'.repeat(200)]) {
    const { text } = await readPdfText(await drawInvoice(named(name)))
    const letters = (all: string): string => all.replaceAll(/\s/g, '')
    for (const word of name.split(' ')) expect(letters(text)).toContain(letters(word))
  }
})

test('a letter that the typeface has not leaves the others as they are', async () => {
  const { text } = await readPdfText(await drawInvoice(named('Rx 💊 forte')))
  expect(text).toMatch(/Rx .* forte/)
})

test('as many lines as an order may have take several pages, each with head and number, and none is lost', async () => {
  const { pages, text } = await readPdfText(await drawInvoice(documentOf(MAX_LINES)))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  for (const page of pages.slice(1, -1)) expect(page).toContain('Item')
  for (let n = 1; n <= MAX_LINES; n += 1) expect(text).toMatch(new RegExp(`Product ${n}\\sSKU-${n}\\s`))
})

test('the same document makes the same bytes; another one does not', async () => {
  const [one, again, other] = [documentOf(4), documentOf(4), documentOf(4, { number: 'INV-2026-000018' })]
  const first = await drawInvoice(one)
  expect((await drawInvoice(again)).equals(first)).toBe(true)
  expect((await drawInvoice(other)).equals(first)).toBe(false)
})

test('a credit note over a part says of which invoice it is, and its sums of each rate', async () => {
  const invoice = documentOf(3)
  const taxes = [{ taxBp: 1_900, netMinor: 1_000, taxMinor: 190 }]
  const given = {
    number: 'CRN-2026-000001',
    issuedOn: '2026-12-01',
    language: 'en',
    seller: invoice.seller,
  } as const
  const note = creditNoteOf(invoice, { taxes, taxMinor: 190, totalMinor: 1_190 }, given)
  const { text } = await readPdfText(await drawInvoice(note))
  for (const words of [
    'Credit note',
    'CRN-2026-000001',
    'For invoice INV-2026-000017 of 26/11/2026',
    '19% €10.00 €1.90 €11.90',
  ])
    expect(text).toContain(words)
  expect(text).toContain('Total credited €11.90')
  expect(text).not.toContain('Product 1')
})
