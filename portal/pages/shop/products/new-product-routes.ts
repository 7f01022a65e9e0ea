// GET /shop/products/new is the form of a new product, POST enters it (Admin).
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { readForm } from '../../../http/forms.ts'
import { redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, productPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf } from '../form-problem.ts'
import { newProductPage, type NewProductPageProps } from './new-product-page.tsx'
import { NEW_PRODUCT, ProductForm, readProduct } from './product-values.ts'

export function newProductRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(SHOP_PATHS.newProduct, forStaff([storeApi.createProduct], show))
  router.post(SHOP_PATHS.newProduct, forStaff([storeApi.createProduct], create))
  return router
}

const show: StaffHandler = async (context, store) => {
  await sendForm(context, store, { values: NEW_PRODUCT, refused: null })
}

async function sendForm(
  context: RequestContext,
  store: StoreCall,
  shown: Pick<NewProductPageProps, 'values' | 'refused'>,
): Promise<void> {
  const { categories } = await store(storeApi.listCategories, { params: null, query: null, body: null })
  const html = newProductPage({ frame: context.frame(), categories, ...shown })
  await sendHtml(context, html, statusOf(shown.refused))
}

const create: StaffHandler = async (context, store) => {
  const values = readForm(ProductForm, context.request.body)
  const query = { pageSize: '1' }
  const { currency } = await store(storeApi.listPanelProducts, { params: null, query, body: null })
  const read = readProduct(values, currency)
  if ('faults' in read) return await sendForm(context, store, { values, refused: faultyForm(read.faults) })
  try {
    const call = { params: null, query: null, body: read.fields }
    const { id } = await store(storeApi.createProduct, call)
    await redirectWithNotice(context, productPath(id), 'made')
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    await sendForm(context, store, { values, refused })
  }
}
