// The catalogue in three languages: same keys, nothing empty, every parameter used.
import { expect, it } from 'vitest'
import { Language, texts } from './index.ts'

type Leaf = readonly [path: string, value: unknown]

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, child]) => leaves(child, `${path}.${key}`))
}

it.each(Language.options)('%s has every key of English and no other', (language) => {
  const keys = leaves(texts(language)).map(([path]) => path)
  expect(keys).toEqual(leaves(texts('en')).map(([path]) => path))
})

it.each(Language.options)('%s has no empty text and none with spaces around', (language) => {
  const faulty = leaves(texts(language)).filter(
    ([, value]) => typeof value === 'string' && (value === '' || value !== value.trim()),
  )
  expect(faulty).toEqual([])
})

it.each(Language.options)('%s says every parameter it is given', (language) => {
  const t = texts(language)
  expect(t.live.reconnecting('14:02:11')).toContain('14:02:11')
  expect(t.pharmacies.online(2, 7)).toMatch(/2.*7|7.*2/)
  expect(t.pharmacies.range(51, 100, 9_999)).toMatch(/51.*100.*9.999/)
  expect(t.pharmacy.counts(2, 7)).toMatch(/2.*7|7.*2/)
  expect(t.pharmacy.printsThrough('DISPENSARY')).toContain('DISPENSARY')
  expect(t.customerForm.editTitle('Central')).toContain('Central')
  expect(t.customerForm.savedNow('Central')).toContain('Central')
  expect(t.pairing.intro('Central')).toContain('Central')
  expect(t.pairing.goodFor('9:41')).toContain('9:41')
  expect(t.pairing.usedBy('DISPENSARY')).toContain('DISPENSARY')
  expect(t.computers.moveTitle('DISPENSARY', 'Central')).toMatch(/DISPENSARY.*Central/)
  expect(t.computers.moveLeaves('Central', 'Riverside')).toMatch(/Central.*Riverside/)
  expect(t.computers.conflictTitle('DISPENSARY')).toContain('DISPENSARY')
  expect(t.problemPage.retryAfter(5)).toContain('5')
})

it('calls a computer Rechner in German, everywhere, and the one with the printer Druckrechner', () => {
  const other = leaves(texts('de')).filter(([, value]) =>
    /\bComputer(s|n)?\b|Drucke?rcomputer|Druckerrechner/.test(String(value)),
  )
  expect(other.map(([path]) => path)).toEqual([])
})

/** Second words for what has a word already. `Abbrechen` leaves a form, and connections are `abgebrochen`; labels are not. */
const DOUBLED: Readonly<Record<string, RegExp>> = {
  de: /abbrechen|abgebrochen|brechen Sie|erneut (ge)?druck|drucken Sie( es| sie)? erneut|verwahrt|gesichert|verfallen|weitergeleitet|Vermittlung|Verwaltung|Administration\b/i,
  tr: /basıl|basabil|bağlantı noktası|aktarım merkezi|bekletil|tekrar dene|kontrol ed|servis/i,
}
const OF_CONNECTIONS = [
  '.common.cancel',
  '.closeReasons.transport_error',
  '.computers.reconnectingAdvice',
  '.reasons.connection_reset',
  '.reasons.sender_broke',
]

it.each(['de', 'tr'] as const)('%s has one word for each thing that is done with labels', (language) => {
  const doubled = leaves(texts(language)).filter(([, value]) => DOUBLED[language]?.test(String(value)))
  expect(doubled.map(([path]) => path).toSorted()).toEqual(language === 'de' ? OF_CONNECTIONS.toSorted() : [])
})

it('tells one from many where the language does', () => {
  expect(texts('en').pharmacies.total(1)).toBe('1 pharmacy')
  expect(texts('en').pharmacies.total(10_000)).toBe('10,000 pharmacies')
  expect(texts('de').pharmacies.total(1)).toBe('1 Apotheke')
  expect(texts('de').pharmacies.matching(2)).toBe('2 Apotheken passen')
  expect(texts('tr').pharmacies.total(2)).toBe('2 eczane')
})

it('says short waits in seconds and longer ones in minutes, rounded up', () => {
  const { retryAfter } = texts('en').problemPage
  expect(retryAfter(0.2)).toBe('Try again in 1 second.')
  expect(retryAfter(120)).toBe('Try again in 120 seconds.')
  expect(retryAfter(121)).toBe('Try again in 3 minutes.')
  expect(texts('de').problemPage.retryAfter(1)).toBe('Versuchen Sie es in 1 Sekunde erneut.')
  expect(texts('de').problemPage.retryAfter(900)).toBe('Versuchen Sie es in 15 Minuten erneut.')
  expect(texts('tr').problemPage.retryAfter(900)).toBe('15 dakika sonra yeniden deneyin.')
})
