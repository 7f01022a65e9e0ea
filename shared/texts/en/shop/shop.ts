// The texts of the shop, in English.
import { shopCategoriesEn } from './categories.ts'
import { shopFrameEn } from './frame.ts'
import { shopInvoicesEn } from './invoices.ts'
import { shopProductsEn } from './products.ts'

export const shopEn = {
  frame: shopFrameEn,
  products: shopProductsEn,
  categories: shopCategoriesEn,
  invoices: shopInvoicesEn,
}
