// The labels that are swept: whole with their number, found by it, and every position named.
import { expect, test } from 'vitest'
import { createScanner } from '../../../agent/core/intake/completeness.ts'
import { copiesOf } from '../../../agent/core/languages/copies.ts'
import { labelOf, positionsIn, serialIn, usualLabels } from './labels.ts'

test.each(usualLabels().map((label) => [label.name, label] as const))(
  '%s stays a whole label with its number',
  (_name, label) => {
    const bytes = label.numbered(12_345_678)
    const scanner = createScanner()
    scanner.feed(bytes)
    expect(scanner.verdict()).toMatchObject({ language: label.language, isComplete: true })
    expect([bytes.length, serialIn(bytes)]).toEqual([label.bytes, 12_345_678])
    expect(copiesOf(bytes, label.language)).toBe(label.copies)
    const positions = positionsIn(label, 1)
    expect(positions.at(-1)).toBe(positions.length - 1)
    expect(positions.length).toBeGreaterThan(label.bytes)
  },
)

test('A short sweep keeps the positions around every border', () => {
  const label = labelOf('a', Buffer.from(`^XA^FD${'x'.repeat(500)}^FS^XZ\n`))
  const end = label.endsAt
  const kept = positionsIn(label, 1_000)
  expect(kept).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, end - 4, end - 3, end - 1, end, end + 1]))
  expect(kept).toEqual(expect.arrayContaining([label.bytes, label.bytes + 1]))
  expect(kept.length).toBeLessThan(20)
})

test('What is no whole label is refused in words', () => {
  for (const bytes of ['^XA^FDcut', 'plain text', '%!PS'])
    expect(() => labelOf('it', Buffer.from(bytes))).toThrow('it is no whole label in ZPL, EPL or TSPL')
})
