// Lines of a paragraph: nothing is lost, numbers keep their units, and words break only when they must.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, type Fits } from './line-breaks.ts'
import { paragraphOf } from './paragraph.ts'

/** As many letters as fit. */
const ofLetters =
  (count: number): Fits =>
  ({ start, end }) =>
    end - start <= count
const linesAt = (value: string, count: number): string[] | null => {
  const { text } = paragraphOf(value)
  return linesOf(text, ofLetters(count))?.map(({ start, end }) => text.slice(start, end)) ?? null
}

test('H06: a surname of 60 letters goes over several lines, whole', () => {
  const surname = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'
  expect(surname).toHaveLength(60)
  expect(linesAt(`Maximilian ${surname}`, 25)).toEqual([
    'Maximilian',
    surname.slice(0, 25),
    surname.slice(25, 50),
    surname.slice(50),
  ])
  expect(linesAt(`${surname} Maximilian`, 25)?.at(-1)).toBe(`${surname.slice(50)} Maximilian`)
})

test('a name too wide for the line is cut behind its hyphen', () => {
  expect(linesAt('Müller-Lüdenscheidt', 15)).toEqual(['Müller-', 'Lüdenscheidt'])
  expect(linesAt('Müller-Lüdenscheidt', 19)).toEqual(['Müller-Lüdenscheidt'])
})

test('H09: at every width a number stands on the line of its unit', () => {
  for (let width = 8; width < 40; width += 1) {
    const lines = linesAt('Take 2.5 mg, then 10 ml or ½ tablet', width) ?? []
    for (const together of ['2.5\u00A0mg,', '10\u00A0ml'])
      expect(
        lines.filter((line) => line.includes(together)),
        `${width}: ${lines.join('|')}`,
      ).toHaveLength(1)
  }
})

test('H09: a number with a unit wider than the line is refused instead of cut', () => {
  expect(linesAt('1000000 mg', 6)).toBeNull()
  expect(linesAt('1234567', 6)).toBeNull()
  expect(linesAt('500 milligrams', 8)).toEqual(['500\u00A0mill', 'igrams'])
})

test('a letter with its marks is never cut', () => {
  expect(linesAt('שָׁלוֹם', 3)).toEqual(['שָׁ', 'לוֹ', 'ם'])
})

test('no letter is lost and none is doubled, whatever is written', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (value, width) => {
        const { text } = paragraphOf(value)
        const lines = linesAt(value, width)
        if (lines !== null) expect(lines.join('')).toBe(withoutBreaks(text, lines))
      },
    ),
  )
})

/** The text without those blanks at which a line ended. */
function withoutBreaks(text: string, lines: readonly string[]): string {
  let rest = text
  let joined = ''
  for (const line of lines) {
    rest = rest.replace(/^ +/u, '')
    if (!rest.startsWith(line)) return `${joined}[${rest}]`
    joined += line
    rest = rest.slice(line.length)
  }
  return rest.trim() === '' ? joined : `${joined}[${rest}]`
}
