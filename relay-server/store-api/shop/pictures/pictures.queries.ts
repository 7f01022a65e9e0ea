// The rows of pictures, their files, and which products show them.
import { sql } from 'kysely'
import type { PanelPicture, PictureSize, ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { PictureFiles } from './picture-files.ts'

export async function picturesOf(db: StoreDb, productId: number): Promise<ProductPicture[]> {
  return db
    .selectFrom('ProductPictures as u')
    .innerJoin('Pictures as p', 'p.hash', 'u.hash')
    .select(['u.id', 'u.hash', 'u.alt', 'p.width', 'p.height'])
    .where('u.productId', '=', productId)
    .orderBy('u.id')
    .execute()
}

export async function panelPicturesOf(db: StoreDb, productId: number): Promise<PanelPicture[]> {
  const found = await picturesOf(db, productId)
  const files = await db
    .selectFrom('PictureFiles')
    .select(['hash', 'bytes'])
    .where('size', '=', 'small')
    .where('hash', 'in', ['', ...found.map(({ hash }) => hash)])
    .execute()
  const previews = new Map(files.map(({ hash, bytes }) => [hash, bytes.toString('base64')]))
  return found.map((picture) => ({ ...picture, preview: previews.get(picture.hash) ?? '' }))
}

export async function firstPicturesOf(
  db: StoreDb,
  productIds: readonly number[],
): Promise<(ProductPicture & { readonly productId: number })[]> {
  const { rows } = await sql<ProductPicture & { readonly productId: number }>`
    select distinct on (u."productId") u."productId", u."id", u."hash", u."alt", p."width", p."height"
    from "ProductPictures" u join "Pictures" p on p."hash" = u."hash"
    where u."productId" = any (${[...productIds]}::integer[]) order by u."productId", u."id"`.execute(db)
  return rows
}

export async function findPictureFile(db: StoreDb, hash: string, size: PictureSize): Promise<Buffer | null> {
  const row = db.selectFrom('PictureFiles').select('bytes').where('hash', '=', hash).where('size', '=', size)
  return (await row.executeTakeFirst())?.bytes ?? null
}

/** Does nothing where it is kept already. */
export async function keepPicture(
  trx: StoreTransaction,
  { hash, width, height, files }: PictureFiles,
): Promise<void> {
  const row = trx.insertInto('Pictures').values({ hash, width, height })
  const kept = await row.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (kept.numInsertedOrUpdatedRows === 0n) return
  const sizes = Object.entries(files) as [PictureSize, Buffer][]
  await trx
    .insertInto('PictureFiles')
    .values(sizes.map(([size, bytes]) => ({ hash, size, bytes })))
    .execute()
}

/** False where the product has it already. */
export async function showPicture(
  trx: StoreTransaction,
  row: { readonly productId: number; readonly hash: string; readonly alt: string },
): Promise<boolean> {
  const added = trx.insertInto('ProductPictures').values(row)
  const { numInsertedOrUpdatedRows } = await added
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Its hash; null where the product has no such picture. */
export async function unshowPicture(
  trx: StoreTransaction,
  { productId, pictureId }: { readonly productId: number; readonly pictureId: number },
): Promise<string | null> {
  const gone = trx
    .deleteFrom('ProductPictures')
    .where('id', '=', pictureId)
    .where('productId', '=', productId)
    .returning('hash')
  return (await gone.executeTakeFirst())?.hash ?? null
}

/** Removes one that no product shows any more, with its files. */
export async function dropUnshown(trx: StoreTransaction, hash: string): Promise<void> {
  await sql`select from "Pictures" where "hash" = ${hash} for update`.execute(trx)
  await sql`delete from "Pictures" p where "hash" = ${hash}
    and not exists (select from "ProductPictures" u where u."hash" = p."hash")`.execute(trx)
}
