// For tests: reads a PNG of any filter into dots, as another program would, and not by what wrote it.
import { inflateSync } from 'node:zlib'
import { emptyDots, type Dots } from '../dots/dots.ts'

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 }

/** Greyscale of 1 or 8 bits, RGB or RGBA of 8; a dot is black below the middle. */
export function readPng(png: Uint8Array): Dots {
  const file = Buffer.from(png)
  const data: Buffer[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  const [width, height, depth] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24] ?? 0]
  const channels = CHANNELS[file[25] ?? 0]
  if (channels === undefined || (depth !== 8 && depth !== 1)) throw new Error('no PNG that tests read')
  const lineBytes = Math.ceil((width * channels * depth) / 8)
  const lines = unfiltered(inflateSync(Buffer.concat(data)), {
    lineBytes,
    height,
    step: Math.ceil((channels * depth) / 8),
  })
  const dots = emptyDots(width, height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const line = y * lineBytes
      const light =
        depth === 1
          ? ((lines[line + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
          : (lines[line + x * channels] ?? 0) > 127
            ? 1
            : 0
      if (light === 0) {
        const at = y * dots.bytesPerRow + (x >> 3)
        dots.bytes[at] = (dots.bytes[at] ?? 0) | (0x80 >> (x & 7))
      }
    }
  return dots
}

/** W3C PNG 9.2. */
function unfiltered(
  data: Buffer,
  { lineBytes, height, step }: { readonly lineBytes: number; readonly height: number; readonly step: number },
): Uint8Array {
  const lines = new Uint8Array(lineBytes * height)
  for (let y = 0; y < height; y += 1) {
    const kind = data[y * (lineBytes + 1)] ?? 0
    for (let x = 0; x < lineBytes; x += 1) {
      const left = x < step ? 0 : (lines[y * lineBytes + x - step] ?? 0)
      const up = y === 0 ? 0 : (lines[(y - 1) * lineBytes + x] ?? 0)
      const corner = x < step || y === 0 ? 0 : (lines[(y - 1) * lineBytes + x - step] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0
      lines[y * lineBytes + x] = (data[y * (lineBytes + 1) + 1 + x] ?? 0) + guess
    }
  }
  return lines
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
