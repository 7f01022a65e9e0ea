// What somebody sent becomes files of our own: decoded, turned upright, made smaller, written anew without metadata.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { PictureSize } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

// libvips reads dozens of formats; of what strangers send it may read these, by their content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** A small file can be a large picture: decoded it takes four bytes a pixel. */
const MAX_PIXELS = 40_000_000
const WITHIN: Readonly<Record<PictureSize, number>> = { small: 160, medium: 480, large: 1_200 }
const QUALITY = 80
const LIMIT_S = 20

export interface PictureFiles {
  /** SHA-256 of the large file. */
  readonly hash: string
  /** Of the large file, in pixels. */
  readonly width: number
  readonly height: number
  readonly files: Readonly<Record<PictureSize, Buffer>>
}

/** Throws ProblemError `invalid` for what is no such picture. */
export async function pictureFiles(sent: Buffer): Promise<PictureFiles> {
  try {
    const large = await written(sent, 'large')
    const { data, info } = large
    const [small, medium] = await Promise.all([written(data, 'small'), written(data, 'medium')])
    return {
      hash: createHash('sha256').update(data).digest('hex'),
      width: info.width,
      height: info.height,
      files: { small: small.data, medium: medium.data, large: data },
    }
  } catch (error) {
    const errors = [{ path: 'body', message: 'must be a JPEG, PNG or WebP of at most 40 million pixels' }]
    throw new ProblemError('invalid', 'This is no such picture', { errors, cause: error })
  }
}

/** The first frame alone; an animation has more. */
async function written(bytes: Buffer, size: PictureSize) {
  const within = WITHIN[size]
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: within, height: within, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: LIMIT_S })
    .toBuffer({ resolveWithObject: true })
}
