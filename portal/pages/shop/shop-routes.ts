// Every page of the shop.
import type { Router } from 'express'
import type { Uploads } from '../../http/receive-uploads.ts'
import type { ForStaff } from '../../http/staff.ts'
import { categoryRoutes } from './categories/category-routes.ts'
import { couponRoutes } from './coupons/coupon-routes.ts'
import { PRODUCT_FILE, productImportRoutes } from './imports/product-import-routes.ts'
import { invoiceRoutes } from './invoices/invoice-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { pharmacyOrderRoutes } from './orders/pharmacy-orders-routes.ts'
import { newProductRoutes } from './products/new-product-routes.ts'
import { PRODUCT_PICTURE, pictureRoutes } from './products/picture-routes.ts'
import { productRoutes } from './products/product-routes.ts'
import { shopHomeRoutes } from './shop-home.ts'

export function shopRoutes(forStaff: ForStaff): Router[] {
  return [
    shopHomeRoutes(forStaff),
    // Before the page of a product, whose pattern would take `new` and `import` for ids.
    newProductRoutes(forStaff),
    productImportRoutes(forStaff),
    productRoutes(forStaff),
    pictureRoutes(forStaff),
    categoryRoutes(forStaff),
    invoiceRoutes(forStaff),
    orderRoutes(forStaff),
    pharmacyOrderRoutes(forStaff),
    couponRoutes(forStaff),
  ]
}

/** Forms of the shop that bring files. */
export const SHOP_UPLOADS: readonly Uploads[] = [PRODUCT_FILE, PRODUCT_PICTURE]
