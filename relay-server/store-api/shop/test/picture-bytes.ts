// Pictures for tests: as heavy as photographs of goods, and another one for each number.
import sharp from 'sharp'

const WIDTH = 1_200
const HEIGHT = 900

/** A JPEG with soft shapes and the noise of a camera. */
export async function pictureBytes(number: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [(at / 3) % WIDTH, at / 3 / WIDTH]
    const shape = Math.sin((x + 70 * number) / 90) + Math.cos(y / (60 + number)) + Math.sin((x * y) / 40_000)
    pixels[at] = 128 + 30 * shape + ((at * 2_654_435_761) % 9)
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  return new Uint8Array(await sharp(pixels, { raw }).jpeg().toBuffer())
}
