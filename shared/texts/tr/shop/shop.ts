// Mağazanın metinleri, Türkçe.
import type { Texts } from '../../en/index.ts'
import { shopCategoriesTr } from './categories.ts'
import { shopCouponsTr } from './coupons.ts'
import { shopFrameTr } from './frame.ts'
import { shopInvoicesTr } from './invoices.ts'
import { shopOrdersTr } from './orders.ts'
import { shopProductsTr } from './products.ts'

export const shopTr: Texts['shop'] = {
  frame: shopFrameTr,
  products: shopProductsTr,
  categories: shopCategoriesTr,
  invoices: shopInvoicesTr,
  orders: shopOrdersTr,
  coupons: shopCouponsTr,
}
