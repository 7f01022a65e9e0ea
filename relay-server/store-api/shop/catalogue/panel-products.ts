// Products as staff list and see them.
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import type {
  PanelProduct,
  PanelProductQuery,
  shopPanelProductsApi,
} from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { StoreDb } from '../../database.ts'
import type { ShopRules } from '../shop-rules.ts'
import { readProduct } from './product-changes.ts'
import { findProducts } from './product-search.ts'
import { lastStockChanges } from './products.queries.ts'

interface PanelParts {
  readonly db: StoreDb
  readonly shop: Pick<ShopRules, 'currency'>
}

type PanelProducts = EndpointReply<(typeof shopPanelProductsApi)['listPanelProducts']>

/** Throws ProblemError `invalid` for `after` that is none. */
export async function listPanelProducts(
  { db, shop }: PanelParts,
  { only, ...query }: PanelProductQuery,
): Promise<PanelProducts> {
  const state = { isActive: only !== 'withdrawn', onlyEmpty: only === 'empty' }
  const { items, total, totalIsExact, next, didYouMean } = await findProducts(
    db,
    { ...query, page: 1 },
    state,
  )
  return { items, total, totalIsExact, next, didYouMean, currency: shop.currency }
}

/** Throws ProblemError `not_found`. */
export async function readPanelProduct({ db, shop }: PanelParts, productId: number): Promise<PanelProduct> {
  const product = await readProduct(db, productId)
  return { product, currency: shop.currency, stockChanges: await lastStockChanges(db, productId) }
}
