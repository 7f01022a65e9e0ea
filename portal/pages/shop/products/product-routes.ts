// GET /shop/products lists products, …/new enters one; …/{id} is one: POST there saves it, …/stock changes its stock, …/withdraw ends it.
import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelProduct } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, versionText } from '../../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, productPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf } from '../form-problem.ts'
import { productNotice } from './product-notices.ts'
import { productPage, type ProductPageProps } from './product-page.tsx'
import {
  PRODUCT_FIELDS,
  ProductForm,
  productValues,
  readProduct,
  type ProductValues,
} from './product-values.ts'
import { productsQuery, productsText } from './products-address.ts'
import { productsPage } from './products-page.tsx'
import { NO_STOCK_CHANGE, StockForm, readStock } from './stock-values.ts'

export function productRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.products}/:productId`
  const { listPanelProducts, getPanelProduct, updateProduct, changeStock, deactivateProduct } = storeApi
  router.get(SHOP_PATHS.products, forStaff([listPanelProducts], showList))
  router.get(one, forStaff([getPanelProduct], show))
  router.post(one, forStaff([updateProduct], save))
  router.post(`${one}/stock`, forStaff([changeStock], shiftStock))
  router.post(`${one}/withdraw`, forStaff([deactivateProduct], withdraw))
  // These addresses only answer forms; who comes back to them finds the page.
  router.get([`${one}/stock`, `${one}/withdraw`], forStaff([getPanelProduct], toPage))
  return router
}

const NOTHING = { params: null, query: null, body: null } as const

const showList: StaffHandler = async (context, store) => {
  const query = productsQuery(context.request.query)
  const [list, { categories }] = await Promise.all([
    store(storeApi.listPanelProducts, { params: null, query: productsText(query), body: null }),
    store(storeApi.listCategories, NOTHING),
  ])
  await sendHtml(context, productsPage({ frame: context.frame(), query, list, categories }))
}

const show: StaffHandler = async (context, store) => {
  await sendProduct(context, store, {})
}

type Shown = Partial<Pick<ProductPageProps, 'refused'>> & {
  readonly values?: ProductValues
  readonly stock?: ProductPageProps['stock']
  readonly alt?: string
}

/** The page, with what refused one of its forms. */
export async function sendProduct(context: RequestContext, store: StoreCall, shown: Shown): Promise<void> {
  const { refused = null } = shown
  const [about, { categories }, pictures] = await Promise.all([
    readAbout(context, store),
    store(storeApi.listCategories, NOTHING),
    picturesOf(context, store),
  ])
  const saved = savedValues(context, about)
  const isStale = refused?.code === 'version_stale' && shown.values !== undefined
  const html = productPage({
    frame: context.frame(productPath(about.product.id)),
    about,
    categories,
    form: {
      values: shown.values ?? saved,
      savedNow: isStale ? differing(saved, shown.values ?? saved) : null,
    },
    stock: shown.stock ?? { values: NO_STOCK_CHANGE, once: randomUUID() },
    pictures,
    alt: shown.alt ?? '',
    refused,
    notice: productNotice(context.takeNotice(), texts(context.preferences.language)),
  })
  await sendHtml(context, html, statusOf(refused))
}

/** Null for who may not see them. */
async function picturesOf(context: RequestContext, store: StoreCall): Promise<ProductPageProps['pictures']> {
  if (!may(context.viewer, storeApi.listPanelPictures)) return null
  const params = { productId: String(productIdOf(context)) }
  return (await store(storeApi.listPanelPictures, { params, query: null, body: null })).pictures
}

async function readAbout(context: RequestContext, store: StoreCall): Promise<PanelProduct> {
  const params = { productId: String(productIdOf(context)) }
  return store(storeApi.getPanelProduct, { params, query: null, body: null })
}

function savedValues(context: RequestContext, { product, currency }: PanelProduct): ProductValues {
  return productValues(product, { currency, locale: texts(context.preferences.language).locale })
}

function differing(saved: ProductValues, typedValues: ProductValues): Partial<ProductValues> {
  const names = PRODUCT_FIELDS.filter((name) => saved[name] !== typedValues[name])
  return Object.fromEntries(names.map((name) => [name, saved[name]]))
}

const save: StaffHandler = async (context, store) => {
  const { version, ...values } = readForm(ProductForm.extend({ version: versionText }), context.request.body)
  const { product, currency } = await readAbout(context, store)
  const read = readProduct(values, currency)
  if ('faults' in read)
    return await sendProduct(context, store, {
      refused: { form: 'product', ...faultyForm(read.faults) },
      values,
    })
  const params = { productId: String(product.id) }
  try {
    await store(storeApi.updateProduct, { params, query: null, body: read.fields }, version)
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    return await sendProduct(context, store, { refused: { form: 'product', ...refused }, values })
  }
  await redirectWithNotice(context, productPath(product.id), 'saved')
}

const shiftStock: StaffHandler = async (context, store) => {
  const { once, ...values } = readForm(StockForm.extend({ once: Uuid }), context.request.body)
  const read = readStock(values)
  // A refusal is kept as the answer of its key: what is mended is another request.
  const again = { values, once: randomUUID() }
  if ('faults' in read)
    return await sendProduct(context, store, {
      refused: { form: 'stock', ...faultyForm(read.faults) },
      stock: again,
    })
  const params = { productId: String(productIdOf(context)) }
  const call = { params, query: null, body: read.change }
  try {
    await store(storeApi.changeStock, call, { idempotencyKey: once })
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    const isUnknown = refused.code !== 'state_conflict' && refused.code !== 'invalid'
    const stock = isUnknown ? { values, once } : again
    return await sendProduct(context, store, { refused: { form: 'stock', ...refused }, stock })
  }
  await redirectWithNotice(context, productPath(productIdOf(context)), 'stock')
}

const withdraw: StaffHandler = async (context, store) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  const params = { productId: String(productIdOf(context)) }
  try {
    await store(storeApi.deactivateProduct, { params, query: null, body: null }, version)
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    return await sendProduct(context, store, { refused: { form: 'other', ...refused } })
  }
  await redirectWithNotice(context, productPath(productIdOf(context)), 'withdrawn')
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, productPath(productIdOf(context)))
}

/** Throws ProblemError `not_found`. */
export function productIdOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['productId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such product')
  return id.data
}
