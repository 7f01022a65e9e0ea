// The demo's catalogue can be imported, and every product has its picture.
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProductMedia } from '@pharmacy-relay/shared/api/shop/printers.ts'
import { readProducts } from '@pharmacy-relay/relay-server/store-api/shop/imports/product-rows.ts'
import { startPlace } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { demoPictures } from './demo-pictures.ts'
import { CATEGORIES, catalogueText, importFile, pictureFile, pictureOf, skusOf } from './catalogue.ts'

const MAX_PICTURE_BYTES = 10_240

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Promise.resolve(Buffer.from(text)) as never
}

async function catalogue() {
  const ids = new Map(CATEGORIES.map(({ key }, index) => [key, index + 1]))
  return readProducts(bytesOf(importFile(catalogueText(), ids)), new Set(ids.values()))
}

test('the importer takes every row: 60 to 120 products with stock, in every category without one below', async () => {
  const { rows, faults } = await catalogue()
  expect(faults).toEqual([])
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(rows.length).toBeLessThanOrEqual(120)
  expect(rows.map(({ sku }) => sku)).toEqual(skusOf(catalogueText()))
  expect(rows.every(({ stock, priceMinor, taxBp }) => stock > 0 && priceMinor > 0 && taxBp > 0)).toBe(true)
  const leaves = CATEGORIES.filter(({ key }) => !CATEGORIES.some(({ parent }) => parent === key))
  const filled = new Set(rows.map(({ categoryId }) => CATEGORIES[(categoryId ?? 0) - 1]?.key))
  expect(filled).toEqual(new Set(leaves.map(({ key }) => key)))
})

test('each printer of the catalogue has labels that fit, and each of the other two languages says what a product is', async () => {
  const { rows } = await catalogue()
  for (const { description } of rows) expect(description).toMatch(/^.+\nDE: .+\nTR: .+$/)
  const media = rows.map((row) => ProductMedia.parse(row.media))
  const printers = media.filter((one) => one.kind === 'printer')
  expect(printers.length).toBeGreaterThanOrEqual(5)
  for (const { minWidthMm, widthMm, coreMm, rollMm } of printers)
    expect(
      media.filter(
        (one) =>
          one.kind === 'labels' &&
          one.method === 'direct' &&
          one.coreMm === coreMm &&
          one.rollMm <= rollMm &&
          one.widthMm >= minWidthMm &&
          one.widthMm <= widthMm,
      ).length,
    ).toBeGreaterThanOrEqual(8)
})

test('every product has a picture of at most 10 KB, and every picture a product', () => {
  const used = new Set(skusOf(catalogueText()).map((sku) => pictureOf(sku) ?? `none of ${sku}`))
  for (const picture of used) {
    expect(existsSync(pictureFile(picture)), picture).toBe(true)
    expect(statSync(pictureFile(picture)).size, picture).toBeLessThanOrEqual(MAX_PICTURE_BYTES)
  }
  const drawn = readdirSync(path.dirname(pictureFile('x'))).map((file) => path.parse(file).name)
  expect(drawn.toSorted()).toEqual([...used].toSorted())
})

test('the first start imports it and gives each product its picture, and the second leaves everything as it is', async () => {
  const { site, stop } = await startPlace('demo_catalogue')
  onTestFinished(stop)
  const store = { call: async (entry: never, call: never) => site.call(entry, call) } as never
  const count = skusOf(catalogueText()).length
  expect(await demoCatalogue(store)).toBe(`${count} products   made for the demo`)
  expect(await demoCatalogue(store)).toBe('products      as they were')
  const going = { signal: new AbortController().signal, pauseMs: 0 }
  expect([await demoPictures(store, going), await demoPictures(store, going)]).toEqual([count, 0])
  const { items } = await site.call(storeApi.findProducts, { query: { q: 'Etiketten 100 x 50' } })
  expect(items.length).toBeGreaterThan(0)
  const printers = await site.call(storeApi.findProducts, { query: { q: 'zd421d' } })
  const token = await site.tokens.tokenFor('Customer', { claims: { pharmacyId: 1 } })
  const query = { printerId: String(printers.items[0]?.id) }
  const fitting = await site.call(storeApi.listSupplies, { query }, { token })
  expect(fitting.items.length).toBeGreaterThanOrEqual(10)
})
