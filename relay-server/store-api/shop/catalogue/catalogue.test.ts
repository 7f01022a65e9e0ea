// The catalogue over HTTP: search with slips, filters, pages, and what Admins change.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductPage } from '@pharmacy-relay/shared/api/shop/products.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { changeStock, newCategory, newProduct, productFields } from '../test/products.ts'

let place: Place
const ids: Record<string, number> = {}
beforeAll(async () => {
  place = await startPlace('shop_catalogue')
  const { id: labels } = await newCategory(place.site, 'Labels')
  const { id: rolls } = await newCategory(place.site, 'Rolls', labels)
  Object.assign(ids, { labels, rolls })
  const of = async (name: string, changes: Parameters<typeof newProduct>[1]) => {
    ids[name] = (await newProduct(place.site, { name, ...changes })).id
  }
  await of('Isırgan Şampuanı', { brand: 'Şifa', priceMinor: 500, description: 'Saç için' })
  await of('Label roll Größe 100', { categoryId: rolls, form: 'Roll', priceMinor: 300, stock: 5 })
  await of('Label roll 50', { categoryId: rolls, form: 'Roll', priceMinor: 200, gtin: '4006381333931' })
  await of('Vitamin B-12 500mg', { categoryId: labels, substance: 'Cyanocobalamin', priceMinor: 900 })
  await of('Withdrawn roll', { categoryId: rolls, isActive: false })
  await sql`update "Products" set "sold" = case "name" when 'Label roll 50' then 9 when 'Isırgan Şampuanı' then 4 else 1 end`.execute(
    place.store.db,
  )
})
afterAll(() => place.stop())

type Query = Parameters<typeof find>[0]
async function find(query: { q?: string; [filter: string]: string | undefined }): Promise<ProductPage> {
  return place.site.call(storeApi.findProducts, { query: query as never })
}
const names = async (query: Query) => (await find(query)).items.map(({ name }) => name)

describe('C41: the search', () => {
  test.for([
    ['ısırgan', ['Isırgan Şampuanı']],
    ['ISIRGAN', ['Isırgan Şampuanı']],
    ['grosse', ['Label roll Größe 100']],
    ['Groesse', ['Label roll Größe 100']],
    ['B-12', ['Vitamin B-12 500mg']],
    ['500mg', ['Vitamin B-12 500mg']],
    ['cyanoco', ['Vitamin B-12 500mg']],
    ['04006381333931', ['Label roll 50']],
    ['4006381333931', ['Label roll 50']],
    ['sac', ['Isırgan Şampuanı']],
    ['withdrawn', []],
  ] as const)('“%s” finds %j', async ([q, expected]) => {
    expect(await names({ q })).toEqual(expected)
  })

  test('signs of the query language alone find what is found without them', async () => {
    expect((await find({ q: `':*&!` })).total).toBe(4)
  })

  test('10,000 characters are refused by field', async () => {
    expect((await refusalOf(find({ q: 'x'.repeat(10_000) }))).code).toBe('invalid')
  })

  test('a slip finds what was meant, and says what that is', async () => {
    expect(await find({ q: 'isrgan' })).toMatchObject({ didYouMean: 'isirgan', total: 1 })
    expect(await find({ q: 'lable roll' })).toMatchObject({ didYouMean: 'label roll', total: 2 })
    expect(await find({ q: 'qqqqqq' })).toMatchObject({ didYouMean: null, total: 0, items: [] })
  })
})

test('filters and counts: a category has what is below it, and withdrawn products are nowhere', async () => {
  expect(await names({ categoryId: String(ids['labels']), sort: 'price' })).toEqual([
    'Label roll 50',
    'Label roll Größe 100',
    'Vitamin B-12 500mg',
  ])
  expect(await names({ form: 'Roll', available: 'true' })).toEqual(['Label roll Größe 100'])
  expect(await names({ minPriceMinor: '400', maxPriceMinor: '600' })).toEqual(['Isırgan Şampuanı'])
  const everything = await find({})
  expect(everything).toMatchObject({ total: 4, totalIsExact: true })
  expect(everything.facets).toEqual({
    categories: [
      { id: ids['rolls'], count: 2 },
      { id: ids['labels'], count: 1 },
    ],
    brands: [{ value: 'Şifa', count: 1 }],
    forms: [{ value: 'Roll', count: 2 }],
    isExact: true,
  })
  expect((await find({ q: 'roll' })).facets.forms).toEqual([{ value: 'Roll', count: 2 }])
})

