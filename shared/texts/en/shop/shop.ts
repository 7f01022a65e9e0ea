// The texts of the shop, in English.
import { shopCategoriesEn } from './categories.ts'
import { shopCouponsEn } from './coupons.ts'
import { shopFrameEn } from './frame.ts'
import { shopInvoicesEn } from './invoices.ts'
import { shopOrdersEn } from './orders.ts'
import { shopProductsEn } from './products.ts'

export const shopEn = {
  frame: shopFrameEn,
  products: shopProductsEn,
  categories: shopCategoriesEn,
  invoices: shopInvoicesEn,
  orders: shopOrdersEn,
  coupons: shopCouponsEn,
}
