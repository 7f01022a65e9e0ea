// The shop's endpoints, as the store API's table takes them in.
import type { EndpointTable } from '../endpoint.ts'
import { shopBasketsApi } from './baskets.ts'
import { shopCategoriesApi } from './categories.ts'
import { shopCouponsApi } from './coupons.ts'
import { shopCustomerApi } from './customer.ts'
import { shopImportsApi } from './imports.ts'
import { shopInvoicesApi } from './invoices.ts'
import { shopOrdersApi } from './orders.ts'
import { shopPanelOrdersApi } from './panel-orders.ts'
import { shopPanelProductsApi } from './panel-products.ts'
import { shopPrintersApi } from './printers.ts'
import { shopPaymentsApi } from './payments.ts'
import { shopPicturesApi } from './pictures.ts'
import { shopProductsApi } from './products.ts'

export const shopApi = {
  ...shopImportsApi,
  ...shopProductsApi,
  ...shopPicturesApi,
  ...shopPanelProductsApi,
  ...shopCategoriesApi,
  ...shopBasketsApi,
  ...shopCustomerApi,
  ...shopOrdersApi,
  ...shopPanelOrdersApi,
  ...shopCouponsApi,
  ...shopPrintersApi,
  ...shopInvoicesApi,
  ...shopPaymentsApi,
} as const satisfies EndpointTable
