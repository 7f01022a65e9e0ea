// Draws lines of text in Chromium, with the same files of letters: a rasteriser, a shaper and a UAX 9 that are not ours.
import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { CHROMIUM_OPTIONS, chromiumPath } from '@pharmacy-relay/shared/test/chromium.ts'
import { emptyDots, type Dots } from '../dots/dots.ts'
import { typefaceFiles, type Weight } from '../text/typefaces.ts'

export interface DrawnLine {
  readonly text: string
  readonly isRightToLeft: boolean
  readonly weight: Weight
  /** Dots: of the type, of the picture, and where the line starts and stands. */
  readonly size: number
  readonly width: number
  readonly height: number
  readonly x: number
  readonly base: number
}

const CSS_WEIGHT = { regular: 400, bold: 700 } as const
const Blacks = z.array(z.int())

/** A page that has the letters. The browser is the caller's to close. */
export async function lettersPage(): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_OPTIONS })
  const page = await browser.newPage()
  const faces = (['regular', 'bold'] as const).flatMap((weight) =>
    typefaceFiles(weight).map((file, index) => {
      const data = readFileSync(file).toString('base64')
      return `@font-face{font-family:f${index};font-weight:${CSS_WEIGHT[weight]};src:url(data:font/ttf;base64,${data})}`
    }),
  )
  await page.setContent(`<style>${faces.join('')}</style>`)
  await page.evaluate(async () => Promise.all([...document.fonts].map(async (font) => font.load())))
  return { page, close: async () => browser.close() }
}

export async function chromiumDots(page: Page, line: DrawnLine): Promise<Dots> {
  const blacks = Blacks.parse(await page.evaluate(blackPixels, { ...line, weight: CSS_WEIGHT[line.weight] }))
  const dots = emptyDots(line.width, line.height)
  for (const index of blacks) {
    const [x, y] = [index % line.width, Math.floor(index / line.width)]
    const at = y * dots.bytesPerRow + (x >> 3)
    dots.bytes[at] = (dots.bytes[at] ?? 0) | (0x80 >> (x & 7))
  }
  return dots
}

/** Runs in the page. */
function blackPixels(line: Omit<DrawnLine, 'weight'> & { readonly weight: number }): number[] {
  const canvas = new OffscreenCanvas(line.width, line.height)
  const context = canvas.getContext('2d')
  if (context === null) return []
  context.fillStyle = 'white'
  context.fillRect(0, 0, line.width, line.height)
  context.fillStyle = 'black'
  context.textRendering = 'geometricPrecision'
  context.direction = line.isRightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  context.font = `${line.weight} ${line.size}px f0, f1`
  context.fillText(line.text, line.x, line.base)
  const { data } = context.getImageData(0, 0, line.width, line.height)
  return Array.from({ length: line.width * line.height }, (_, index) => index).filter(
    (index) => (data[index * 4] ?? 255) < 140,
  )
}
