// The addresses of the shop's pages, in one place for pages and routes.
import { customerPath } from './paths.ts'

export const SHOP_PATHS = {
  /** Leads to the first of its pages that one may see. */
  shop: '/shop',
  products: '/shop/products',
  /** GET is the form, POST enters a product. */
  newProduct: '/shop/products/new',
  /** GET is the form, POST brings a CSV file, field `files`. */
  importProducts: '/shop/products/import',
  /** POST enters a category. */
  categories: '/shop/categories',
  /** Invoices and credit notes of all pharmacies. */
  invoices: '/shop/invoices',
  orders: '/shop/orders',
  coupons: '/shop/coupons',
  /** GET is the form, POST makes a coupon. */
  newCoupon: '/shop/coupons/new',
} as const

/** The page of a product; POST saves what it says, field `version`. */
export function productPath(productId: number): string {
  return `${SHOP_PATHS.products}/${String(productId)}`
}

/** POST changes the stock, fields `kind`, `quantity`, `reason`, `once`. */
export function stockPath(productId: number): string {
  return `${productPath(productId)}/stock`
}

/** POST takes it off sale, field `version`. */
export function withdrawPath(productId: number): string {
  return `${productPath(productId)}/withdraw`
}

/** POST adds one, fields `alt`, `files`. */
export function picturesPath(productId: number): string {
  return `${productPath(productId)}/pictures`
}

/** POST takes one away, field `picture`. */
export function removePicturePath(productId: number): string {
  return `${picturesPath(productId)}/remove`
}

/** How far an import is, and what it found. */
export function productImportPath(importId: number): string {
  return `${SHOP_PATHS.products}/imports/${String(importId)}`
}

/** The same as a fragment. */
export function productImportRegionPath(importId: number): string {
  return `${productImportPath(importId)}/now`
}

/** The page of a category; POST saves it, field `version`. */
export function categoryPath(categoryId: number): string {
  return `${SHOP_PATHS.categories}/${String(categoryId)}`
}

/** POST removes it, field `version`. */
export function removeCategoryPath(categoryId: number): string {
  return `${categoryPath(categoryId)}/remove`
}

/** The PDF of an invoice or a credit note. */
export function invoicePath(number: string): string {
  return `${SHOP_PATHS.invoices}/${number}`
}

/** The page of an order. */
export function orderPath(number: string): string {
  return `${SHOP_PATHS.orders}/${number}`
}

/** POST cancels it, field `version`. */
export function cancelOrderPath(number: string): string {
  return `${orderPath(number)}/cancel`
}

/** POST says that it was sent, fields `version`, `carrier`, `trackingNumber`. */
export function shipOrderPath(number: string): string {
  return `${orderPath(number)}/send`
}

/** POST gives money back, fields `version`, `once`, `amountMinor`, `reason`. */
export function refundOrderPath(number: string): string {
  return `${orderPath(number)}/refund`
}

/** The orders and addresses of one pharmacy. */
export function pharmacyOrdersPath(storeId: string): string {
  return `${customerPath(storeId)}/orders`
}

/** The page of a coupon; POST saves it, field `version`. */
export function couponPath(couponId: number): string {
  return `${SHOP_PATHS.coupons}/${String(couponId)}`
}

/** POST ends it, field `version`. */
export function endCouponPath(couponId: number): string {
  return `${couponPath(couponId)}/end`
}
