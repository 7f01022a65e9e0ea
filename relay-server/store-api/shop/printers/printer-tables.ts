// The tables of media and printers as Kysely types.
import type { Generated, GeneratedAlways } from 'kysely'

interface ProductMediaTable {
  productId: number
  kind: 'labels' | 'ribbon' | 'printer'
  method: 'direct' | 'transfer' | null
  minWidthMm: Generated<number | null>
  widthMm: number
  lengthMm: Generated<number | null>
  gapMm: Generated<number | null>
  coreMm: number
  rollMm: Generated<number | null>
  ribbonCoreMm: Generated<number | null>
  reportedAs: Generated<string | null>
  readonly reportedFold: GeneratedAlways<string | null>
}

export interface PrinterSchema {
  ProductMedia: ProductMediaTable
  ChosenPrinters: { customerId: number; printerName: string; productId: number }
}
