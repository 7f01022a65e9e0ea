// Label printers and what goes into them, as the shop knows them: what a roll is, which rolls a printer takes, and which printer a
// computer of the own pharmacy has. Sizes are whole millimetres, those of the goods, rounded.
import { z } from 'zod'
import { Id, IdText, StoreId, lineOfText } from '../../ids.ts'
import { PrinterName, PrinterRow } from '../../printer.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { SHOP_ROLES } from '../access.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { FoundProduct } from './products.ts'

const Mm = z.int().min(1).max(2_000)
/** `direct`: heat alone. `transfer`: with a ribbon; a printer that takes ribbons prints direct ones, too. */
const PrintMethod = growing(z.enum(['direct', 'transfer']), 'transfer')

const Labels = z.strictObject({
  kind: z.literal('labels'),
  method: PrintMethod,
  /** Of one label, across the way of the paper. */
  widthMm: Mm,
  /** Of one label, along it; null: without end. */
  lengthMm: Mm.nullable(),
  /** Between two labels; 0: they touch, or a black mark divides them. */
  gapMm: z.int().min(0).max(100),
  coreMm: Mm,
  /** Diameter of the whole roll. */
  rollMm: Mm,
})
const Ribbon = z.strictObject({ kind: z.literal('ribbon'), widthMm: Mm, coreMm: Mm })
const Printer = z.strictObject({
  kind: z.literal('printer'),
  method: PrintMethod,
  minWidthMm: Mm,
  widthMm: Mm,
  coreMm: Mm,
  /** Largest roll. */
  rollMm: Mm,
  /** Null: it takes no ribbon. */
  ribbonCoreMm: Mm.nullable(),
  /** What computers report of it holds this, without case, blanks and signs: ZD421. Of two, the longer one counts. */
  reportedAs: lineOfText(60).regex(/[A-Za-z0-9].*[A-Za-z0-9].*[A-Za-z0-9]/, 'must have 3 letters or digits'),
})

/** `none`: nothing of a printer. */
export const ProductMedia = growing(
  z.discriminatedUnion('kind', [Labels, Ribbon, Printer, z.strictObject({ kind: z.literal('none') })]),
  'none',
).meta({ id: 'ProductMedia' })
export type ProductMedia = z.infer<typeof ProductMedia>

/** The printer as a product of the shop. */
const ShopPrinter = FoundProduct.pick({ id: true, slug: true, name: true })

export const OwnPrinter = z
  .strictObject({
    computerId: Id,
    computerName: lineOfText(63),
    printerName: PrinterName,
    name: PrinterRow.shape.name,
    detail: PrinterRow.shape.detail,
    /** Labels of the pharmacy come out of it. */
    isUsed: z.boolean(),
    /** Null where the shop knows none that is reported so. */
    product: ShopPrinter.nullable(),
    /** Somebody of the pharmacy said that it is this one. */
    isChosen: z.boolean(),
  })
  .meta({ id: 'OwnPrinter' })
export type OwnPrinter = z.infer<typeof OwnPrinter>

const OwnPrinters = z.strictObject({ printers: z.array(OwnPrinter).max(200) })

export const MAX_SUPPLIES = 50
export const Supplies = z
  .strictObject({
    /** Null where the shop knows no printer of the pharmacy: then nothing is said to fit. */
    printer: ShopPrinter.nullable(),
    items: z.array(z.strictObject({ product: FoundProduct, media: ProductMedia })).max(MAX_SUPPLIES),
  })
  .meta({ id: 'Supplies' })
export type Supplies = z.infer<typeof Supplies>

export const PrinterInUse = z
  .strictObject({
    customerId: Id,
    storeId: StoreId,
    customerName: lineOfText(120),
    computerId: Id,
    computerName: lineOfText(63),
    printerName: PrinterName,
    product: ShopPrinter.nullable(),
  })
  .meta({ id: 'PrinterInUse' })
export type PrinterInUse = z.infer<typeof PrinterInUse>

const MEDIA = '/api/v1/products/{productId}/media'
const OWN = '/api/v1/store/printers'
const productParams = z.strictObject({ productId: IdText })

export const shopPrintersApi = {
  getProductMedia: endpoint({
    method: 'GET',
    path: MEDIA,
    summary: 'What a product is to a label printer: labels, a ribbon, a printer, or nothing',
    access: 'public',
    params: productParams,
    reply: { status: 200, schema: ProductMedia },
  }),
  setProductMedia: endpoint({
    method: 'PUT',
    path: MEDIA,
    summary: 'Say what a product is to a label printer; identical content changes nothing',
    access: ['Admin'],
    params: productParams,
    body: ProductMedia,
    reply: { status: 200, schema: ProductMedia },
  }),
  listOwnPrinters: endpoint({
    method: 'GET',
    path: OWN,
    summary: 'The printers that computers of the own pharmacy reported, with what the shop knows of them',
    access: SHOP_ROLES,
    reply: { status: 200, schema: OwnPrinters },
  }),
  chooseOwnPrinter: endpoint({
    method: 'PUT',
    path: OWN,
    summary:
      'Say which printer of the shop one of the own printers is, null: as it is reported; state_conflict where there is no such one',
    access: SHOP_ROLES,
    body: z.strictObject({ printerName: PrinterName, productId: Id.nullable() }),
    reply: { status: 200, schema: OwnPrinters },
    refusals: ['state_conflict'],
  }),
  listSupplies: endpoint({
    method: 'GET',
    path: '/api/v1/store/supplies',
    summary:
      'Labels and ribbons that fit the printer of the own pharmacy, or the named one of the shop, best sellers first',
    access: SHOP_ROLES,
    query: z.strictObject({ printerId: IdText.optional() }),
    reply: { status: 200, schema: Supplies },
  }),
  listPrintersInUse: endpoint({
    method: 'GET',
    path: '/api/v1/panel/printers',
    summary: 'The printer of each pharmacy that has one, with what the shop knows of it',
    access: STAFF_ROLES,
    query: z.strictObject({
      page: paging.page,
      pageSize: paging.pageSize,
      /** Only those that are no product of the shop. */
      unknown: z.literal('true').optional(),
    }),
    reply: { status: 200, schema: pageOf(PrinterInUse) },
  }),
} as const satisfies EndpointTable
