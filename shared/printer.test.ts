// Names of printers as their systems have them: any language and any picture, nothing that hides or reorders text.
import { expect, test } from 'vitest'
import { PrinterList, PrinterName } from './printer.ts'

test.each([
  'cups:ZD421',
  'win:Etikettendrucker Öffnung größer',
  'win:Eczane etiketi ğış',
  'win:Labels 🏷️💊',
  // Joined by U+200D, as Windows' own emoji panel writes it.
  'win:Apotheke 👩‍⚕️ 1',
  'win:👨‍👩‍👧‍👦',
  // A flag of tags, U+E0067 and so on.
  'win:🏴󠁧󠁢󠁳󠁣󠁴󠁿 Labels',
  'win:برچسب\u200Cها',
])('is listed by its name: %s', (id) => {
  expect(PrinterName.parse(id)).toBe(id)
  expect(PrinterList.parse([{ id, name: id.slice(4), detail: '' }])).toHaveLength(1)
})

test.each([
  'win:a\u202Eb',
  'win:a\u200Eb',
  'win:a\u200Bb',
  'win:a\u2066b',
  'win:a\uFEFFb',
  'win:a\nb',
  'win:a\u2028b',
  'win: x',
  'ZD421',
])('is refused: %j', (id) => {
  expect(PrinterName.safeParse(id).success).toBe(false)
})
