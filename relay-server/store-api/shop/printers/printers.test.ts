// Printers as the shop knows them: recognised by what computers report, or chosen; and what fits into them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductMedia } from '@pharmacy-relay/shared/api/shop/printers.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { newProduct } from '../test/products.ts'

let place: Place
let buyer: TestBuyer
const ids: Record<string, number> = {}

const LABELS = {
  kind: 'labels',
  method: 'direct',
  widthMm: 100,
  lengthMm: 50,
  gapMm: 3,
  coreMm: 25,
  rollMm: 127,
} as const
const DESKTOP = {
  kind: 'printer',
  method: 'direct',
  minWidthMm: 15,
  widthMm: 108,
  coreMm: 25,
  rollMm: 127,
  ribbonCoreMm: null,
  reportedAs: 'ZD421',
} as const
const MEDIA: Readonly<Record<string, ProductMedia>> = {
  direct: DESKTOP,
  transfer: { ...DESKTOP, method: 'transfer', ribbonCoreMm: 13, reportedAs: 'ZD-421t' },
  fits: LABELS,
  tooWide: { ...LABELS, widthMm: 109 },
  tooNarrow: { ...LABELS, widthMm: 14 },
  otherCore: { ...LABELS, coreMm: 76 },
  tooLarge: { ...LABELS, rollMm: 128 },
  needsRibbon: { ...LABELS, method: 'transfer' },
  ribbon: { kind: 'ribbon', widthMm: 60, coreMm: 13 },
  otherRibbon: { kind: 'ribbon', widthMm: 60, coreMm: 25 },
}

beforeAll(async () => {
  place = await startPlace('shop_printers')
  for (const [name, media] of Object.entries(MEDIA)) {
    ids[name] = (await newProduct(place.site, { name, stock: 1 })).id
    await place.site.call(storeApi.setProductMedia, { params: paramsOf(name), body: media })
  }
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

const paramsOf = (name: string) => ({ productId: String(ids[name]) })

/** A computer of the pharmacy with these printers; the first one is in use. */
async function reporting(
  pharmacyId: number,
  ...printers: readonly (readonly [id: string, detail: string])[]
) {
  const { db } = place.store
  const rows = printers.map(([id, detail]) => ({ id, name: id.slice(id.indexOf(':') + 1), detail }))
  const computer = await db
    .insertInto('RelayComputers')
    .values({
      customerId: pharmacyId,
      pcName: `PC-${pharmacyId}`,
      username: 'till',
      installId: randomUUID(),
      localIpAddress: '192.168.1.10',
      softwareVersion: '1.0.0',
      deviceKey: String(pharmacyId).padStart(64, '0'),
      reportedPrinters: JSON.stringify(rows),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const used = {
    customerId: pharmacyId,
    printerComputerId: computer.id,
    printerName: printers[0]?.[0] ?? '',
    tcpPort: 9100,
  }
  await db.insertInto('PrinterConfigs').values(used).execute()
}

async function supplies({ token }: TestBuyer, query: { printerId?: string } = {}) {
  const { printer, items } = await place.site.call(storeApi.listSupplies, { query }, { token })
  return [printer?.name ?? null, items.map(({ product }) => product.name)]
}

describe('what fits', () => {
  const cases = [
    ['direct', ['fits']],
    ['transfer', ['fits', 'needsRibbon', 'ribbon']],
  ] as const
  test.each(cases)('into the printer “%s” go %j', async (name, expected) => {
    expect(await supplies(buyer, { printerId: String(ids[name]) })).toEqual([name, expected])
  })

  test('a product that is no printer, and a pharmacy that reports none, have nothing that is said to fit', async () => {
    expect(await supplies(buyer, { printerId: String(ids['fits']) })).toEqual([null, []])
    expect(await supplies(buyer)).toEqual([null, []])
  })
})

test('a printer is recognised by what its computer reports, the longest mark first, the one in use before others', async () => {
  const one = await newBuyer(place)
  await reporting(one.pharmacyId, ['cups:Labels', 'Zebra ZTC zd421T-203dpi ZPL'], ['cups:ZD421', ''])
  expect(await supplies(one)).toEqual(['transfer', ['fits', 'needsRibbon', 'ribbon']])
  const { printers } = await place.site.call(storeApi.listOwnPrinters, {}, { token: one.token })
  expect(printers).toMatchObject([
    { printerName: 'cups:Labels', isUsed: true, isChosen: false, product: { name: 'transfer' } },
    { printerName: 'cups:ZD421', isUsed: false, isChosen: false, product: { name: 'direct' } },
  ])
})

test('a pharmacy says itself which printer one is that tells nothing, and takes it back', async () => {
  const one = await newBuyer(place)
  const printerName = 'tcp:192.168.1.50:9100'
  await reporting(one.pharmacyId, [printerName, 'network printer'])
  expect(await supplies(one)).toEqual([null, []])
  const choose = async (productId: number | null, name = printerName) =>
    place.site.call(
      storeApi.chooseOwnPrinter,
      { body: { printerName: name, productId } },
      { token: one.token },
    )
  expect((await choose(ids['direct'] ?? 0)).printers).toMatchObject([
    { isChosen: true, product: { name: 'direct' } },
  ])
  expect(await supplies(one)).toEqual(['direct', ['fits']])
  expect((await refusalOf(choose(ids['fits'] ?? 0))).code).toBe('state_conflict')
  expect((await refusalOf(choose(ids['direct'] ?? 0, 'cups:other'))).code).toBe('state_conflict')
  // What another pharmacy chose is no matter of this one.
  expect(await supplies(buyer)).toEqual([null, []])
  await choose(null)
  expect(await supplies(one)).toEqual([null, []])
})

test('staff see the printer of each pharmacy, and those alone that the shop does not know', async () => {
  const [known, unknown] = [await newBuyer(place), await newBuyer(place)]
  await reporting(known.pharmacyId, ['cups:ZD421', ''])
  await reporting(unknown.pharmacyId, ['cups:Matrix', 'Old one'])
  const list = async (query: { unknown?: 'true' }) => place.site.call(storeApi.listPrintersInUse, { query })
  const all = await list({})
  expect(all.total).toBe(all.items.length)
  const nameOf = (id: number) => all.items.find(({ customerId }) => customerId === id)?.product?.name
  expect([nameOf(known.pharmacyId), nameOf(unknown.pharmacyId)]).toEqual(['direct', undefined])
  const strange = await list({ unknown: 'true' })
  expect(strange.items.map(({ customerId }) => customerId)).toContain(unknown.pharmacyId)
  expect(strange.items.every(({ product }) => product === null)).toBe(true)
  expect(strange.total).toBe(strange.items.length)
})

test('what a product is to a printer is taken back, and every change stands in the staff log once', async () => {
  const { id, sku } = await newProduct(place.site)
  const params = { productId: String(id) }
  for (const body of [LABELS, LABELS, { kind: 'none' } as const])
    expect(await place.site.call(storeApi.setProductMedia, { params, body })).toEqual(body)
  expect(await place.site.call(storeApi.getProductMedia, { params })).toEqual({ kind: 'none' })
  const { items } = await place.site.call(storeApi.listStaffOperations, { query: { q: sku } })
  expect(items.filter(({ action }) => action === 'product.update')).toHaveLength(2)
})
