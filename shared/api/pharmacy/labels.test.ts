// What may stand on a prescription label.
import { describe, expect, test } from 'vitest'
import { DispenseCode, LabelDocument, LabelMedia } from './labels.ts'

const LABEL = {
  dispenseCode: '23BCDFGHJK',
  language: 'tr',
  patient: 'Çağlayan Işık',
  drug: 'Ibuprofen 400 mg',
  brand: null,
  directions: ['1 tablet in the morning'],
  warnings: [],
  quantity: '20 tablets',
  pharmacy: { name: 'Made-up Pharmacy', address: '1 Example Street', phone: null },
  date: '2026-11-26',
}

describe('a label document', () => {
  test('H04: a name in decomposed letters is the same as in composed ones', () => {
    const decomposed = LABEL.patient.normalize('NFD')
    expect(decomposed).not.toBe(LABEL.patient)
    expect(LabelDocument.parse({ ...LABEL, patient: decomposed }).patient).toBe(LABEL.patient)
  })

  test.each(['\u202E', '\u200B', '\0', '\n', '\uE000'])('H05: %j in a name is refused', (mark) => {
    expect(LabelDocument.safeParse({ ...LABEL, patient: `An${mark}na` }).success).toBe(false)
  })

  test('has at least one direction, and at most 12', () => {
    expect(LabelDocument.safeParse({ ...LABEL, directions: [] }).success).toBe(false)
    expect(LabelDocument.safeParse({ ...LABEL, directions: Array(13).fill('1 tablet') }).success).toBe(false)
  })

  test('has a code without vowels and look-alikes', () => {
    expect(DispenseCode.safeParse('23BCDFGHJA').success).toBe(false)
    expect(DispenseCode.safeParse('23BCDFGHJ1').success).toBe(false)
  })
})

test('a medium has one of three dot densities', () => {
  expect(LabelMedia.safeParse({ widthMm: 100, heightMm: 50, dpi: 203 }).success).toBe(true)
  expect(LabelMedia.safeParse({ widthMm: 100, heightMm: 50, dpi: 200 }).success).toBe(false)
})
