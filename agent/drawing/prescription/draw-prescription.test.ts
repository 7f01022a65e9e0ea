// A prescription as dots: what stands on each label, what is refused, and what the characters of a name become.
import type { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { expect, test } from 'vitest'
import { drawPrescription } from './draw-prescription.ts'
import { rowOf, type Dots } from './dots/dots.ts'
import { layoutOf, type LabelLayout } from './layout/labels.ts'
import { loadedShaper } from './test/drawing-kit.ts'
import { PRESCRIPTIONS } from './test/prescriptions.ts'
import { visibleDocument } from './visible-text.ts'

const MEDIA: LabelMedia = { widthMm: 100, heightMm: 50, dpi: 203 }
const SMALL: LabelMedia = { widthMm: 70, heightMm: 35, dpi: 203 }
const { plain, taper } = PRESCRIPTIONS

const drawn = async (document: LabelDocument, media = MEDIA): Promise<Dots[]> =>
  drawPrescription(document, media, await loadedShaper())

async function layout(document: LabelDocument, media = MEDIA): Promise<LabelLayout[]> {
  const labels = layoutOf(document, media, await loadedShaper())
  if (typeof labels === 'string') throw new Error(labels)
  return labels
}

async function refusal(document: LabelDocument, media = MEDIA): Promise<unknown> {
  return drawn(document, media).then(
    () => null,
    (error: unknown) => (error instanceof ProblemError ? error.reason : error),
  )
}

test('three doses and a warning stand on one label of 100 × 50 mm, in every script', async () => {
  const scripts = Object.entries(PRESCRIPTIONS).filter(([name]) => name !== 'long' && name !== 'taper')
  for (const [name, document] of scripts) expect(await drawn(document), name).toHaveLength(1)
})

test('H03: a character without a glyph is refused by name', async () => {
  expect(await refusal({ ...plain, patient: 'Eleanor 中' })).toMatchObject({
    code: 'label_character',
    params: { character: '中 (U+4E2D)' },
  })
  expect(await refusal({ ...plain, warnings: ['Take 💊'] })).toMatchObject({
    params: { character: '💊 (U+1F48A)' },
  })
})

test('H04: a name in decomposed form gives the same dots', async () => {
  const patient = 'Çağlayan Șerban Nguyễn'
  const [composed] = await drawn({ ...plain, patient: patient.normalize('NFC') })
  const [decomposed] = await drawn({ ...plain, patient: patient.normalize('NFD') })
  expect(patient.normalize('NFD')).not.toBe(patient.normalize('NFC'))
  expect(decomposed?.bytes).toEqual(composed?.bytes)
})

test('H05: characters that hide or reorder text leave no trace', async () => {
  const [clean] = await drawn(plain)
  const dirty = visibleDocument({
    ...plain,
    patient: '\u202EEleanor\u200B\0 Whit\u2066field\uFEFF',
    drug: 'Ibuprofen\n400 mg\ttablets',
  })
  expect((await drawn(dirty))[0]?.bytes).toEqual(clean?.bytes)
  expect(() => visibleDocument({ ...plain, patient: '\u202E\u200B' })).toThrow('no visible characters')
})

test('H06: a surname of 60 letters stands on the label whole', async () => {
  const patient = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'
  const [label] = await layout({ ...plain, patient, brand: null, directions: ['Then stop'] })
  const glyphs = label?.head.slice(0, -1).flatMap(({ words }) => words.flatMap(({ shaped }) => shaped.glyphs))
  expect(label?.head.length).toBeGreaterThan(2)
  expect(glyphs).toHaveLength(60)
  for (const { width } of label?.head ?? []) expect(width).toBeLessThanOrEqual(799 - 26 - 12)
})

test('H07: twelve directions go over numbered labels, each whole and once, with patient and medicine on every one', async () => {
  const labels = await layout(taper)
  expect(labels).toHaveLength(4)
  const items = labels.flatMap((label) => label.items)
  expect(items).toHaveLength(taper.directions.length + taper.warnings.length)
  const pictures = await drawn(taper)
  const head = pictures.map((dots) =>
    Buffer.concat(Array.from({ length: 95 }, (_, y) => rowOf(dots, y).slice(0, 80))),
  )
  for (const one of head) expect(one.equals(head[0] ?? Buffer.of())).toBe(true)
  expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).toBe(4)
  const shaper = await loadedShaper()
  const alone = layoutOf({ ...taper, directions: taper.directions.slice(7, 8) }, MEDIA, shaper)
  expect(items[7]).toEqual(typeof alone === 'string' ? null : alone[0]?.items[0])
  expect(labels.map(({ marker }) => marker !== null)).toEqual([true, true, true, true])
  expect((await layout(plain)).map(({ marker }) => marker)).toEqual([null])
})

