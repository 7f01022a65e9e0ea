// Products as the shop shows them and Admins change them. Prices are net, in whole minor units of the shop's currency.
import { z } from 'zod'
import { Id, IdText, Instant, SearchText, lineOfText } from '../../ids.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { BasisPoints, MAX_QUANTITY, PriceMinor } from './amounts.ts'

/** 8, 12, 13 or 14 digits with the check digit of GS1; kept as 14. */
export const Gtin = z
  .string()
  .regex(/^(?:\d{8}|\d{12,14})$/, 'must have 8, 12, 13 or 14 digits')
  .refine(hasCheckDigit, 'has a wrong check digit')

function hasCheckDigit(gtin: string): boolean {
  const weighed = Array.from(
    gtin.padStart(14, '0'),
    (digit, place) => Number(digit) * (place % 2 === 0 ? 3 : 1),
  )
  return weighed.reduce((sum, one) => sum + one, 0) % 10 === 0
}

/** A line of text that may be left empty. */
const shortText = (max: number) => z.union([z.literal(''), lineOfText(max)])

/** Lines of text; no other control characters. */
const Description = z
  .string()
  .trim()
  .max(5_000)
  .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, 'must not contain control characters')

export const ProductFields = z
  .strictObject({
    /** How the shop names it; unique. */
    sku: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'must look like LR-100x50'),
    gtin: Gtin.nullable(),
    name: lineOfText(200),
    brand: shortText(120),
    categoryId: Id.nullable(),
    /** Tablet, syrup, roll. */
    form: shortText(60),
    substance: shortText(200),
    description: Description,
    priceMinor: PriceMinor,
    taxBp: BasisPoints,
    packSize: shortText(60),
    /** Fewest pieces of one order. */
    minQuantity: z.int().min(1).max(MAX_QUANTITY),
    /** Others are shown where they are asked for by id, and cannot be bought. */
    isActive: z.boolean(),
  })
  .meta({ id: 'ProductFields' })
export type ProductFields = z.infer<typeof ProductFields>

/** In reply also what was entered before a rule became stricter. */
const shown = {
  id: Id,
  slug: z.string().max(200),
  ...ProductFields.shape,
  gtin: z.string().length(14).nullable(),
}

