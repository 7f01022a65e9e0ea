// Imports of products over HTTP: all of the file or nothing, and what is wrong is named by line.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newCategory } from '../test/products.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('shop_imports')
})
afterAll(() => place.stop())

async function imported(text: string): Promise<ProductImport> {
  const made = await place.site.call(storeApi.importProducts, { body: new Uint8Array(Buffer.from(text)) })
  const params = { importId: String(made.id) }
  let now = made
  await expect
    .poll(
      async () => {
        now = await place.site.call(storeApi.getProductImport, { params })
        return now.state
      },
      { timeout: 60_000 },
    )
    .not.toBe('applying')
  return now
}

const countOf = async (): Promise<number> =>
  (await place.site.call(storeApi.listProducts, { query: {} })).total

test('new products come in, those that differ change, and others keep their version', async () => {
  const { id } = await newCategory(place.site, 'Rolls')
  const head = '\uFEFFsku;name;priceMinor;taxBp;categoryId;gtin;isActive\r\n'
  const first = await imported(
    `${head}A-1;"Rolle; „groß“";100;1900;${id};4006381333931;true\r\nA-2;Şurup;200;700;;;\r\n`,
  )
  expect(first).toMatchObject({ state: 'applied', rows: 2, rowsDone: 2, added: 2, changed: 0, faults: [] })
  const second = await imported(
    `${head}A-1;"Rolle; „groß“";100;1900;${id};4006381333931;true\r\nA-2;Şurup;250;700;;;\r\nA-3;Neu;1;0;;;\r\n`,
  )
  expect(second).toMatchObject({ state: 'applied', added: 1, changed: 1 })
  const { imports } = await place.site.call(storeApi.listProductImports, {})
  expect(imports.map(({ id: one, added }) => [one, added])).toEqual([
    [second.id, 1],
    [first.id, 2],
  ])
  const { items } = await place.site.call(storeApi.findProducts, { query: { sort: 'price' } })
  expect(items.map(({ sku, priceMinor, available }) => [sku, priceMinor, available])).toEqual([
    ['A-3', 1, 0],
    ['A-1', 100, 0],
    ['A-2', 250, 0],
  ])
  expect(items[1]).toMatchObject({ name: 'Rolle; „groß“', gtin: '04006381333931', categoryId: id })
})

test('pieces come with new products alone, and what they are to label printers with every file that says it', async () => {
  const { db } = place.store
  const head =
    'sku,name,priceMinor,taxBp,stock,mediaKind,mediaMethod,mediaWidthMm,mediaLengthMm,mediaGapMm,mediaCoreMm,mediaRollMm'
  const file = (widthMm: number) =>
    imported(`${head}\nM-1,Roll,100,1900,40,labels,direct,${widthMm},,0,25,127\nM-2,Pen,50,1900,,,,,,,,\n`)
  expect(await file(100)).toMatchObject({ state: 'applied', added: 2, faults: [] })
  expect(await file(90)).toMatchObject({ state: 'applied', added: 0, changed: 0 })
  expect(await imported('sku,name,priceMinor,taxBp\nM-1,Roll,100,1900\n')).toMatchObject({ state: 'applied' })
  const found = await place.site.call(storeApi.findProducts, { query: { q: 'M-1' } })
  const productId = found.items[0]?.id ?? 0
  expect(found.items[0]).toMatchObject({ sku: 'M-1', available: 40 })
  expect(
    await place.site.call(storeApi.getProductMedia, { params: { productId: String(productId) } }),
  ).toEqual({
    kind: 'labels',
    method: 'direct',
    widthMm: 90,
    lengthMm: null,
    gapMm: 0,
    coreMm: 25,
    rollMm: 127,
  })
  const ledger = db.selectFrom('StockChanges').select(['kind', 'quantity']).where('productId', '=', productId)
  expect(await ledger.execute()).toEqual([{ kind: 'receive', quantity: 40 }])
})

test('C48: of thousands of rows three have faults: nothing is changed, and the three are named by line', async () => {
  const before = await countOf()
  const rows = Array.from({ length: 5_000 }, (_, n) => {
    if (n === 10) return 'B 10,Blank in sku,100,1900'
    if (n === 2_000) return `B-${n},Price,-1,1900`
    if (n === 4_999) return 'B-0,Twice,100,1900'
    return `B-${n},Product ${n},100,1900`
  })
  const refused = await imported(['sku,name,priceMinor,taxBp', ...rows].join('\n'))
  expect(refused).toMatchObject({ state: 'refused', faultCount: 3, added: 0 })
  expect(refused.faults.map(({ line, column, code }) => [line, column, code])).toEqual([
    [12, 'sku', 'value'],
    [2_002, 'priceMinor', 'value'],
    [5_001, 'sku', 'twice'],
  ])
  expect(await countOf()).toBe(before)
})

test.each([
  ['no head line that names what is needed', 'name,sku\nA,B\n', 'priceMinor'],
  ['an unknown column', 'sku,name,priceMinor,taxBp,colour\nC-1,A,1,0,red\n', 'colour'],
  ['a category that is none', 'sku,name,priceMinor,taxBp,categoryId\nC-1,A,1,0,9999\n', 'categoryId'],
  ['a wrong check digit', 'sku,name,priceMinor,taxBp,gtin\nC-1,A,1,0,4006381333932\n', 'gtin'],
  ['a quote that is never closed', 'sku,name,priceMinor,taxBp\nC-1,"A,1,0\n', ''],
  ['a row with a column too many', 'sku,name,priceMinor,taxBp\nC-1,A,1,0,0\n', ''],
  [
    'a width that is no number',
    'sku,name,priceMinor,taxBp,mediaKind,mediaWidthMm\nC-1,A,1,0,ribbon,wide\n',
    'mediaWidthMm',
  ],
  [
    'a ribbon without a core',
    'sku,name,priceMinor,taxBp,mediaKind,mediaWidthMm\nC-1,A,1,0,ribbon,60\n',
    'mediaCoreMm',
  ],
  ['nothing', '', ''],
])('a file with %s is refused', async (_what, text, column) => {
  const { state, faults } = await imported(text)
  expect(state).toBe('refused')
  expect(faults.map((fault) => fault.column)).toContain(column)
})

test('columns that the head line does not name are told once, and not of every row', async () => {
  const { faultCount, faults } = await imported('sku,name\nA,B\nC,D\nE,F\n')
  expect([faultCount, faults.map(({ line, column }) => [line, column])]).toEqual([
    2,
    [
      [1, 'priceMinor'],
      [1, 'taxBp'],
    ],
  ])
})

test('one import at a time', async () => {
  await place.store.db
    .insertInto('ProductImports')
    .values({ state: 'applying', rows: 1, faultCount: 0, faults: '[]', startedBy: 'a test' })
    .execute()
  expect((await refusalOf(imported('sku,name,priceMinor,taxBp\nD-1,A,1,0\n'))).code).toBe('state_conflict')
})
