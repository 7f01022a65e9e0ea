// The handlers of the shop's endpoints.
import { basketHandlers, type BasketParts } from './baskets/basket-endpoints.ts'
import { catalogueHandlers } from './catalogue/catalogue-endpoints.ts'
import { couponHandlers } from './coupons/coupon-endpoints.ts'
import { ownPharmacyHandlers } from './customers/customer-endpoints.ts'
import { invoiceHandlers } from './invoices/invoice-endpoints.ts'
import type { PdfParts } from './invoices/invoice-pdfs.ts'
import { orderHandlers } from './orders/order-endpoints.ts'
import { paymentHandlers, type PaymentEndpointParts } from './payments/payment-endpoints.ts'
import { printerHandlers } from './printers/printer-endpoints.ts'
import { pictureHandlers } from './pictures/picture-endpoints.ts'

export type ShopParts = BasketParts & PdfParts & PaymentEndpointParts

export function shopHandlers(parts: ShopParts) {
  const { db } = parts
  return {
    ...catalogueHandlers(parts),
    ...basketHandlers(parts),
    ...ownPharmacyHandlers(db),
    ...orderHandlers(parts),
    ...printerHandlers(db),
    ...invoiceHandlers(parts),
    ...paymentHandlers(parts),
    ...couponHandlers(parts),
    ...pictureHandlers(db),
  }
}
