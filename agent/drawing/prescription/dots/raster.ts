// Fills the outlines of a picture: resvg, compiled to WebAssembly, so that every system draws the same dots.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { emptyDots, type Dots } from './dots.ts'

const BYTES_PER_PIXEL = 4
/** A dot is black where less light than this is left, of 255: letters keep their weight at 203 dpi. */
const BLACK_BELOW = 140

/** Once in a thread. */
export async function loadRaster(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')))
}

/** `svg`: as large as its width and height say, in dots. */
export function rasterOf(svg: string): Dots {
  const renderer = new Resvg(svg, { background: 'white', font: { loadSystemFonts: false } })
  const image = renderer.render()
  try {
    return dotsOf(image.pixels, image.width, image.height)
  } finally {
    image.free()
    renderer.free()
  }
}

function dotsOf(pixels: Uint8Array, width: number, height: number): Dots {
  const dots = emptyDots(width, height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((pixels[(y * width + x) * BYTES_PER_PIXEL] ?? 0) >= BLACK_BELOW) continue
      const at = y * dots.bytesPerRow + (x >> 3)
      dots.bytes[at] = (dots.bytes[at] ?? 0) | (0x80 >> (x & 7))
    }
  return dots
}
