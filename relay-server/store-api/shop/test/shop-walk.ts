// The valid calls of the shop's endpoints, for the walk over the store API's table.
import type { shopApi } from '@pharmacy-relay/shared/api/shop/shop-api.ts'
import type { WalkSite } from '../../../http/table-walk.ts'
import type { TestApp } from '../../test/test-app.ts'
import { newCategory, newProduct, productFields } from './products.ts'

const none = { params: null, query: null, body: null }

type Calls = WalkSite<typeof shopApi>['calls']

export function shopCalls(site: () => TestApp): Calls {
  return { ...productCalls(site), ...categoryCalls(site) }
}

function productCalls(site: () => TestApp) {
  const made = async () => {
    const { id, version } = await newProduct(site())
    return { ...none, params: { productId: String(id) }, version }
  }
  const change = { kind: 'receive' as const, quantity: 5, reason: 'Delivery' }
  return {
    listProducts: () => ({ ...none, query: { q: 'product', page: '1', pageSize: '10' } }),
    getProduct: async () => ({ ...none, params: (await made()).params }),
    createProduct: () => ({ ...none, body: productFields({ gtin: '4006381333931' }) }),
    updateProduct: async () => ({ ...(await made()), body: productFields() }),
    deactivateProduct: made,
    changeStock: async () => ({
      ...none,
      params: (await made()).params,
      body: change,
      otherBody: { ...change, quantity: 6 },
    }),
    findProducts: () => ({
      ...none,
      query: {
        q: 'product',
        page: '1',
        pageSize: '10',
        categoryId: '1',
        brand: 'A',
        form: 'Roll',
        minPriceMinor: '1',
        maxPriceMinor: '100000',
        available: 'true' as const,
        sort: 'name' as const,
      },
    }),
    suggestProducts: () => ({ ...none, query: { q: 'pro' } }),
  } satisfies Partial<Calls>
}

function categoryCalls(site: () => TestApp) {
  const made = async () => {
    const { id, version } = await newCategory(site(), 'Labels')
    return { ...none, params: { categoryId: String(id) }, version }
  }
  const body = { parentId: null, name: 'Rolls', place: 1 }
  return {
    listCategories: () => none,
    createCategory: () => ({ ...none, body }),
    updateCategory: async () => ({ ...(await made()), body }),
    removeCategory: made,
  } satisfies Partial<Calls>
}
