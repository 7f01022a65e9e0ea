// What a column takes, and what is wrong in a file, in the reader's words; pure.
import type { ImportFault } from '@pharmacy-relay/shared/api/shop/imports.ts'
import type { ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

type Column = keyof ProductFields

/** Amounts stand in a file in smallest units. */
export function columnText(column: Column, t: Texts): string {
  return unitsText(column, t) ?? t.shop.products.hints[column]
}

export function faultText({ code, column }: Pick<ImportFault, 'code' | 'column'>, t: Texts): string {
  const { faults, imports } = t.shop.products
  if (code !== 'value') return imports.faults[code]
  if (!isColumn(column, t)) return imports.faults.unknownColumn
  return unitsText(column, t) ?? faults[column]
}

function unitsText(column: Column, t: Texts): string | undefined {
  return (t.shop.products.imports.columnHint as Partial<Record<Column, string>>)[column]
}

function isColumn(name: string, t: Texts): name is Column {
  return Object.hasOwn(t.shop.products.fields, name)
}
