// The table of imports as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ImportFault } from '@pharmacy-relay/shared/api/shop/imports.ts'

interface ProductImportsTable {
  readonly id: GeneratedAlways<number>
  state: 'applying' | 'applied' | 'refused' | 'failed'
  rows: number
  rowsDone: Generated<number>
  added: Generated<number>
  changed: Generated<number>
  faultCount: number
  /** Written as JSON text. */
  faults: ColumnType<ImportFault[], string, string>
  startedBy: string
  startedAt: Generated<Date>
  seenAt: Generated<Date>
}

export interface ImportSchema {
  ProductImports: ProductImportsTable
}
