// Products in every state: the list, one as Admins and as others see it, the form of a new one, what refuses each.
import type { PanelPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { PanelProduct, PastStockChange } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { FoundProduct, Product } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { ProductNotice } from '../../shop/products/product-notices.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { newProductPage } from '../../shop/products/new-product-page.tsx'
import { productPage, type ProductPageProps } from '../../shop/products/product-page.tsx'
import {
  NEW_PRODUCT,
  PRODUCT_FIELDS,
  productValues,
  type ProductValues,
} from '../../shop/products/product-values.ts'
import { productsPage, type ProductsPageProps } from '../../shop/products/products-page.tsx'
import { NO_STOCK_CHANGE } from '../../shop/products/stock-values.ts'
import { HOSTILE, viewerAs } from '../fixtures.ts'
import { CATEGORIES } from './category-pages.ts'
import { refusedFor, staleFor } from './refusals.ts'

const ONCE = '7f0c2a53-6a4e-4b0e-9a3e-0d7f0f8f1a11'

export function productOf(changes: Partial<Product> = {}): Product {
  return {
    id: 21,
    slug: 'label-roll-21',
    sku: 'LR-100x50',
    gtin: '04006381333931',
    name: 'Label roll 100 × 50',
    brand: 'Etikett',
    categoryId: 2,
    form: 'Roll',
    substance: '',
    description: 'White, matt.\nCore 40 mm.',
    priceMinor: 1_250,
    taxBp: 1_900,
    packSize: '500',
    minQuantity: 1,
    isActive: true,
    available: 40,
    held: 3,
    version: 4,
    updatedAt: '2026-11-20T11:00:00.000Z',
    ...changes,
  }
}

export function foundOf(product: Product): FoundProduct {
  const { description: _text, held: _held, version: _version, updatedAt: _at, ...found } = product
  return found
}

const CHANGES: PastStockChange[] = [
  { kind: 'adjust', quantity: -3, reason: HOSTILE, by: HOSTILE, at: '2026-11-20T11:00:00.000Z' },
  { kind: 'receive', quantity: 43, reason: '4711', by: '', at: '2026-11-19T11:00:00.000Z' },
]

export const PICTURE: PanelPicture = {
  id: 9,
  hash: 'a'.repeat(64),
  alt: HOSTILE,
  width: 1_200,
  height: 800,
  preview: 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=',
}

const hostile = (): Product =>
  productOf({ id: 22, name: HOSTILE, sku: 'X', brand: HOSTILE, form: HOSTILE, substance: HOSTILE })

export function productPages(frame: FrameProps): Record<string, string> {
  return { ...listPages(frame), ...onePages(frame), ...newPages(frame) }
}

function listPages(frame: FrameProps) {
  const page = (products: Product[], changes: Partial<ProductsPageProps['list']> = {}, after?: string) =>
    productsPage({
      frame: { ...frame, path: '/shop/products' },
      query: { q: HOSTILE, pageSize: 50, only: 'withdrawn', sort: 'name', after },
      categories: CATEGORIES,
      list: {
        items: products.map(foundOf),
        total: products.length,
        totalIsExact: true,
        next: null,
        didYouMean: null,
        currency: 'EUR',
        ...changes,
      },
    })
  const gone = productOf({ id: 23, isActive: false, available: 0, gtin: null, categoryId: null })
  return {
    products: page([productOf(), hostile(), gone]),
    'products, more behind': page([productOf()], { total: 10_000, totalIsExact: false, next: 'next' }),
    'products, last page': page([productOf()], {}, 'before'),
    'products, meant': page([productOf()], { didYouMean: HOSTILE }),
    'products, none': page([]),
    'products, past the end': page([], { total: 3 }, 'before'),
  }
}

function onePages(frame: FrameProps) {
  const { locale } = texts(frame.language)
  const page = (changes: Partial<Product> = {}, more: Partial<ProductPageProps> = {}) => {
    const about: PanelProduct = { product: productOf(changes), currency: 'EUR', stockChanges: CHANGES }
    return productPage({
      frame,
      about,
      categories: CATEGORIES,
      form: { values: productValues(about.product, { currency: 'EUR', locale }), savedNow: null },
      stock: { values: NO_STOCK_CHANGE, once: ONCE },
      pictures: [],
      alt: '',
      refused: null,
      notice: null,
      ...more,
    })
  }
  const typed = Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, HOSTILE])) as ProductValues
  const saved = { ...NEW_PRODUCT, name: HOSTILE, isActive: '', categoryId: '2' }
  const stock = { values: { kind: 'adjust' as const, quantity: HOSTILE, reason: HOSTILE }, once: ONCE }
  const faulty = { form: 'stock' as const, ...refusedFor('invalid', { faults: ['quantity', 'reason'] }) }
  const noPicture = { form: 'picture' as const, ...refusedFor('invalid', { faults: ['alt', 'files'] }) }
  const words = texts(frame.language).shop.products.pictures.refused
  const pictureRefused = { form: 'picture' as const, ...refusedFor('state_conflict', { words }) }
  const held = { form: 'stock' as const, ...refusedFor('state_conflict', { faults: ['quantity'] }) }
  return {
    product: page(),
    'product, hostile': page(hostile()),
    'product, no longer sold': page({ isActive: false, held: 0, available: 0 }),
    'product, nothing in stock ever': page({}, { about: { ...aboutOf(), stockChanges: [] } }),
    'product for support': page({}, { frame: { ...frame, viewer: viewerAs('Support') } }),
    'product, faulty': page(
      {},
      {
        form: { values: typed, savedNow: null },
        refused: { form: 'product', ...refusedFor('invalid', { faults: PRODUCT_FIELDS }) },
      },
    ),
    'product, stale': page(
      {},
      { form: { values: typed, savedNow: saved }, refused: { form: 'product', ...staleFor(frame) } },
    ),
    'product, pictures': page({}, { pictures: [PICTURE] }),
    'product, no picture': page({}, { alt: HOSTILE, refused: noPicture }),
    'product, picture refused': page({}, { refused: pictureRefused }),
    'product, stock faulty': page({}, { stock, refused: faulty }),
    'product, stock held': page({}, { stock, refused: held }),
    ...Object.fromEntries(
      (Object.keys(texts(frame.language).shop.products.notices) as ProductNotice[]).map((notice) => [
        `product says ${notice}`,
        page({}, { notice }),
      ]),
    ),
  }
}

const aboutOf = (): PanelProduct => ({ product: productOf(), currency: 'JPY', stockChanges: CHANGES })

function newPages(frame: FrameProps) {
  const page = { frame, categories: CATEGORIES, values: NEW_PRODUCT }
  const taken = refusedFor('state_conflict', { faults: ['sku'] })
  return {
    'new product': newProductPage({ ...page, refused: null }),
    'new product, taken': newProductPage({ ...page, refused: taken }),
  }
}
