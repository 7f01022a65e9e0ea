// GET /assets/pictures/{hash}/{small,medium,large}.webp: pictures from our own address, so that no page loads anything from elsewhere.
import type { RequestHandler } from 'express'
import { PICTURE_SIZES } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PictureFiles, PictureName } from './picture-files.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const ADDRESS = /^\/([0-9a-f]{64})\/([a-z]{5,6})\.webp$/

/** Throws ProblemError `not_found` for everything else, and what the API says. */
export function servePictures(files: PictureFiles): RequestHandler {
  return async (request, response) => {
    const name = nameIn(request.path)
    if (name === null || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new ProblemError('not_found', 'There is no such picture')
    const etag = `"${name.hash}-${name.size}"`
    const isKnown = request.get('if-none-match') === etag
    const bytes = isKnown ? null : await files.file(name)
    response.set({ 'Cache-Control': FOR_EVER, ETag: etag })
    if (bytes === null) response.status(304).end()
    else response.type('image/webp').send(bytes)
  }
}

function nameIn(path: string): PictureName | null {
  const [, hash, word] = ADDRESS.exec(path) ?? []
  const size = PICTURE_SIZES.find((one) => one === word)
  return hash === undefined || size === undefined ? null : { hash, size }
}
