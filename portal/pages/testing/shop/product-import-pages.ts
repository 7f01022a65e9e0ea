// Imports of products in every state, with every fault.
import type { ImportFault, ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { importProductsPage } from '../../shop/imports/import-products-page.tsx'
import { productImportPage } from '../../shop/imports/product-import-page.tsx'
import { HOSTILE } from '../fixtures.ts'
import { refusedFor } from './refusals.ts'

export function productImportOf(changes: Partial<ProductImport> = {}): ProductImport {
  return {
    id: 5,
    state: 'applied',
    rows: 3,
    rowsDone: 3,
    added: 1,
    changed: 1,
    faultCount: 0,
    faults: [],
    startedAt: '2026-11-20T11:00:00.000Z',
    ...changes,
  }
}

/** One of each. */
function everyFault(): ImportFault[] {
  const message = 'In English'
  const ofFile = (['twice', 'no_category', 'column_missing', 'unreadable', 'no_rows'] as const).map(
    (code, at) => ({ line: at + 2, column: 'sku', code, message }),
  )
  const columns = [...ProductFields.keyof().options, HOSTILE]
  const ofValue = columns.map((column, at) => ({ line: at + 20, column, code: 'value' as const, message }))
  return [...ofFile, ...ofValue]
}

export function productImportPages(frame: FrameProps): Record<string, string> {
  const page = (changes: Partial<ProductImport>) =>
    productImportPage({ frame, about: productImportOf(changes) })
  const form = (refused: Parameters<typeof importProductsPage>[0]['refused']) =>
    importProductsPage({
      frame: { ...frame, path: '/shop/products/import' },
      refused,
      imports: [productImportOf()],
    })
  const faults = everyFault()
  return {
    'import products': form(null),
    'import products, the first': importProductsPage({ frame, refused: null, imports: [] }),
    'import products, no file': form(refusedFor('invalid', { faults: ['files'] })),
    'import products, another one': form(
      refusedFor('state_conflict', { words: texts(frame.language).shop.products.imports.busy }),
    ),
    'product import, moves': page({ state: 'applying', rowsDone: 1 }),
    'product import, done': page({}),
    'product import, failed': page({ state: 'failed' }),
    'product import, refused': page({ state: 'refused', rowsDone: 0, faults, faultCount: 5_000 }),
  }
}
