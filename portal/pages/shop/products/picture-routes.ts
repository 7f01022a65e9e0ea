// POST /shop/products/{id}/pictures adds a picture, …/pictures/remove takes one away (Admin).
import { openAsBlob } from 'node:fs'
import { Router } from 'express'
import { z } from 'zod'
import { MAX_PICTURE_BYTES, PictureAlt } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { uploadedFiles, type Uploads } from '../../../http/receive-uploads.ts'
import { redirect, redirectWithNotice } from '../../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../../http/staff.ts'
import { SHOP_PATHS, productPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm } from '../form-problem.ts'
import { productIdOf, sendProduct } from './product-routes.ts'

/** The form's file. */
export const PRODUCT_PICTURE: Uploads = {
  path: new RegExp(`^${SHOP_PATHS.products}/\\d+/pictures$`),
  purpose: [storeApi.addProductPicture],
  maxFiles: 1,
  maxFileBytes: MAX_PICTURE_BYTES,
}

export function pictureRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const all = `${SHOP_PATHS.products}/:productId/pictures`
  const { addProductPicture, removeProductPicture, getPanelProduct } = storeApi
  router.post(all, forStaff([addProductPicture], add))
  router.post(`${all}/remove`, forStaff([removeProductPicture], remove))
  // These addresses only answer forms; who comes back to them finds the page.
  router.get([all, `${all}/remove`], forStaff([getPanelProduct], toPage))
  return router
}

const add: StaffHandler = async (context, store) => {
  const { alt } = readForm(z.object({ alt: typed(1_000) }), context.request.body)
  const [file] = uploadedFiles(context.response)
  const faults = new Set<string>()
  if (!PictureAlt.safeParse(alt).success) faults.add('alt')
  if (file === undefined || file.bytes === 0) faults.add('files')
  if (file === undefined || faults.size > 0)
    return await sendProduct(context, store, { refused: { form: 'picture', ...faultyForm(faults) }, alt })
  const params = { productId: String(productIdOf(context)) }
  try {
    // Read from disk as it is sent.
    const body = await openAsBlob(file.path)
    await store(storeApi.addProductPicture, { params, query: { alt }, body })
  } catch (error) {
    const isNone = error instanceof ProblemError && error.code === 'invalid'
    const refused = isNone
      ? faultyForm(new Set(['files']))
      : refusedForm(context, error, (t) => ({ state_conflict: t.shop.products.pictures.refused }))
    return await sendProduct(context, store, { refused: { form: 'picture', ...refused }, alt })
  }
  await redirectWithNotice(context, productPath(productIdOf(context)), 'picture-added')
}

const remove: StaffHandler = async (context, store) => {
  const { picture } = readForm(z.object({ picture: IdText }), context.request.body)
  const productId = productIdOf(context)
  const params = { productId: String(productId), pictureId: String(picture) }
  try {
    await store(storeApi.removeProductPicture, { params, query: null, body: null })
  } catch (error) {
    // Somebody else was faster: it is gone.
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error
  }
  await redirectWithNotice(context, productPath(productId), 'picture-removed')
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, productPath(productIdOf(context)))
}
