// Imports of products: one CSV file, all of it or nothing.
import { z } from 'zod'
import { Id, IdText, Instant } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'

/** Largest file, in bytes. */
export const MAX_IMPORT_BYTES = 20_971_520
/** So many faults are named; all are counted. */
export const MAX_IMPORT_FAULTS = 100

/** applying → applied; refused: the file has faults; failed: it could not be carried out. But for applied nothing was changed. */
const ProductImportState = growing(z.enum(['applying', 'applied', 'refused', 'failed']), 'failed')

/** `value`: it is none that the column takes. Others are of the row, or of the file. */
const ImportFaultCode = growing(
  z.enum(['value', 'twice', 'no_category', 'column_missing', 'unreadable', 'no_rows']),
  'value',
)
export type ImportFaultCode = z.infer<typeof ImportFaultCode>

export const ImportFault = z.strictObject({
  code: ImportFaultCode,
  /** Of the file, from 1, which is the head line. */
  line: z.int().min(1),
  /** Empty where it is the whole row. */
  column: z.string().max(40),
  /** In English, for who reads the API. */
  message: z.string().max(200),
})
export type ImportFault = z.infer<typeof ImportFault>

const count = z.int().min(0)

export const ProductImport = z
  .strictObject({
    id: Id,
    state: ProductImportState,
    rows: count,
    /** Of `rows`; all of them count once it is applied. */
    rowsDone: count,
    added: count,
    changed: count,
    faultCount: count,
    faults: z.array(ImportFault).max(MAX_IMPORT_FAULTS),
    startedAt: Instant,
  })
  .meta({ id: 'ProductImport' })
export type ProductImport = z.infer<typeof ProductImport>

/** A row of a list: without what was found. */
export const ProductImportSummary = ProductImport.omit({ faults: true }).meta({ id: 'ProductImportSummary' })
export type ProductImportSummary = z.infer<typeof ProductImportSummary>

const IMPORTS = '/api/v1/products/imports'

export const shopImportsApi = {
  importProducts: endpoint({
    method: 'POST',
    path: IMPORTS,
    summary:
      'Enter and change products from a CSV file: its head line names fields of ProductFields, sku, name, priceMinor and taxBp among them; fields that it does not name are empty. stock: pieces of products that are new. mediaKind, mediaWidthMm and so on: fields of ProductMedia, where there is a column mediaKind. All of it or nothing; returns when it was read. state_conflict while another one is under way',
    access: ['Admin'],
    stream: true,
    maxBodyBytes: MAX_IMPORT_BYTES,
    reply: { status: 201, schema: ProductImport },
    refusals: ['state_conflict'],
  }),
  listProductImports: endpoint({
    method: 'GET',
    path: IMPORTS,
    summary: 'The last 20 imports, newest first',
    access: ['Admin'],
    reply: {
      status: 200,
      schema: z.strictObject({ imports: z.array(ProductImportSummary).max(20) }),
    },
  }),
  getProductImport: endpoint({
    method: 'GET',
    path: `${IMPORTS}/{importId}`,
    summary: 'How far an import is, and what it found',
    access: ['Admin'],
    params: z.strictObject({ importId: IdText }),
    reply: { status: 200, schema: ProductImport },
  }),
} as const satisfies EndpointTable
