// Every script is drawn as another shaper and rasteriser draws it: Chromium, with the same files of letters.
import type { Page } from '@playwright/test'
import { hasChromium } from '@pharmacy-relay/shared/test/chromium.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rasterOf } from './dots/raster.ts'
import type { Dots } from './dots/dots.ts'
import { chromiumDots, lettersPage, type DrawnLine } from './test/chromium-letters.ts'
import { loadedShaper } from './test/drawing-kit.ts'
import { PRESCRIPTIONS } from './test/prescriptions.ts'
import { paragraphOf } from './text/paragraph.ts'
import type { Weight } from './text/typefaces.ts'

const SIZE = 33.8

async function both(page: Page, text: string, weight: Weight): Promise<{ ours: Dots; theirs: Dots }> {
  const shaper = await loadedShaper()
  const paragraph = paragraphOf(text)
  const span = { start: 0, end: paragraph.text.length }
  const { width, glyphs } = shaper.line(paragraph, span, { dots: SIZE, weight })
  const line: DrawnLine = {
    // Ours joins no letters into one sign; this keeps Chromium from it.
    text: paragraph.text.replace(/f(?=[fil])/gu, 'f\u200C'),
    isRightToLeft: paragraph.isRightToLeft,
    weight,
    size: SIZE,
    width: Math.ceil(width) + 40,
    height: 70,
    x: 20,
    base: 45,
  }
  const paths = glyphs.map(
    ({ outline, x, y, scale }) =>
      `<path transform="translate(${line.x + x} ${line.base + y}) scale(${scale} ${-scale})" d="${outline}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${line.width}" height="${line.height}">${paths.join('')}</svg>`
  return { ours: rasterOf(svg), theirs: await chromiumDots(page, line) }
}

/** Of the dots that are black in one drawing, those that are black in both. */
function shareOfBoth(drawn: readonly { readonly ours: Dots; readonly theirs: Dots }[]): number {
  let all = 0
  let same = 0
  for (const { ours, theirs } of drawn)
    for (let at = 0; at < ours.bytes.length; at += 1) {
      const [a, b] = [ours.bytes[at] ?? 0, theirs.bytes[at] ?? 0]
      all += bits(a | b)
      same += bits(a & b)
    }
  return same / all
}

function bits(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length
}

describe.skipIf(!hasChromium())('Chromium draws the same', () => {
  let page: Page
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    ;({ page, close } = await lettersPage())
  })
  afterAll(async () => close())

  test.each(Object.entries(PRESCRIPTIONS))(
    'H02, H10: %s',
    async (_name, { patient, drug, directions, warnings }) => {
      const lines = [
        ...[patient, drug, ...warnings].map((text) => ({ text, weight: 'bold' as const })),
        ...directions.map((text) => ({ text, weight: 'regular' as const })),
      ]
      const drawn = []
      for (const { text, weight } of lines) drawn.push(await both(page, text, weight))
      expect(shareOfBoth(drawn)).toBeGreaterThan(0.95)
    },
  )

  test('H02, H10: letters that names are made of, and values of two directions', async () => {
    for (const text of [
      'Afife Rıfkı Griffin',
      'ẞ Çağlayan Șerban Ğğ İıŞş Ђђ Ωω ≤ ≥',
      'Paracetamol أحمد 500 mg',
      'أحمد Paracetamol 500 mg 20 ml',
      'כהן 12.5 mg (2 × 5)',
    ])
      expect(shareOfBoth([await both(page, text, 'bold')]), text).toBeGreaterThan(0.95)
  })

  test('the comparison tells one name from another', async () => {
    const [one, other] = [await both(page, 'أحمد محمد', 'bold'), await both(page, 'محمد أحمد', 'bold')]
    expect(shareOfBoth([{ ours: one.ours, theirs: other.theirs }])).toBeLessThan(0.5)
  })
})