export const Product = z
  .strictObject({
    ...shown,
    /** Pieces that can be bought now. */
    available: z.int().min(0),
    /** Pieces that orders hold which are not paid or not sent yet. */
    held: z.int().min(0),
    version: z.int().min(1),
    updatedAt: Instant,
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

const { description: _long, ...brief } = shown
/** A row of a list. */
export const FoundProduct = z
  .strictObject({ ...brief, available: z.int().min(0) })
  .meta({ id: 'FoundProduct' })
export type FoundProduct = z.infer<typeof FoundProduct>

/** Beyond it pages are reached by `after` alone. */
export const MAX_PAGED = 10_000
/** As many are counted; `totalIsExact` is false beyond. */
export const MAX_COUNTED = 10_000

const amountText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be an amount in minor units')
  .transform(Number)
  .pipe(PriceMinor)

/** `relevance` is that of `bestsellers` where nothing was typed, or more than 1,000 were found. */
export const ProductSort = z.enum(['relevance', 'bestsellers', 'name', 'price', '-price'])
export type ProductSort = z.infer<typeof ProductSort>

const reachable = ({ page, pageSize }: { page: number; pageSize: number }): boolean =>
  page * pageSize <= MAX_PAGED
const notReachable = { path: ['page'], message: `must end within ${MAX_PAGED} rows; go on with after` }

export const ProductQuery = z
  .strictObject({
    ...paging,
    /** With all below it. */
    categoryId: IdText.optional(),
    brand: lineOfText(120).optional(),
    form: lineOfText(60).optional(),
    minPriceMinor: amountText.optional(),
    maxPriceMinor: amountText.optional(),
    /** Only what can be bought now. */
    available: z.literal('true').optional(),
    sort: ProductSort.default('relevance'),
    /** `next` of the page before; `page` counts from it. */
    after: z
      .string()
      .regex(/^[A-Za-z0-9_-]{4,1000}$/, 'must be next of a page')
      .optional(),
  })
  .refine(reachable, notReachable)
export type ProductQuery = z.infer<typeof ProductQuery>

const count = z.int().min(0)
const Facet = z.array(z.strictObject({ value: z.string().max(120), count })).max(50)

/** Of so many of what was found, best sellers first: beyond, a count of a facet is a lower bound. */
export const MAX_FACETED = 1_000

/** The 50 most frequent of each. */
export const Facets = z
  .strictObject({
    categories: z.array(z.strictObject({ id: Id, count })).max(50),
    brands: Facet,
    forms: Facet,
    /** False: of more than 1,000 that were found, counts are those of the 1,000 that sell best. */
    isExact: z.boolean(),
  })
  .meta({ id: 'Facets' })
export type Facets = z.infer<typeof Facets>

export const ProductPage = pageOf(FoundProduct).extend({
  totalIsExact: z.boolean(),
  /** For `after`; null on the last page, and where pages are ranked by relevance. */
  next: z.string().max(1_000).nullable(),
  facets: Facets,
  /** Where nothing has what was typed: what was looked for in its place. */
  didYouMean: z.string().max(200).nullable(),
})
export type ProductPage = z.infer<typeof ProductPage>

export const StockChange = z
  .strictObject({
    /** `receive`: goods came in, above 0. `adjust`: what was counted differs. */
    kind: z.enum(['receive', 'adjust']),
    quantity: z.int().min(-1_000_000).max(1_000_000),
    reason: lineOfText(200),
  })
  .refine(({ quantity }) => quantity !== 0, { path: ['quantity'], message: 'must not be 0' })
  .refine(({ kind, quantity }) => kind === 'adjust' || quantity > 0, {
    path: ['quantity'],
    message: 'must be above 0 for goods that came in',
  })
  .meta({ id: 'StockChange' })
export type StockChange = z.infer<typeof StockChange>

export const StockLevel = z
  .strictObject({ onHand: count, reserved: count, available: count })
  .meta({ id: 'StockLevel' })

const PRODUCTS = '/api/v1/products'
const PRODUCT = `${PRODUCTS}/{productId}`
const productParams = z.strictObject({ productId: IdText })

export const shopProductsApi = {
  listProducts: endpoint({
    method: 'GET',
    path: PRODUCTS,
    summary: 'Products that can be bought, best sellers first, or what fits the words that were typed',
    access: 'public',
    query: z.strictObject({ ...paging }).refine(reachable, notReachable),
    reply: { status: 200, schema: pageOf(FoundProduct) },
  }),
  getProduct: endpoint({
    method: 'GET',
    path: PRODUCT,
    summary: 'One product, also one that is no longer sold',
    access: 'public',
    params: productParams,
    reply: { status: 200, schema: Product },
  }),
  createProduct: endpoint({
    method: 'POST',
    path: PRODUCTS,
    summary: 'Enter a product; state_conflict where another has this sku, or the category is gone',
    access: ['Admin'],
    body: ProductFields,
    reply: { status: 201, schema: Product },
    refusals: ['state_conflict'],
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: PRODUCT,
    summary: 'Change a product; identical content changes nothing. Its address in the shop stays',
    access: ['Admin'],
    params: productParams,
    body: ProductFields,
    versioned: true,
    reply: { status: 200, schema: Product },
    refusals: ['state_conflict'],
  }),
  deactivateProduct: endpoint({
    method: 'DELETE',
    path: PRODUCT,
    summary: 'Sell a product no longer; orders and their history keep it',
    access: ['Admin'],
    params: productParams,
    versioned: true,
    reply: { status: 200, schema: Product },
    refusals: ['state_conflict'],
  }),
  changeStock: endpoint({
    method: 'POST',
    path: `${PRODUCT}/stock-changes`,
    summary: 'Goods came in, or were counted; state_conflict where less would be left than orders hold',
    access: ['Admin'],
    params: productParams,
    body: StockChange,
    idempotent: true,
    reply: { status: 200, schema: StockLevel },
    refusals: ['state_conflict'],
  }),
  findProducts: endpoint({
    method: 'GET',
    path: '/api/v2/store/allproducts',
    summary: 'Products by words with slips, filters and order, with counts of what was found',
    access: 'public',
    query: ProductQuery,
    reply: { status: 200, schema: ProductPage },
  }),
  suggestProducts: endpoint({
    method: 'GET',
    path: '/api/v2/store/suggestions',
    summary: 'While somebody types: up to 8 products, best sellers first',
    access: 'public',
    query: z.strictObject({ q: SearchText }),
    reply: {
      status: 200,
      schema: z.strictObject({
        items: z.array(FoundProduct.pick({ id: true, slug: true, name: true, packSize: true })).max(8),
        didYouMean: z.string().max(200).nullable(),
      }),
    },
  }),
} as const satisfies EndpointTable
