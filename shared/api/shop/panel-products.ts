// Products as staff see them: also those that are no longer sold, with what became of their stock.
import { z } from 'zod'
import { growing } from '../../wire.ts'
import { IdText, Instant, SearchText } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, paging, type EndpointTable } from '../endpoint.ts'
import { Currency } from './amounts.ts'
import { FoundProduct, Product, ProductSort, StockChange } from './products.ts'

/** Every order but that by relevance has pages by key, to the end of the list. */
export const PanelProductSort = ProductSort.exclude(['relevance'])
export type PanelProductSort = z.infer<typeof PanelProductSort>

export const PanelProductQuery = z.strictObject({
  q: SearchText,
  pageSize: paging.pageSize,
  /** `withdrawn`: no longer sold; `empty`: on sale, and nothing of it can be bought now. */
  only: z.enum(['sold', 'withdrawn', 'empty']).default('sold'),
  /** With all below it. */
  categoryId: IdText.optional(),
  sort: PanelProductSort.default('bestsellers'),
  /** `next` of the page before. */
  after: z
    .string()
    .regex(/^[A-Za-z0-9_-]{4,1000}$/, 'must be next of a page')
    .optional(),
})
export type PanelProductQuery = z.infer<typeof PanelProductQuery>

const PastStockChange = z.strictObject({
  ...StockChange.shape,
  kind: growing(StockChange.shape.kind, 'adjust'),
  reason: z.string().max(200),
  /** Who did it; empty for who is not known as staff. */
  by: z.string().max(120),
  at: Instant,
})
export type PastStockChange = z.infer<typeof PastStockChange>

export const PanelProduct = z
  .strictObject({
    product: Product,
    currency: Currency,
    /** The last 20, newest first. */
    stockChanges: z.array(PastStockChange).max(20),
  })
  .meta({ id: 'PanelProduct' })
export type PanelProduct = z.infer<typeof PanelProduct>

const PRODUCTS = '/api/v1/panel/products'

export const shopPanelProductsApi = {
  listPanelProducts: endpoint({
    method: 'GET',
    path: PRODUCTS,
    summary: 'Products for staff, also those that are no longer sold',
    access: STAFF_ROLES,
    query: PanelProductQuery,
    reply: {
      status: 200,
      schema: z.strictObject({
        items: z.array(FoundProduct).max(200),
        total: z.int().min(0),
        totalIsExact: z.boolean(),
        next: z.string().max(1_000).nullable(),
        didYouMean: z.string().max(200).nullable(),
        currency: Currency,
      }),
    },
  }),
  getPanelProduct: endpoint({
    method: 'GET',
    path: `${PRODUCTS}/{productId}`,
    summary: 'One product, with the last changes of its stock',
    access: STAFF_ROLES,
    params: z.strictObject({ productId: IdText }),
    reply: { status: 200, schema: PanelProduct },
  }),
} as const satisfies EndpointTable
