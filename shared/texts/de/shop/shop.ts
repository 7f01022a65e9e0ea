// Die Texte des Shops, auf Deutsch.
import type { Texts } from '../../en/index.ts'
import { shopCategoriesDe } from './categories.ts'
import { shopCouponsDe } from './coupons.ts'
import { shopFrameDe } from './frame.ts'
import { shopInvoicesDe } from './invoices.ts'
import { shopOrdersDe } from './orders.ts'
import { shopProductsDe } from './products.ts'

export const shopDe: Texts['shop'] = {
  frame: shopFrameDe,
  products: shopProductsDe,
  categories: shopCategoriesDe,
  invoices: shopInvoicesDe,
  orders: shopOrdersDe,
  coupons: shopCouponsDe,
}
