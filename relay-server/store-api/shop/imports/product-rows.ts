// Reads a CSV file of products: every row by the same schema as a product that is entered by hand; what is wrong is named by line.
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import {
  MAX_IMPORT_FAULTS,
  type ImportFault,
  type ImportFaultCode,
} from '@pharmacy-relay/shared/api/shop/imports.ts'
import { ProductMedia } from '@pharmacy-relay/shared/api/shop/printers.ts'
import { ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { fieldFaults, type FieldFault } from '@pharmacy-relay/shared/problem.ts'

/** A product with what only files say of it. */
export interface ImportedProduct extends ProductFields {
  /** Pieces that are there; of a new product. */
  readonly stock: number
  /** Null: the file does not say. */
  readonly media: ProductMedia | null
}

export interface ReadProducts {
  readonly rows: readonly ImportedProduct[]
  readonly faultCount: number
  /** The first 100. */
  readonly faults: readonly ImportFault[]
}

const MEDIA = 'media'
const ImportRow = ProductFields.extend({
  stock: z.int().min(0).max(1_000_000),
  media: ProductMedia.nullable(),
})
const NUMBERS = new Set(['categoryId', 'priceMinor', 'taxBp', 'minQuantity', 'stock'])
const NEEDED = ['sku', 'name', 'priceMinor', 'taxBp'] as const
const EMPTY = {
  gtin: null,
  brand: '',
  categoryId: null,
  form: '',
  substance: '',
  description: '',
  packSize: '',
  minQuantity: 1,
  isActive: true,
  stock: 0,
}
/** Longest row, in characters: a quote that is never closed must not take the rest of the file. */
const MAX_ROW = 20_000

class Faults {
  readonly first: ImportFault[] = []
  count = 0

  add(
    line: number,
    { path, message, code = 'value' }: FieldFault & { readonly code?: ImportFaultCode },
  ): void {
    this.count += 1
    if (this.first.length >= MAX_IMPORT_FAULTS) return
    this.first.push({ line, code, column: path.slice(0, 40), message: message.slice(0, 200) })
  }
}

/** `categories`: the ids that there are. Throws what the stream throws. */
export async function readProducts(
  bytes: AsyncIterable<Uint8Array>,
  categories: ReadonlySet<number>,
): Promise<ReadProducts> {
  const faults = new Faults()
  const rows: ImportedProduct[] = []
  const skus = new Set<string>()
  try {
    for await (const { record, info } of recordsOf(bytes)) {
      if (!hasColumns(record, faults)) continue
      const fields = fieldsOf(record, info.lines, faults)
      if (fields === null) continue
      if (skus.has(fields.sku))
        faults.add(info.lines, { code: 'twice', path: 'sku', message: 'stands in the file twice' })
      if (fields.categoryId !== null && !categories.has(fields.categoryId))
        faults.add(info.lines, { code: 'no_category', path: 'categoryId', message: 'is no category' })
      skus.add(fields.sku)
      rows.push(fields)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    faults.add(lineOf(error), {
      code: 'unreadable',
      path: '',
      message: `The file cannot be read on: ${error.code}`,
    })
  }
  if (rows.length === 0 && faults.count === 0)
    faults.add(1, { code: 'no_rows', path: '', message: 'The file has no rows' })
  return { rows, faultCount: faults.count, faults: faults.first }
}

interface CsvRecord {
  readonly record: Readonly<Record<string, string>>
  readonly info: { readonly lines: number }
}

function recordsOf(bytes: AsyncIterable<Uint8Array>): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    columns: true,
    info: true,
    delimiter: [',', ';', '\t'],
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  })
  void feed(bytes, parser)
  return parser as AsyncIterable<CsvRecord>
}

/** Waits for the parser, so that no more of the file is in memory than it reads. */
async function feed(bytes: AsyncIterable<Uint8Array>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const part of bytes)
      if (!parser.write(part))
        await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve))
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error('The file ended'))
  }
}

/** Told once, of the head line: every row would only say it again. */
function hasColumns(record: CsvRecord['record'], faults: Faults): boolean {
  const missing = NEEDED.filter((name) => !(name in record))
  if (faults.count === 0)
    for (const name of missing)
      faults.add(1, { code: 'column_missing', path: name, message: 'is missing in the head line' })
  return missing.length === 0
}

function fieldsOf(record: CsvRecord['record'], line: number, faults: Faults): ImportedProduct | null {
  const named = Object.entries(record).map(([name, text]) => [name, valueOf(name, text)] as const)
  const filled = named.filter(([, value]) => value !== undefined)
  const isMedia = ([name]: (typeof filled)[number]): boolean => name.startsWith(MEDIA)
  const parsed = ImportRow.safeParse({
    ...EMPTY,
    ...Object.fromEntries(filled.filter((one) => !isMedia(one))),
    media: `${MEDIA}Kind` in record ? mediaOf(filled.filter(isMedia)) : null,
  })
  if (parsed.success) return parsed.data
  for (const { path, message } of fieldFaults('', parsed.error))
    faults.add(line, { path: columnOf(path.replace(/^\./, '')), message })
  return null
}

/** `mediaWidthMm` is its `widthMm`. What may be left open is null. */
function mediaOf(filled: readonly (readonly [name: string, value: unknown])[]): unknown {
  const given = Object.fromEntries(
    filled.map(([name, value]) => [
      name.charAt(MEDIA.length).toLowerCase() + name.slice(MEDIA.length + 1),
      value,
    ]),
  )
  const { kind = 'none' } = given
  const open = kind === 'labels' ? { lengthMm: null } : kind === 'printer' ? { ribbonCoreMm: null } : {}
  return { ...open, ...given, kind }
}

/** Undefined: left empty. What is no number or no answer stays text, and is refused as such. */
function valueOf(name: string, text: string): unknown {
  if (text === '') return undefined
  if (NUMBERS.has(name) || name.endsWith('Mm')) return /^-?\d+$/.test(text) ? Number(text) : text
  if (name !== 'isActive') return text
  return text === 'true' || text === 'false' ? text === 'true' : text
}

/** `media.widthMm` is the column `mediaWidthMm`. */
const columnOf = (path: string): string =>
  path.replace(/^media\.(.)/, (_whole, first: string) => MEDIA + first.toUpperCase())

const lineOf = (error: CsvError): number => {
  const { lines } = error as { readonly lines?: unknown }
  return typeof lines === 'number' && lines >= 1 ? lines : 1
}