test('H08: more than four labels, or an item higher than a label, is refused with the size that would do', async () => {
  const small = {
    ...taper,
    drug: 'Prednisolone 5 mg',
    brand: null,
    pharmacy: { ...plain.pharmacy, phone: null },
  }
  const many = {
    ...small,
    directions: Array.from({ length: 12 }, (_, day) => `Day ${day + 1}: ${12 - day} tablets`),
  }
  expect(await refusal(many, SMALL)).toMatchObject({
    code: 'label_too_many',
    params: { max: 4, size: '76 × 51 mm' },
  })
  const high = { ...small, directions: [Array.from({ length: 24 }, () => 'morning').join(' ')] }
  expect(await refusal(high, SMALL)).toMatchObject({
    code: 'label_item_too_high',
    params: { size: '100 × 75 mm' },
  })
  const words = Array.from({ length: 12 }, () => 'w'.repeat(200))
  expect(await refusal({ ...plain, directions: words })).toMatchObject({ code: 'label_no_size' })
})

test('H08: patient, medicine and directions are never smaller than 11 points', async () => {
  const sizes: LabelMedia[] = [MEDIA, SMALL, { widthMm: 110, heightMm: 300, dpi: 600 }]
  for (const media of sizes) {
    const [label] = await layout(
      { ...plain, brand: null, warnings: [], pharmacy: { ...plain.pharmacy, phone: null } },
      media,
    )
    const rows = [...(label?.head ?? []), ...(label?.items.flat() ?? [])]
    for (const { points } of rows) expect(points).toBeGreaterThanOrEqual(11)
  }
})

test('H10: a name of the other direction moves nothing of the values beside it', async () => {
  const [latin] = await drawn(plain)
  const [arabic] = await drawn({ ...plain, patient: PRESCRIPTIONS.arabic.patient })
  if (latin === undefined || arabic === undefined) throw new Error('no label')
  const below = (dots: Dots): Uint8Array => dots.bytes.subarray(60 * dots.bytesPerRow)
  expect(below(arabic)).toEqual(below(latin))
  expect(arabic.bytes).not.toEqual(latin.bytes)
})

test('the left 26 dots and the edges stay clear on labels of every size', async () => {
  const sizes: LabelMedia[] = [
    MEDIA,
    { ...MEDIA, dpi: 300 },
    { ...MEDIA, dpi: 600 },
    { widthMm: 76, heightMm: 51, dpi: 203 },
  ]
  for (const media of sizes)
    for (const name of ['plain', 'arabic', 'vietnamese'] as const)
      for (const dots of await drawn(PRESCRIPTIONS[name], media)) {
        const dirty = Array.from({ length: dots.height }, (_, y) => rowOf(dots, y)).filter(
          (row) => row[0] !== 0 || row[1] !== 0 || row[2] !== 0 || ((row[3] ?? 0) & 0xc0) !== 0,
        )
        expect(dirty, `${name} ${media.dpi}`).toEqual([])
        expect(rowOf(dots, 0).every((byte) => byte === 0)).toBe(true)
        expect(rowOf(dots, dots.height - 1).every((byte) => byte === 0)).toBe(true)
      }
})
