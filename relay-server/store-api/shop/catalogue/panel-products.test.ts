// Products for staff over HTTP: those that the shop shows no more, those of which nothing is left, and who changed the stock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newProduct } from '../test/products.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('shop_panel_products')
})
afterAll(() => place.stop())

const skus = async (query: object) =>
  (await place.site.call(storeApi.listPanelProducts, { query })).items.map(({ sku }) => sku)

test('staff find what is sold, what is empty, and what is no longer sold', async () => {
  await newProduct(place.site, { sku: 'FULL', name: 'Roll white', stock: 3 })
  await newProduct(place.site, { sku: 'EMPTY', name: 'Roll yellow' })
  const { id, version } = await newProduct(place.site, { sku: 'GONE', name: 'Roll red', stock: 1 })
  await place.site.call(storeApi.deactivateProduct, { params: { productId: String(id) } }, { version })
  expect(await skus({ sort: 'name', q: 'roll' })).toEqual(['FULL', 'EMPTY'])
  expect(await skus({ only: 'empty' })).toEqual(['EMPTY'])
  expect(await skus({ only: 'withdrawn', sort: 'name' })).toEqual(['GONE'])
  expect(await skus({ only: 'withdrawn', q: 'white' })).toEqual([])
})

test('pages go on by key to the end, in each order', async () => {
  for (const sort of ['bestsellers', 'name', 'price', '-price'] as const) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const query: object = { sort, pageSize: '1', q: 'roll', ...(after === null ? {} : { after }) }
      const page = await place.site.call(storeApi.listPanelProducts, { query })
      expect([page.total, page.totalIsExact, page.currency]).toEqual([2, true, 'EUR'])
      seen.push(...page.items.map(({ sku }) => sku))
      after = page.next
    } while (after !== null)
    expect([sort, ...seen.toSorted()]).toEqual([sort, 'EMPTY', 'FULL'])
  }
})

test('one product says who changed its stock, and why', async () => {
  const { id } = await newProduct(place.site, { stock: 7 })
  const params = { productId: String(id) }
  const { product, stockChanges } = await place.site.call(storeApi.getPanelProduct, { params })
  expect([product.available, stockChanges.length]).toEqual([7, 1])
  expect(stockChanges[0]).toMatchObject({ kind: 'receive', quantity: 7, reason: 'a test' })
  expect(stockChanges[0]?.by).not.toBe('')
  const gone = place.site.call(storeApi.getPanelProduct, { params: { productId: '999999' } })
  expect((await refusalOf(gone)).code).toBe('not_found')
})
