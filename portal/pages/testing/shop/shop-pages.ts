// Every page of the shop, for the rules that all pages keep.
import type { FrameProps } from '../../../views/frame-props.ts'
import { categoryPages } from './category-pages.ts'
import { invoicePages } from './invoice-pages.ts'
import { couponPages } from './coupon-pages.ts'
import { orderPages } from './order-pages.ts'
import { productImportPages } from './product-import-pages.ts'
import { productPages } from './product-pages.ts'

export function shopPages(frame: FrameProps): Record<string, string> {
  return {
    ...productPages(frame),
    ...productImportPages(frame),
    ...categoryPages(frame),
    ...invoicePages(frame),
    ...orderPages(frame),
    ...couponPages(frame),
  }
}
