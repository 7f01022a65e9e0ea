// Dots as a PNG of two colours, for the person who looks before printing: the very same dots.
import { crc32, deflateSync } from 'node:zlib'
import { rowOf, type Dots } from './dots.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** W3C PNG 11.2.2: one bit a pixel, greyscale (0 is black), and the only compression, filter and no interlace. */
const FORM = [1, 0, 0, 0, 0]

export function pngOf(dots: Dots): Buffer {
  const { width, height, bytesPerRow } = dots
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORM, 8)
  const lines = Buffer.alloc((bytesPerRow + 1) * height)
  for (let y = 0; y < height; y += 1)
    // The byte before each line says that it is not filtered.
    lines.set(
      rowOf(dots, y).map((byte) => ~byte & 0xff),
      y * (bytesPerRow + 1) + 1,
    )
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.of()),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
