// The shop's endpoints, as the store API's table takes them in.
import type { EndpointTable } from '../endpoint.ts'
import { shopCategoriesApi } from './categories.ts'
import { shopProductsApi } from './products.ts'

export const shopApi = {
  ...shopProductsApi,
  ...shopCategoriesApi,
} as const satisfies EndpointTable
