// The same dots in every printer's language, as each printer and our own intake read them.
import { copiesOf } from '../../../core/languages/copies.ts'
import { withReprintMark } from '../../../core/languages/reprint-mark.ts'
import { createScanner } from '../../../core/intake/completeness.ts'
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LabelDrawer } from '../../label-drawer.ts'
import { pngOf } from '../dots/png.ts'
import { emptyDots, rowOf, type Dots } from '../dots/dots.ts'
import { drawPrescription } from '../draw-prescription.ts'
import { DECODERS } from '../test/decoders.ts'
import { loadedShaper } from '../test/drawing-kit.ts'
import { PRESCRIPTIONS } from '../test/prescriptions.ts'
import { codesIn } from '../test/read-code.ts'
import { readPng } from '../test/read-png.ts'
import { DRAWN_LANGUAGES, payloadOf } from './payload.ts'

const MEDIA: LabelMedia = { widthMm: 100, heightMm: 50, dpi: 203 }
const SIZES: LabelMedia[] = [
  MEDIA,
  { ...MEDIA, dpi: 300 },
  { ...MEDIA, heightMm: 150, dpi: 300 },
  { ...MEDIA, dpi: 600 },
]

/** Columns from `from` on; a printer's row is whole bytes. */
function cut({ width, height, ...dots }: Dots, from = 0, to = width): string[] {
  return Array.from({ length: height }, (_, y) =>
    [...rowOf({ width, height, ...dots }, y)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(from, to),
  )
}

/** The first label as the renderer of the test printer draws it. */
function testPrinter(): (zpl: Buffer) => Promise<Dots> {
  const drawer = new LabelDrawer({ clock: new SteppedClock() })
  onTestFinished(async () => drawer.stop())
  return async (zpl) => readPng(await drawer.draw(zpl))
}

describe.each(DRAWN_LANGUAGES)('%s', (language) => {
  test('H12: every printer gets the dots that were drawn', async () => {
    for (const [index, media] of SIZES.entries()) {
      const document = index === 0 ? PRESCRIPTIONS.taper : PRESCRIPTIONS.arabic
      const labels = drawPrescription(document, media, await loadedShaper())
      const printed = DECODERS[language](payloadOf(labels, media, language))
      expect(printed.map(({ times }) => times)).toEqual(labels.map(() => 1))
      for (const [n, { dots }] of printed.entries())
        expect(Buffer.from(dots.bytes).equals(labels[n]?.bytes ?? Buffer.of()), `${media.dpi}`).toBe(true)
    }
  })

  test('any dots arrive', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.array(fc.constantFrom(0, 0xff, 0xf0, 0x0f, 0xaa), { minLength: 1, maxLength: 400 }),
        (width, bytes) => {
          const bytesPerRow = Math.ceil(width / 8)
          const dots = emptyDots(width, Math.ceil(bytes.length / bytesPerRow))
          dots.bytes.set(bytes)
          const [label] = DECODERS[language](payloadOf([dots], MEDIA, language))
          expect(Buffer.from(label?.dots.bytes ?? []).equals(dots.bytes)).toBe(true)
        },
      ),
    )
  })

  test('our intake finds it whole, and wherever it is cut not; the spool counts its labels', async () => {
    const labels = drawPrescription(PRESCRIPTIONS.taper, MEDIA, await loadedShaper())
    const payload = payloadOf(labels, MEDIA, language)
    const hasEnd = language !== 'escpos'
    const scanner = createScanner()
    scanner.feed(payload)
    expect(scanner.verdict()).toMatchObject({ language, isComplete: hasEnd ? true : null })
    const [first] = labels
    if (first === undefined || !hasEnd) return
    expect(copiesOf(payload, language)).toBe(4)
    const one = payloadOf([first], MEDIA, language)
    for (let length = 20; length < one.length - 2; length += 997) {
      const cutOff = createScanner()
      cutOff.feed(one.subarray(0, length))
      expect(cutOff.verdict().isComplete, `cut at ${length}`).toBe(false)
    }
  })

  test('H01: a name made of commands is a picture, and no byte of it a command', async () => {
    const labels = drawPrescription(PRESCRIPTIONS.hostile, MEDIA, await loadedShaper())
    const payload = payloadOf(labels, MEDIA, language)
    expect(DECODERS[language](payload)).toHaveLength(1)
    for (const text of ['^XZ~JA^FD', 'Bobby', 'Paracetamol', 'Riverside', 'D7K2M9QX4T', 'PRINT 1 _5E'])
      expect(payload.includes(text), text).toBe(false)
  })
})

