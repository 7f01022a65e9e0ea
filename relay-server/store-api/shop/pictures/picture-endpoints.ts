// The endpoints of pictures, and the route of their files.
import { Router } from 'express'
import { PICTURE_SIZES } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { readProduct } from '../catalogue/product-changes.ts'
import { findPictureFile, firstPicturesOf, panelPicturesOf } from './pictures.queries.ts'
import { addPicture, listPictures, removePicture } from './product-pictures.ts'

export function pictureHandlers(db: StoreDb) {
  return {
    listProductPictures: async ({ params }) => listPictures(db, params.productId),
    firstPictures: async ({ query }) => ({ pictures: await firstPicturesOf(db, query.productIds) }),
    listPanelPictures: async ({ params: { productId } }) => {
      await readProduct(db, productId)
      return { pictures: await panelPicturesOf(db, productId) }
    },
    addProductPicture: async ({ params, query, body, caller }) =>
      addPicture(db, caller, { ...params, ...query, bytes: body }),
    removeProductPicture: async ({ params, caller }) => removePicture(db, caller, params),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}

const HASH = /^[0-9a-f]{64}$/

/** GET /api/v1/pictures/{hash}/{size}.webp, for everybody; the same hash is the same bytes for ever. */
export function pictureFileRoutes(db: StoreDb): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/api/v1/pictures/:hash/:file', async (request, response) => {
    const { hash, file } = request.params
    const size = PICTURE_SIZES.find((one) => file === `${one}.webp`)
    const bytes = size === undefined || !HASH.test(hash) ? null : await findPictureFile(db, hash, size)
    if (bytes === null) throw new ProblemError('not_found', 'There is no such picture')
    const etag = `"${hash}-${file}"`
    response.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: etag,
      'Content-Type': 'image/webp',
      // Opened by itself it is a picture and nothing else.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // The storefront may stand at another address.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    // Whatever else the browser asks for: these bytes do not change.
    const isKnown = request.get('if-none-match')?.includes(etag) === true
    if (isKnown) response.status(304).end()
    else response.end(bytes)
  })
  return router
}
