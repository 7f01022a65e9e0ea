// Pictures over HTTP: what is taken, what becomes of it, how it is served, and that nothing that was sent is ever handed on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { pictureFilePath } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newProduct } from '../test/products.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('shop_pictures')
})
afterAll(() => place.stop())

let shade = 0
/** One of its own, of one colour. */
const plain = (width: number, height: number) => {
  shade += 1
  return sharp({ create: { width, height, channels: 3, background: { r: shade * 20, g: 100, b: 200 } } })
}
const add = async (productId: number, bytes: Buffer, alt = 'A roll') =>
  place.site.call(storeApi.addProductPicture, {
    params: { productId: String(productId) },
    query: { alt },
    body: new Uint8Array(bytes),
  })
const fileOf = async (hash: string, size: 'small' | 'medium' | 'large', headers = {}) =>
  fetch(place.site.baseUrl + pictureFilePath(hash, size), { headers })

describe('a picture', () => {
  test('is written anew in three sizes, upright, without its metadata and what hung behind it', async () => {
    const { id } = await newProduct(place.site)
    const sent = await plain(3_000, 1_500)
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE', Orientation: '6' } })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([sent, Buffer.from('<script>alert("SECRET-SCRIPT")</script>')])
    const { pictures } = await add(id, polyglot)
    expect(pictures).toMatchObject([{ alt: 'A roll' }])
    const [picture] = pictures
    for (const [size, within] of [
      ['small', 160],
      ['medium', 480],
      ['large', 1_200],
    ] as const) {
      const reply = await fileOf(picture?.hash ?? '', size)
      const bytes = Buffer.from(await reply.arrayBuffer())
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect([size, format, Math.max(width, height), exif]).toEqual([size, 'webp', within, undefined])
      expect(bytes.includes('SECRET')).toBe(false)
      expect(reply.headers.get('content-type')).toBe('image/webp')
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
    const etag = (await fileOf(picture?.hash ?? '', 'small')).headers.get('etag') ?? ''
    expect((await fileOf(picture?.hash ?? '', 'small', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each([
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing of lines', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an animation of another format', async () => plain(10, 10).gif().toBuffer()],
    ['a format of cameras', async () => plain(10, 10).tiff().toBuffer()],
    ['half a picture', async () => (await plain(400, 400).png().toBuffer()).subarray(0, 200)],
    ['more pixels than memory should hold', async () => hugePng()],
    ['nothing', async () => Buffer.alloc(0)],
  ])('is refused that is %s, and nothing is kept', async (_what, bytes) => {
    const { id } = await newProduct(place.site)
    expect((await refusalOf(add(id, await bytes()))).code).toBe('invalid')
    const { pictures } = await place.site.call(storeApi.listProductPictures, {
      params: { productId: String(id) },
    })
    expect(pictures).toEqual([])
  })

  test('is kept once for all products that show it, and goes with the last of them', async () => {
    const [one, other] = [await newProduct(place.site), await newProduct(place.site)]
    const bytes = await plain(50, 50).png().toBuffer()
    const first = (await add(one.id, bytes)).pictures[0]
    const second = (await add(other.id, bytes)).pictures[0]
    expect(second?.hash).toBe(first?.hash)
    expect((await refusalOf(add(one.id, bytes))).code).toBe('state_conflict')
    const remove = (productId: number, pictureId: number) =>
      place.site.call(storeApi.removeProductPicture, {
        params: { productId: String(productId), pictureId: String(pictureId) },
      })
    expect((await refusalOf(remove(other.id, first?.id ?? 0))).code).toBe('not_found')
    await remove(one.id, first?.id ?? 0)
    expect((await fileOf(first?.hash ?? '', 'large')).status).toBe(200)
    await remove(other.id, second?.id ?? 0)
    expect((await fileOf(first?.hash ?? '', 'large')).status).toBe(404)
    const { items } = await place.site.call(storeApi.listStaffOperations, { query: { action: 'picture' } })
    expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['picture.remove', 'picture.remove'])
  })

  test('is the first of its product in lists, and one of eight at most', async () => {
    const { id } = await newProduct(place.site)
    for (let n = 0; n < 8; n += 1)
      await add(
        id,
        await plain(20 + n, 20)
          .webp()
          .toBuffer(),
        `Picture ${n}`,
      )
    expect((await refusalOf(add(id, await plain(90, 20).webp().toBuffer()))).code).toBe('state_conflict')
    const query = { productIds: `${id},999999` }
    const first = await place.site.call(storeApi.firstPictures, { query })
    expect(first.pictures.map(({ productId, alt }) => [productId, alt])).toEqual([[id, 'Picture 0']])
    const params = { productId: String(id) }
    const { pictures } = await place.site.call(storeApi.listPanelPictures, { params })
    expect(pictures).toHaveLength(8)
    const preview = Buffer.from(pictures[0]?.preview ?? '', 'base64')
    expect((await sharp(preview).metadata()).format).toBe('webp')
  })
})

/** A head that promises 3,600 million pixels. */
async function hugePng(): Promise<Buffer> {
  const png = Buffer.from(await plain(10, 10).png().toBuffer())
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  return png
}
