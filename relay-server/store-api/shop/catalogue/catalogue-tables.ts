// The tables of the catalogue as Kysely types. Triggers keep the counters, the words, and a row of stock for each product.
import type { Generated, GeneratedAlways } from 'kysely'

interface CategoriesTable {
  readonly id: GeneratedAlways<number>
  parentId: number | null
  name: string
  slug: string
  place: Generated<number>
  version: Generated<number>
}

interface ProductsTable {
  readonly id: GeneratedAlways<number>
  sku: string
  gtin: string | null
  slug: string
  name: string
  brand: Generated<string>
  categoryId: number | null
  form: Generated<string>
  substance: Generated<string>
  description: Generated<string>
  priceMinor: number
  taxBp: number
  packSize: Generated<string>
  minQuantity: Generated<number>
  sold: Generated<number>
  isActive: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  readonly folded: GeneratedAlways<string>
  readonly search: GeneratedAlways<string>
}

interface StockTable {
  productId: number
  onHand: Generated<number>
  reserved: Generated<number>
}

interface StockChangesTable {
  readonly id: GeneratedAlways<number>
  productId: number
  kind: 'receive' | 'adjust'
  quantity: number
  reason: string
  actor: string
  at: Generated<Date>
}

export interface CatalogueSchema {
  Categories: CategoriesTable
  Products: ProductsTable
  ProductCounts: { facet: 'all' | 'category' | 'brand' | 'form'; value: string; count: number }
  ProductWords: { word: string; grams: string[] }
  Stock: StockTable
  StockChanges: StockChangesTable
}
