// The tables of pictures as Kysely types: each picture once, however many products show it.
import type { Generated, GeneratedAlways } from 'kysely'
import type { PictureSize } from '@pharmacy-relay/shared/api/shop/pictures.ts'

export interface PictureSchema {
  Pictures: { hash: string; width: number; height: number; at: Generated<Date> }
  PictureFiles: { hash: string; size: PictureSize; bytes: Buffer }
  ProductPictures: { readonly id: GeneratedAlways<number>; productId: number; hash: string; alt: string }
}
