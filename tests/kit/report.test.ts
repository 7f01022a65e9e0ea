// Reports of campaigns fit on a screen, whatever reasons their rows are named after.
import { expect, test } from 'vitest'
import { findingLines, reportTable, sentence } from './report.ts'

const WHY = 'the connection to the printer broke off while the label went out, and the printer does not count'

test('a long name goes on under itself, and its value stands at its end, below the others', () => {
  const value = '403 (3.47 %), 160 of them on paper'
  const lines = reportTable('head', [
    ['kills', 1_000],
    [`  ${WHY}`, value],
  ])
  expect(lines.every(({ length }) => length <= 100)).toBe(true)
  const [head, kills, why = '', more = ''] = lines
  expect(head).toBe('head')
  expect(lines).toHaveLength(4)
  expect(`${why.trim()} ${more.replace(value, '').trim()}`).toBe(WHY)
  expect([why.indexOf('the'), more.search(/\S/)]).toEqual([4, 6])
  expect(kills?.indexOf('1000')).toBe(more.indexOf(value))
})

test('short names are in one column', () => {
  expect(
    reportTable('head', [
      ['lost', 0],
      ['  of these', 'none'],
    ]),
  ).toEqual(['head', '  lost        0', '    of these  none'])
})

test('a sentence is broken between words', () => {
  expect(sentence(`${WHY}; ${WHY}`).every(({ length }) => length <= 100)).toBe(true)
})

test('findings say their place, the first ten of them', () => {
  const finding = (serial: number) => ({ serial, text: 'nowhere' })
  const lost = Array.from({ length: 11 }, (_, serial) => finding(serial))
  const lines = findingLines('pharmacy', [{ lost, doubled: [], overtaking: [], contradictions: [] }])
  expect(lines).toHaveLength(11)
  expect(lines[0]).toBe('  lost: pharmacy 0, label 0: nowhere')
  expect(lines[10]).toBe('  and 1 more: --json has all')
})
