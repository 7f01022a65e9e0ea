// What pages of the shop ask, over HTTP to be timed and straight to be planned: the same for both.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProductQuery } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import {
  findProducts,
  suggestProducts,
} from '@pharmacy-relay/relay-server/store-api/shop/catalogue/product-search.ts'
import { findProduct } from '@pharmacy-relay/relay-server/store-api/shop/catalogue/products.queries.ts'
import { listSteps } from '@pharmacy-relay/relay-server/store-api/shop/orders/order-history.queries.ts'
import {
  findOrder,
  lateOrders,
  orderIdOf,
  ordersOf,
} from '@pharmacy-relay/relay-server/store-api/shop/orders/orders.queries.ts'
import { madeProduct } from '@pharmacy-relay/relay-server/store-api/seed/shop/made-products.ts'

export interface Question {
  readonly name: string
  /** Over HTTP. */
  readonly ask: () => Promise<unknown>
  /** Straight, for its plan. */
  readonly plan: (db: StoreDb) => Promise<unknown>
}

export interface Asked {
  readonly api: ApiClient
  /** Of a person of this pharmacy, which has an order of this number. */
  readonly token: string
  readonly customerId: number
  readonly number: string
  readonly orderId: number
  /** Of a page deep in the list by name. */
  readonly next: string
  readonly productIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly share: () => number
}

const none = { params: null, query: null, body: null } as const
const SEED = 1

/** Words are those of products by chance, another one each time. */
export function questions(asked: Asked): Question[] {
  const { api, token, customerId, number, orderId } = asked
  const some = <T>(list: readonly T[], fallback: T): T =>
    list[Math.floor(asked.share() * list.length)] ?? fallback
  const product = () => madeProduct(SEED, Math.floor(asked.share() * asked.productIds.length))
  const nameOf = (): string[] => product().name.split(' ')
  const list = (name: string, fields: () => Record<string, string>): Question => ({
    name,
    ask: async () =>
      api.call(storeApi.findProducts, { ...none, query: { pageSize: '24', ...fields() } }, { token: null }),
    plan: async (db) => findProducts(db, ProductQuery.parse({ pageSize: '24', ...fields() })),
  })
  return [
    list('search: a word of a name', () => ({ q: nameOf()[0] ?? '' })),
    list('search: two words, the last one begun', () => {
      const [first = '', ...rest] = nameOf()
      return { q: `${first} ${(rest.at(-1) ?? '').slice(0, 3)}` }
    }),
    list('search: a word that 12,500 products have', () => ({ q: 'tablet' })),
    list('search: a slip', () => ({ q: slipOf(nameOf()[0] ?? '', asked.share) })),
    list('search: a GTIN', () => ({ q: product().gtin })),
    list('list: the first page, best sellers first', () => ({})),
    list('list: a category', () => ({ categoryId: String(some(asked.categoryIds, 1)) })),
    list('list: a brand by price', () => ({ brand: product().brand, sort: 'price' })),
    list('list: by name, the page after a key', () => ({ sort: 'name', after: asked.next })),
    {
      name: 'suggestions for three letters',
      ask: async () =>
        api.call(
          storeApi.suggestProducts,
          { ...none, query: { q: (nameOf()[0] ?? '').slice(0, 3) } },
          { token: null },
        ),
      plan: async (db) => suggestProducts(db, 'bab'),
    },
    {
      name: 'detail of a product',
      ask: async () => {
        const params = { productId: String(some(asked.productIds, 1)) }
        return api.call(storeApi.getProduct, { ...none, params }, { token: null })
      },
      plan: async (db) => findProduct(db, some(asked.productIds, 1)),
    },
    {
      name: 'own orders, the newest 50',
      ask: async () => api.call(storeApi.listOwnOrders, { ...none, query: { pageSize: '50' } }, { token }),
      plan: async (db) => ordersOf(db, { customerId, afterId: null, limit: 50 }),
    },
    {
      name: 'own orders, the page after one',
      ask: async () =>
        api.call(storeApi.listOwnOrders, { ...none, query: { pageSize: '50', after: number } }, { token }),
      plan: async (db) => ordersOf(db, { customerId, afterId: orderId, limit: 50 }),
    },
    {
      name: 'detail of an order',
      ask: async () => api.call(storeApi.getOwnOrder, { ...none, params: { number } }, { token }),
      plan: async (db) => {
        await orderIdOf(db, { number, customerId })
        await findOrder(db, orderId)
      },
    },
    {
      name: 'history of an order',
      ask: async () => api.call(storeApi.listOrderEvents, { ...none, params: { number } }, { token }),
      plan: async (db) => {
        await listSteps(db, orderId)
        // Asked by the shop itself, every 10 s.
        await lateOrders(db, 50)
      },
    },
  ]
}

/** One letter of the middle is missing. */
function slipOf(word: string, share: () => number): string {
  const at = 2 + Math.floor(share() * Math.max(1, word.length - 3))
  return word.slice(0, at) + word.slice(at + 1)
}
