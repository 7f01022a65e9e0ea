// The pages of the shop in their order, each with the endpoint that it is there for. A further page is a line here.
import type { AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SHOP_PATHS } from './shop-paths.ts'

interface ShopPage {
  readonly to: string
  readonly title: (t: Texts) => string
  readonly purpose: AccessRule
}

export const SHOP_PAGES: readonly ShopPage[] = [
  { to: SHOP_PATHS.orders, title: (t) => t.shop.orders.title, purpose: storeApi.listPanelOrders },
  { to: SHOP_PATHS.products, title: (t) => t.shop.products.title, purpose: storeApi.listPanelProducts },
  { to: SHOP_PATHS.categories, title: (t) => t.shop.categories.title, purpose: storeApi.createCategory },
  { to: SHOP_PATHS.invoices, title: (t) => t.shop.invoices.title, purpose: storeApi.listInvoices },
  { to: SHOP_PATHS.coupons, title: (t) => t.shop.coupons.title, purpose: storeApi.listCoupons },
]
