// The endpoints of products, stock and categories.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { importProducts, listImports, readImport } from '../imports/product-imports.ts'
import { once } from '../repeats/once.ts'
import type { ShopRules } from '../shop-rules.ts'
import { changeCategory, createCategory, removeCategory } from './category-changes.ts'
import { listCategories } from './categories.queries.ts'
import { listPanelProducts, readPanelProduct } from './panel-products.ts'
import {
  changeProduct,
  changeStock,
  createProduct,
  deactivateProduct,
  readProduct,
} from './product-changes.ts'
import { findProducts, suggestProducts } from './product-search.ts'

type Handlers = Partial<EndpointHandlers<typeof storeApi>>

export function catalogueHandlers({ db, shop }: { readonly db: StoreDb; readonly shop: ShopRules }) {
  return {
    ...productHandlers(db),
    ...categoryHandlers(db),
    listPanelProducts: async ({ query }) => listPanelProducts({ db, shop }, query),
    getPanelProduct: async ({ params }) => readPanelProduct({ db, shop }, params.productId),
  } satisfies Handlers
}

function productHandlers(db: StoreDb) {
  return {
    listProducts: async ({ query }) => {
      const { items, total, page, pageSize } = await findProducts(db, { ...query, sort: 'relevance' })
      return { items, total, page, pageSize }
    },
    findProducts: async ({ query }) => findProducts(db, query),
    suggestProducts: async ({ query }) => suggestProducts(db, query.q),
    getProduct: async ({ params }) => readProduct(db, params.productId),
    createProduct: async ({ body, caller }) => createProduct(db, caller, body),
    updateProduct: async ({ params, version, body, caller }) =>
      changeProduct(db, caller, { ...params, version, fields: body }),
    deactivateProduct: async ({ params, version, caller }) =>
      deactivateProduct(db, caller, { ...params, version }),
    importProducts: async ({ body, caller }) => importProducts(db, caller, body),
    listProductImports: async () => listImports(db),
    getProductImport: async ({ params }) => readImport(db, params.importId),
    changeStock: async ({ params, body, caller, idempotency }) =>
      once(db, { caller: caller.subject, idempotency }, async (trx) =>
        changeStock(trx, caller, { ...params, ...body }),
      ),
  } satisfies Handlers
}

function categoryHandlers(db: StoreDb) {
  return {
    listCategories: async () => ({ categories: await listCategories(db) }),
    createCategory: async ({ body, caller }) => createCategory(db, caller, body),
    updateCategory: async ({ params, version, body, caller }) =>
      changeCategory(db, caller, { ...params, version, fields: body }),
    removeCategory: async ({ params, version, caller }) => removeCategory(db, caller, { ...params, version }),
  } satisfies Handlers
}
