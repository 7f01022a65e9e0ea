// Products, stock and categories for tests of the shop.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Product, ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { storeApi, type TestApp } from '../../test/test-app.ts'

let made = 0

/** Of no category and no stock; each with a sku of its own. */
export function productFields(changes: Partial<ProductFields> = {}): ProductFields {
  made += 1
  return {
    sku: `SKU-${made}`,
    gtin: null,
    name: `Product ${made}`,
    brand: '',
    categoryId: null,
    form: '',
    substance: '',
    description: '',
    priceMinor: 1_000,
    taxBp: 1_900,
    packSize: '1',
    minQuantity: 1,
    isActive: true,
    ...changes,
  }
}

/** Entered by an Admin, with so many pieces. */
export async function newProduct(
  site: TestApp,
  { stock = 0, ...changes }: Partial<ProductFields> & { readonly stock?: number } = {},
): Promise<Product> {
  const product = await site.call(storeApi.createProduct, { body: productFields(changes) })
  if (stock > 0) await changeStock(site, product.id, stock)
  return product
}

let shades = 0

/** One of its own, of one colour. */
export async function newPicture(site: TestApp, productId: number, alt = 'A roll') {
  shades += 1
  const background = { r: (shades * 20) % 256, g: 100, b: 200 }
  const file = sharp({ create: { width: 1_600, height: 1_200, channels: 3, background } }).jpeg()
  const call = { params: { productId: String(productId) }, query: { alt } }
  const body = new Uint8Array(await file.toBuffer())
  return site.call(storeApi.addProductPicture, { ...call, body })
}

export async function changeStock(site: TestApp, productId: number, quantity: number) {
  const params = { productId: String(productId) }
  const body = { kind: quantity > 0 ? ('receive' as const) : ('adjust' as const), quantity, reason: 'a test' }
  return site.call(storeApi.changeStock, { params, body }, { idempotencyKey: randomUUID() })
}

export async function newCategory(site: TestApp, name: string, parentId: number | null = null) {
  return site.call(storeApi.createCategory, { body: { parentId, name, place: 0 } })
}
