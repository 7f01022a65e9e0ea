// For tests: the pages of the shop, and which endpoints stand behind their links and buttons.
import type { shopApi } from '@pharmacy-relay/shared/api/shop/shop-api.ts'

type ShopEndpoint = keyof typeof shopApi

/** Of the memory's product, import and categories. */
export const SHOP_PAGES_WALKED = [
  '/shop/products',
  '/shop/products/new',
  '/shop/products/import',
  '/shop/products/21',
  '/shop/products/imports/5',
  '/shop/categories',
  '/shop/categories/2',
  '/shop/orders',
  '/shop/orders/ABCDEFGH',
  '/relay/P-1001/orders',
  '/shop/coupons',
  '/shop/coupons/new',
  '/shop/coupons/3',
  '/shop/invoices',
]

export const BEHIND_SHOP: readonly (readonly [RegExp, ...(readonly ShopEndpoint[])[]])[] = [
  [/^GET \/shop$/, ['listPanelOrders', 'listPanelProducts', 'createCategory', 'listInvoices', 'listCoupons']],
  [/^GET \/shop\/products(\.csv)?(\?.*)?$/, ['listPanelProducts']],
  [/^(GET|POST) \/shop\/products\/new$/, ['createProduct']],
  [/^(GET|POST) \/shop\/products\/import$/, ['importProducts']],
  [/^GET \/shop\/products\/imports\/\d+$/, ['getProductImport']],
  [/^GET \/shop\/products\/\d+$/, ['getPanelProduct']],
  [/^POST \/shop\/products\/\d+$/, ['updateProduct'], ['getPanelProduct']],
  [/^POST \/shop\/products\/\d+\/stock$/, ['changeStock'], ['getPanelProduct']],
  [
    /^POST \/shop\/products\/\d+\/pictures$/,
    ['addProductPicture'],
    ['getPanelProduct'],
    ['listPanelPictures'],
  ],
  [
    /^POST \/shop\/products\/\d+\/pictures\/remove$/,
    ['removeProductPicture'],
    ['getPanelProduct'],
    ['listPanelPictures'],
  ],
  [/^POST \/shop\/products\/\d+\/withdraw$/, ['deactivateProduct'], ['getPanelProduct']],
  [/^(GET|POST) \/shop\/categories$/, ['createCategory']],
  [/^(GET|POST) \/shop\/categories\/\d+$/, ['updateCategory']],
  [/^POST \/shop\/categories\/\d+\/remove$/, ['removeCategory'], ['updateCategory']],
  [/^GET \/shop\/invoices(\?.*)?$/, ['listInvoices']],
  // Lists lead to it, those of an order as well.
  [/^GET \/shop\/invoices\/[A-Z]+-\d{4}-\d+$/, ['getInvoice'], ['listInvoices']],
  [/^GET \/shop\/orders(\.csv)?(\?.*)?$/, ['listPanelOrders']],
  [/^GET \/relay\/P-\d+\/orders$/, ['listPanelOrders']],
  [/^GET \/shop\/orders\/[A-Z]{8}$/, ['getPanelOrder']],
  [/^POST \/shop\/orders\/[A-Z]{8}\/cancel$/, ['cancelOrder'], ['getPanelOrder']],
  [/^POST \/shop\/orders\/[A-Z]{8}\/refund$/, ['refundOrder'], ['getPanelOrder'], ['listPayments']],
  [/^POST \/shop\/orders\/[A-Z]{8}\/send$/, ['shipOrder'], ['getPanelOrder']],
  [/^GET \/shop\/coupons(\?.*)?$/, ['listCoupons']],
  [/^(GET|POST) \/shop\/coupons\/new$/, ['createCoupon']],
  [/^GET \/shop\/coupons\/\d+$/, ['getCoupon']],
  [/^POST \/shop\/coupons\/\d+$/, ['updateCoupon'], ['getCoupon']],
  [/^POST \/shop\/coupons\/\d+\/end$/, ['updateCoupon'], ['getCoupon']],
]
