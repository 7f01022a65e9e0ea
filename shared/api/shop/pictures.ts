// Pictures of products. Their files are WebP at /api/v1/pictures/{hash}/{small,medium,large}.webp, for everybody and for ever:
// another picture has another hash. They fit within 160, 480 and 1200 pixels.
import { z } from 'zod'
import { Id, IdText, lineOfText } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'

/** Largest file that is taken, in bytes. */
export const MAX_PICTURE_BYTES = 10_485_760
/** Of one product. */
export const MAX_PICTURES = 8
export const PICTURE_SIZES = ['small', 'medium', 'large'] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]

const PictureHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a picture')

/** Where a file of a picture is, below the store API. */
export function pictureFilePath(hash: string, size: PictureSize): string {
  return `/api/v1/pictures/${hash}/${size}.webp`
}

/** What is to be seen, for who does not see it. */
export const PictureAlt = lineOfText(200)

export const ProductPicture = z
  .strictObject({
    id: Id,
    hash: PictureHash,
    alt: z.string().max(200),
    /** Of the large file, in pixels. */
    width: z.int().min(1),
    height: z.int().min(1),
  })
  .meta({ id: 'ProductPicture' })
export type ProductPicture = z.infer<typeof ProductPicture>

/** A file as programs ask for it; the store API serves it beside its endpoints, because browsers may, too. */
export const pictureFile = endpoint({
  method: 'GET',
  path: '/api/v1/pictures/{hash}/{file}',
  summary: 'A file of a picture',
  access: 'public',
  params: z.strictObject({
    hash: PictureHash,
    file: z.templateLiteral([z.enum(PICTURE_SIZES), '.webp']),
  }),
  reply: { status: 200, schema: null, bytes: 'image/webp' },
})

const PICTURES = '/api/v1/products/{productId}/pictures'
const productParams = z.strictObject({ productId: IdText })
const pictures = z.strictObject({ pictures: z.array(ProductPicture).max(MAX_PICTURES) })

/** With the small file as base64, for pages that load nothing from elsewhere. */
const PanelPicture = ProductPicture.extend({ preview: z.string().max(2_800_000) })
export type PanelPicture = z.infer<typeof PanelPicture>

const ids = z
  .string()
  .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,199}$/, 'must be up to 200 ids with commas between')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(Id))

export const shopPicturesApi = {
  listProductPictures: endpoint({
    method: 'GET',
    path: PICTURES,
    summary: 'The pictures of a product, in their order',
    access: 'public',
    params: productParams,
    reply: { status: 200, schema: pictures },
  }),
  firstPictures: endpoint({
    method: 'GET',
    path: '/api/v1/store/pictures',
    summary: 'The first picture of each of up to 200 products; those without one are left out',
    access: 'public',
    query: z.strictObject({ productIds: ids }),
    reply: {
      status: 200,
      schema: z.strictObject({ pictures: z.array(ProductPicture.extend({ productId: Id })).max(200) }),
    },
  }),
  listPanelPictures: endpoint({
    method: 'GET',
    path: '/api/v1/panel/products/{productId}/pictures',
    summary: 'The same for staff, each with its small file',
    access: STAFF_ROLES,
    params: productParams,
    reply: { status: 200, schema: z.strictObject({ pictures: z.array(PanelPicture).max(MAX_PICTURES) }) },
  }),
  addProductPicture: endpoint({
    method: 'POST',
    path: PICTURES,
    summary:
      'Add a picture: JPEG, PNG or WebP by its content, at most 40 million pixels. It is written anew in three sizes, without metadata. invalid: it is none; state_conflict: the product has it already, or has eight',
    access: ['Admin'],
    params: productParams,
    query: z.strictObject({ alt: PictureAlt }),
    stream: true,
    maxBodyBytes: MAX_PICTURE_BYTES,
    reply: { status: 201, schema: pictures },
    refusals: ['state_conflict'],
  }),
  removeProductPicture: endpoint({
    method: 'DELETE',
    path: `${PICTURES}/{pictureId}`,
    summary: 'Take a picture from a product',
    access: ['Admin'],
    params: productParams.extend({ pictureId: IdText }),
    reply: { status: 200, schema: pictures },
  }),
} as const satisfies EndpointTable
