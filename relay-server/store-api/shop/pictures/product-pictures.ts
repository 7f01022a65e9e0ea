// What Admins do to the pictures of products, each with its row in the staff log.
import { MAX_PICTURES, type ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { readProduct } from '../catalogue/product-changes.ts'
import { lockProduct } from '../catalogue/products.queries.ts'
import { pictureFiles, type PictureFiles } from './picture-files.ts'
import { dropUnshown, keepPicture, picturesOf, showPicture, unshowPicture } from './pictures.queries.ts'

interface Shown {
  readonly pictures: ProductPicture[]
}

/** Throws ProblemError `not_found`. */
export async function listPictures(db: StoreDb, productId: number): Promise<Shown> {
  await readProduct(db, productId)
  return { pictures: await picturesOf(db, productId) }
}

/** Of one program: each holds up to 160 MB while it is decoded. */
const MAX_AT_A_TIME = 2
let underWay = 0

/**
 * Throws ProblemError `not_found`, `invalid` for what is no picture, `unavailable` while others are added, or `state_conflict`
 * where the product has this one, or has eight.
 */
export async function addPicture(
  db: StoreDb,
  caller: Caller,
  given: { readonly productId: number; readonly alt: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<Shown> {
  const { productId, alt } = given
  await readProduct(db, productId)
  const made = await filesOf(given.bytes)
  return db.transaction().execute(async (trx) => {
    const { sku } = (await lockProduct(trx, productId)) ?? missing()
    await show(trx, { productId, alt, made })
    await record(trx, caller, { action: 'picture.add', summary: `Added a picture to product ${sku}` })
    return { pictures: await picturesOf(trx, productId) }
  })
}

async function filesOf(bytes: AsyncIterable<Uint8Array>): Promise<PictureFiles> {
  if (underWay >= MAX_AT_A_TIME)
    throw new ProblemError('unavailable', 'Other pictures are being added', { retryAfterS: 5 })
  underWay += 1
  try {
    const parts: Uint8Array[] = []
    for await (const part of bytes) parts.push(part)
    return await pictureFiles(Buffer.concat(parts))
  } finally {
    underWay -= 1
  }
}

async function show(
  trx: StoreTransaction,
  { productId, alt, made }: { readonly productId: number; readonly alt: string; readonly made: PictureFiles },
): Promise<void> {
  const shown = await picturesOf(trx, productId)
  if (shown.length >= MAX_PICTURES)
    throw new ProblemError('state_conflict', `A product has ${MAX_PICTURES} pictures at most`)
  await keepPicture(trx, made)
  if (!(await showPicture(trx, { productId, hash: made.hash, alt })))
    throw new ProblemError('state_conflict', 'The product has this picture already')
}

/** Throws ProblemError `not_found`. */
export async function removePicture(
  db: StoreDb,
  caller: Caller,
  picture: { readonly productId: number; readonly pictureId: number },
): Promise<Shown> {
  return db.transaction().execute(async (trx) => {
    const { sku } = (await lockProduct(trx, picture.productId)) ?? missing()
    const hash = (await unshowPicture(trx, picture)) ?? missing()
    await dropUnshown(trx, hash)
    await record(trx, caller, { action: 'picture.remove', summary: `Took a picture from product ${sku}` })
    return { pictures: await picturesOf(trx, picture.productId) }
  })
}

async function record(
  trx: StoreTransaction,
  caller: Caller,
  done: { readonly action: 'picture.add' | 'picture.remove'; readonly summary: string },
): Promise<void> {
  await recordStaffOperation(trx, caller, { ...done, customerId: null, computerId: null })
}

function missing(): never {
  throw new ProblemError('not_found', 'There is no such product or picture')
}
