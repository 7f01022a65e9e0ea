// GET /shop/products/import is the form, POST brings a file; …/imports/{id} is what becomes of it (Admin).
import { openAsBlob } from 'node:fs'
import { Router } from 'express'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { MAX_IMPORT_BYTES, type ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { uploadedFiles, type Uploads } from '../../../http/receive-uploads.ts'
import { redirect, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, productImportPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf, type RefusedForm } from '../form-problem.ts'
import { importProductsPage } from './import-products-page.tsx'
import { productImportPage, productImportRegion } from './product-import-page.tsx'

/** The form's file. */
export const PRODUCT_FILE: Uploads = {
  path: new RegExp(`^${SHOP_PATHS.importProducts}$`),
  purpose: [storeApi.importProducts],
  maxFiles: 1,
  maxFileBytes: MAX_IMPORT_BYTES,
}

export function productImportRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.products}/imports/:importId`
  const { importProducts, getProductImport } = storeApi
  router.get(SHOP_PATHS.importProducts, forStaff([importProducts], show))
  router.post(SHOP_PATHS.importProducts, forStaff([importProducts], bring))
  router.get(one, forStaff([getProductImport], showImport))
  router.get(`${one}/now`, forStaff([getProductImport], showRegion))
  return router
}

const show: StaffHandler = async (context, store) => {
  await sendForm(context, store, null)
}

async function sendForm(
  context: RequestContext,
  store: StoreCall,
  refused: RefusedForm | null,
): Promise<void> {
  const { imports } = may(context.viewer, storeApi.listProductImports)
    ? await store(storeApi.listProductImports, { params: null, query: null, body: null })
    : { imports: [] }
  const html = importProductsPage({ frame: context.frame(), refused, imports })
  await sendHtml(context, html, statusOf(refused))
}

const bring: StaffHandler = async (context, store) => {
  const [file] = uploadedFiles(context.response)
  if (file === undefined || file.bytes === 0)
    return await sendForm(context, store, faultyForm(new Set(['files'])))
  try {
    // Read from disk as it is sent.
    const body = await openAsBlob(file.path)
    const { id } = await store(storeApi.importProducts, { params: null, query: null, body })
    await redirect(context, productImportPath(id))
  } catch (error) {
    const words = (t: Texts) => ({
      state_conflict: t.shop.products.imports.busy,
    })
    await sendForm(context, store, refusedForm(context, error, words))
  }
}

const showImport: StaffHandler = async (context, store) => {
  await sendHtml(context, productImportPage({ frame: context.frame(), about: await read(context, store) }))
}

const showRegion: StaffHandler = async (context, store) => {
  await sendHtml(context, productImportRegion({ frame: context.frame(), about: await read(context, store) }))
}

/** Throws ProblemError `not_found`. */
async function read({ request }: RequestContext, store: StoreCall): Promise<ProductImport> {
  const id = IdText.safeParse(request.params['importId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such import')
  const params = { importId: String(id.data) }
  return store(storeApi.getProductImport, { params, query: null, body: null })
}