test('H01, H12: the test printer draws a hostile name as it was drawn here', async () => {
  const [ours] = drawPrescription(PRESCRIPTIONS.hostile, MEDIA, await loadedShaper())
  if (ours === undefined) throw new Error('no label')
  const theirs = await testPrinter()(payloadOf([ours], MEDIA, 'zpl'))
  // The picture of the printer is whole millimetres of dots: it ends a dot earlier.
  const [width, height] = [Math.min(ours.width, theirs.width), Math.min(ours.height, theirs.height)]
  expect([width, height]).toEqual([799, 400])
  expect(cut(theirs, 0, width).slice(0, height)).toEqual(cut(ours, 0, width).slice(0, height))
})

test('H11: the REPRINT mark is on a reprint, and crosses no letter', async () => {
  const printed = testPrinter()
  const small: LabelMedia = { widthMm: 76, heightMm: 38, dpi: 203 }
  for (const [name, media] of [
    ['plain', MEDIA],
    ['arabic', small],
    ['taper', { ...MEDIA, dpi: 300 }],
  ] as const) {
    const payload = payloadOf(
      drawPrescription(PRESCRIPTIONS[name], media, await loadedShaper()),
      media,
      'zpl',
    )
    const marked = withReprintMark(payload, 'zpl', 12)
    if (marked === null) throw new Error('no mark')
    const [before, after] = [await printed(payload), await printed(marked)]
    expect(cut(after, 26)).toEqual(cut(before, 26))
    expect(cut(before, 0, 26).join('')).not.toContain('1')
    expect(cut(after, 0, 26).join('').replaceAll('0', '').length).toBeGreaterThan(200)
  }
})

test('H11: EPL and TSPL have their mark before each label is printed, within the 26 dots that stay clear', async () => {
  for (const language of ['epl', 'tspl'] as const) {
    const labels = drawPrescription(PRESCRIPTIONS.taper, MEDIA, await loadedShaper())
    const marked = withReprintMark(payloadOf(labels, MEDIA, language), language, 1)
    // Turned by 90° at 20 dots from the edge, the letters grow towards the edge.
    expect(
      marked?.toString('latin1').match(/(A20,8,1,2|TEXT 20,8,"2",90),1,1,(N,)?"REPRINT 1"\r\nP/g),
    ).toHaveLength(4)
  }
})

test('a decoder that is not ours reads the dispense code alone from every label and size', async () => {
  const small: LabelMedia = { widthMm: 76, heightMm: 38, dpi: 203 }
  for (const media of [...SIZES, small])
    for (const name of ['plain', 'arabic', 'turkish'] as const) {
      const document = { ...PRESCRIPTIONS[name], dispenseCode: '23WXZBCDFG' }
      for (const dots of drawPrescription(document, media, await loadedShaper()))
        expect(await codesIn(pngOf(dots)), `${name} ${media.dpi}`).toEqual(['23WXZBCDFG'])
    }
})

test('the picture for the person who looks has the dots that are printed', async () => {
  const [dots] = drawPrescription(PRESCRIPTIONS.arabic, MEDIA, await loadedShaper())
  if (dots === undefined) throw new Error('no label')
  const seen = readPng(pngOf(dots))
  expect([seen.width, seen.height]).toEqual([799, 400])
  expect(Buffer.from(seen.bytes).equals(dots.bytes)).toBe(true)
})
