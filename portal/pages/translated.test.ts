// No page says in English what its reader has in his own language.
import { describe, expect, it } from 'vitest'
import { englishTexts } from '@pharmacy-relay/shared/test/english-words.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import { everyPage } from './testing/every-page.ts'

/** Words of agents and rows that are older than their codes, quoted as they came; and the detail in English that a tooltip keeps. */
const QUOTED = [
  'somebody at COUNTER-1 saw that it came out',
  'the printer broke the connection off',
  'The printer has no labels left. Put in a new roll.',
  'Changed name, phone of P-1042',
]
/** What a person reads or hears: texts, and attributes that are read out, shown, or shown by the script later. */
const SAID = / (?:title|aria-label|placeholder|alt|data-text[a-z-]*)="([^"]*)"/g

describe.each(Language.options.filter((one) => one !== 'en'))('every page in %s', (language) => {
  it('says nothing in English', () => {
    const found = Object.entries(everyPage(language)).flatMap(([page, html]) =>
      englishTexts(textsOf(html), QUOTED).map((text) => ({ page, text })),
    )
    expect(found).toEqual([])
  })
})

it('finds what was not translated', () => {
  const html = '<title>Ja</title><body><p title="nothing for 90 s">Nein</p><b>this computer</b></body>'
  expect(englishTexts(textsOf(html))).toEqual(['this computer', 'nothing for 90 s'])
})

function textsOf(html: string): string[] {
  const texts = html.replaceAll(/<[^>]*>/g, '\n').split('\n')
  return [...texts, ...[...html.matchAll(SAID)].map((match) => match[1] ?? '')].map((text) => text.trim())
}
