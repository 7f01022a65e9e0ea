// For tests: products and categories of a store API over memory. Pages of the list have one product.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import type { PanelPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { PastStockChange } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { Product, ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { CATEGORIES } from '../../pages/testing/shop/category-pages.ts'
import { productImportOf } from '../../pages/testing/shop/product-import-pages.ts'
import { PICTURE, foundOf, productOf } from '../../pages/testing/shop/product-pages.ts'

const { listPanelProducts, getPanelProduct, createProduct, updateProduct, deactivateProduct } = storeApi
const { changeStock, importProducts, getProductImport, listProductImports } = storeApi
const { listPanelPictures, addProductPicture, removeProductPicture } = storeApi
const { listCategories, createCategory, updateCategory, removeCategory } = storeApi

export const memoryCatalogueApi = {
  importProducts,
  listProductImports,
  getProductImport,
  listPanelProducts,
  getPanelProduct,
  createProduct,
  updateProduct,
  deactivateProduct,
  changeStock,
  listPanelPictures,
  addProductPicture,
  removeProductPicture,
  listCategories,
  createCategory,
  updateCategory,
  removeCategory,
}

type Handlers = EndpointHandlers<typeof memoryCatalogueApi>

export class MemoryCatalogue {
  readonly products: Product[] = [productOf()]
  readonly categories: Category[] = CATEGORIES.map((one) => ({ ...one }))
  readonly pictures: PanelPicture[] = [PICTURE]
  readonly imports: ProductImport[] = [productImportOf()]
  readonly stockChanges: PastStockChange[] = []
  /** Files as they came. */
  readonly files: string[] = []
  /** Keys of changes of stock that were done. */
  readonly keys = new Set<string>()
  /** What the next change is refused with. */
  refuse: ProblemError | null = null

  handlers(): Handlers {
    return {
      ...this.#productHandlers(),
      ...this.#pictureHandlers(),
      ...this.#importHandlers(),
      ...this.#categoryHandlers(),
    }
  }

  #productHandlers() {
    return {
      listPanelProducts: async ({ query: { q, only, after } }) => {
        const found = this.products.filter(
          ({ name, isActive }) => name.includes(q) && isActive === (only !== 'withdrawn'),
        )
        const at = after === undefined ? 0 : Number(after.slice(4))
        const next = found.length > at + 1 ? `page${at + 1}` : null
        const items = found.slice(at, at + 1).map(foundOf)
        return { items, total: found.length, totalIsExact: true, next, didYouMean: null, currency: 'EUR' }
      },
      getPanelProduct: async ({ params }) => ({
        product: this.#product(params.productId),
        currency: 'EUR',
        stockChanges: this.stockChanges,
      }),
      createProduct: async ({ body }) => {
        this.#refuseOnce()
        if (this.products.some(({ sku }) => sku === body.sku)) throw taken()
        const id = Math.max(...this.products.map((one) => one.id)) + 1
        const made = productOf({ id, ...kept(body), available: 0, held: 0, version: 1 })
        this.products.push(made)
        return made
      },
      updateProduct: async ({ params, body, version }) => this.#change(params.productId, version, body),
      deactivateProduct: async ({ params, version }) =>
        this.#change(params.productId, version, { isActive: false }),
      changeStock: async ({ params, body, idempotency, caller }) => {
        this.#refuseOnce()
        const product = this.#product(params.productId)
        if (product.available + body.quantity < 0) throw tooFew()
        if (!this.keys.has(idempotency.key)) {
          product.available += body.quantity
          this.stockChanges.unshift({ ...body, by: caller.name, at: '2026-11-20T11:00:00.000Z' })
        }
        this.keys.add(idempotency.key)
        const { available, held } = product
        return { onHand: available + held, reserved: held, available }
      },
    } satisfies Partial<Handlers>
  }

  #pictureHandlers() {
    const shown = () => ({ pictures: this.pictures.map(({ preview: _small, ...picture }) => picture) })
    return {
      listPanelPictures: async () => ({ pictures: this.pictures }),
      addProductPicture: async ({ query, body }) => {
        this.#refuseOnce()
        const parts: Uint8Array[] = []
        for await (const part of body) parts.push(part)
        this.files.push(Buffer.concat(parts).toString('utf8'))
        this.pictures.push({ ...PICTURE, id: this.pictures.length + 9, alt: query.alt })
        return shown()
      },
      removeProductPicture: async ({ params }) => {
        const picture = found(this.pictures.find(({ id }) => id === params.pictureId))
        this.pictures.splice(this.pictures.indexOf(picture), 1)
        return shown()
      },
    } satisfies Partial<Handlers>
  }

  #importHandlers() {
    return {
      importProducts: async ({ body }) => {
        this.#refuseOnce()
        const parts: Uint8Array[] = []
        for await (const part of body) parts.push(part)
        this.files.push(Buffer.concat(parts).toString('utf8'))
        const made = productImportOf({ id: this.imports.length + 5, state: 'applying', rowsDone: 0 })
        this.imports.push(made)
        return made
      },
      listProductImports: async () => ({ imports: this.imports.map(({ faults: _found, ...one }) => one) }),
      getProductImport: async ({ params }) => found(this.imports.find(({ id }) => id === params.importId)),
    } satisfies Partial<Handlers>
  }

  #categoryHandlers() {
    const one = (id: number) => found(this.categories.find((category) => category.id === id))
    return {
      listCategories: async () => ({ categories: this.categories }),
      createCategory: async ({ body }) => {
        this.#refuseOnce()
        const id = Math.max(...this.categories.map((category) => category.id)) + 1
        const made = { id, ...body, slug: `category-${id}`, version: 1, productCount: 0 }
        this.categories.push(made)
        return made
      },
      updateCategory: async ({ params, body, version }) => {
        const category = one(params.categoryId)
        if (category.version !== version) throw new ProblemError('version_stale', 'Somebody changed it')
        return Object.assign(category, body, { version: version + 1 })
      },
      removeCategory: async ({ params }) => {
        const { id } = one(params.categoryId)
        if (this.categories.some(({ parentId }) => parentId === id))
          throw new ProblemError('state_conflict', 'Something hangs on it')
        this.categories.splice(this.categories.indexOf(one(id)), 1)
        return null
      },
    } satisfies Partial<Handlers>
  }

  #change(id: number, version: number, changes: Partial<ProductFields>): Product {
    this.#refuseOnce()
    const product = this.#product(id)
    if (product.version !== version) throw new ProblemError('version_stale', 'Somebody changed it')
    return Object.assign(product, kept(changes), { version: version + 1 })
  }

  #product(id: number): Product {
    return found(this.products.find((product) => product.id === id))
  }

  #refuseOnce(): void {
    const { refuse } = this
    this.refuse = null
    if (refuse !== null) throw refuse
  }
}

/** As it is stored. */
function kept<T extends Partial<ProductFields>>(fields: T): T {
  const { gtin } = fields
  return gtin === undefined ? fields : { ...fields, gtin: gtin?.padStart(14, '0') ?? null }
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new ProblemError('not_found', 'There is no such thing')
  return one
}

const taken = (): ProblemError => refusal('body.sku')
const tooFew = (): ProblemError => refusal('body.quantity')

function refusal(path: string): ProblemError {
  return new ProblemError('state_conflict', 'Refused', { errors: [{ path, message: 'is refused' }] })
}