describe('pages', () => {
  test.for(['bestsellers', 'name', 'price', '-price'])(
    'by %s each row comes once, page after page by the key',
    async (sort) => {
      const all = await names({ sort })
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await find({ sort, pageSize: '1', ...(after === undefined ? {} : { after }) })
        seen.push(...page.items.map(({ name }) => name))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(seen).toEqual(all)
    },
  )

  test('a key of another order, or none, is refused by field', async () => {
    const { next } = await find({ sort: 'name', pageSize: '1' })
    expect((await refusalOf(find({ sort: 'price', after: next ?? '' }))).code).toBe('invalid')
    expect((await refusalOf(find({ sort: 'name', after: 'AAAA' }))).code).toBe('invalid')
  })

  test('pages by number end where counting ends', async () => {
    expect((await refusalOf(find({ page: '201', pageSize: '50' }))).code).toBe('invalid')
  })
})

test('suggestions: best sellers first, with the slip that was meant', async () => {
  const suggest = (q: string) => place.site.call(storeApi.suggestProducts, { query: { q } })
  expect((await suggest('la')).items.map(({ name }) => name)).toEqual([
    'Label roll 50',
    'Label roll Größe 100',
  ])
  expect(await suggest('labl')).toMatchObject({ didYouMean: 'label' })
})

describe('Admins', () => {
  test('a second product with a sku, a category that is gone and a stale version are refused', async () => {
    const { id, sku, version } = await newProduct(place.site)
    const params = { productId: String(id) }
    const again = place.site.call(storeApi.createProduct, { body: productFields({ sku }) })
    expect((await refusalOf(again)).code).toBe('state_conflict')
    const lost = place.site.call(storeApi.createProduct, { body: productFields({ categoryId: 9_999 }) })
    expect((await refusalOf(lost)).code).toBe('state_conflict')
    const body = productFields({ sku })
    const changed = await place.site.call(storeApi.updateProduct, { params, body }, { version })
    expect(changed).toMatchObject({ version: version + 1 })
    const stale = place.site.call(storeApi.deactivateProduct, { params }, { version })
    expect((await refusalOf(stale)).code).toBe('version_stale')
    const same = await place.site.call(storeApi.updateProduct, { params, body }, { version })
    expect(same.version).toBe(version + 1)
  })

  test('every change stands in the staff log', async () => {
    const { id, sku, version } = await newProduct(place.site, { stock: 2 })
    await place.site.call(storeApi.deactivateProduct, { params: { productId: String(id) } }, { version })
    const { items } = await place.site.call(storeApi.listStaffOperations, { query: { q: sku } })
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual([
      'product.deactivate',
      'stock.receive',
      'product.create',
    ])
    expect(items[0]).toMatchObject({ before: { isSold: true }, after: { isSold: false } })
  })

  test('C05: stock is not lowered below what orders hold', async () => {
    const { id } = await newProduct(place.site, { stock: 5 })
    await sql`update "Stock" set "reserved" = 3 where "productId" = ${id}`.execute(place.store.db)
    expect((await refusalOf(changeStock(place.site, id, -3))).code).toBe('state_conflict')
    expect(await changeStock(place.site, id, -2)).toEqual({ onHand: 3, reserved: 3, available: 0 })
  })

  test('a refused change of stock stays refused for its key, also once it would be possible', async () => {
    const { id } = await newProduct(place.site, { stock: 1 })
    const body = { kind: 'adjust' as const, quantity: -2, reason: 'Counted' }
    const call = async () =>
      place.site.call(
        storeApi.changeStock,
        { params: { productId: String(id) }, body },
        { idempotencyKey: key },
      )
    const key = randomUUID()
    const first = await refusalOf(call())
    await changeStock(place.site, id, 9)
    expect(await refusalOf(call())).toEqual(first)
  })

  test('a category cannot stand below itself, nor be removed with what hangs on it', async () => {
    const { site } = place
    const top = await newCategory(site, 'Top')
    const below = await newCategory(site, 'Below', top.id)
    const params = { categoryId: String(top.id) }
    const circle = { params, body: { parentId: below.id, name: 'Top', place: 0 } }
    expect((await refusalOf(site.call(storeApi.updateCategory, circle, { version: 1 }))).code).toBe(
      'state_conflict',
    )
    expect((await refusalOf(site.call(storeApi.removeCategory, { params }, { version: 1 }))).code).toBe(
      'state_conflict',
    )
  })
})
