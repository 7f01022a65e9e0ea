// The history of a connection: spans and days that leave nothing out, bars that differ by shape, reasons in words.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComputerHistory } from '@pharmacy-relay/shared/api/relay-support.ts'
import { CloseReason, Presence } from '@pharmacy-relay/shared/device.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { lastedText } from '../../views/times/lasted.ts'
import { CENTRAL, NOW, computerOf } from '../testing/fixtures.ts'
import { EVENINGS, historyOf } from '../testing/support-pages.ts'
import { tagsOf } from '../testing/tags.ts'
import { daysOf, spansOf, timeByState } from './history-days.ts'
import { historyRegion } from './history-region.tsx'

const DAY_MS = 86_400_000
const plainTextOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const regionOf = (history: ComputerHistory, language: Language = 'en', zone = 'UTC') =>
  historyRegion({ language, zone, customer: CENTRAL, computer: computerOf(), history })

const histories = fc
  .array(
    fc.record({
      beforeMs: fc.integer({ min: 0, max: 30 * DAY_MS }),
      presence: fc.constantFrom(...Presence.options),
      reason: fc.option(fc.constantFrom(...CloseReason.options)),
    }),
    { maxLength: 50 },
  )
  .map((changes) =>
    historyOf(
      changes
        .toSorted((a, b) => b.beforeMs - a.beforeMs)
        .map(({ beforeMs, ...change }) => ({
          at: new Date(NOW.getTime() - beforeMs).toISOString(),
          ...change,
        })),
    ),
  )

test('The history of a computer tells who changed its role or printer, and nothing of others', () => {
  const html = plainTextOf(regionOf(historyOf([])))
  expect(html).toContain('Role changed by ANNA (Admin) ,')
  expect(html).not.toContain('Printer chosen')
})

describe('whatever came and went', () => {
  test('spans follow each other from beginning to end', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const spans = spansOf(history)
        expect([spans[0].fromMs, spans.at(-1)?.toMs]).toEqual([Date.parse(history.from), NOW.getTime()])
        spans.forEach((span, index) => {
          expect(span.toMs).toBeGreaterThanOrEqual(span.fromMs)
          if (index > 0) expect(span.fromMs).toBe(spans[index - 1]?.toMs)
        })
      }),
    )
  })

  test('30 days hold all of the time within them, and every link of a day leads to a row', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const days = daysOf(history, 'UTC')
        expect(days).toHaveLength(30)
        const firstMs = days[0]?.fromMs ?? 0
        const told = days.flatMap(({ spans }) => timeByState(spans).map(([, ms]) => ms))
        expect(told.reduce((sum, ms) => sum + ms, 0)).toBe(NOW.getTime() - firstMs)
        const tags = tagsOf(regionOf(history))
        const ids = new Set(tags.flatMap(({ attributes }) => attributes['id'] ?? []))
        const links = tags.filter(({ attributes }) => attributes['class'] === 'history-day')
        expect(links.every(({ attributes }) => ids.has(attributes['href']?.slice(1) ?? ''))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

test('each day says in words how long it was in which state', () => {
  const said = plainTextOf(regionOf(historyOf(EVENINGS)))
  expect(said).toContain('3 November 2026: offline 13 hrs 26 mins; online 10 hrs 33 mins')
  expect(said).toContain('19 November 2026: online 21 hrs 30 mins; online, not answering 2 hrs 30 mins')
  expect(said).toContain('25 October 2026: not known 1 day')
})

test('days are those of the reader, of 25 hours when clocks go back', () => {
  const said = plainTextOf(regionOf(historyOf(EVENINGS), 'en', 'Europe/Berlin'))
  expect(said).toContain('25 October 2026: not known 1 day 1 hr')
  // It connected at 6:58 UTC, which is an hour later there; of the day in UTC nothing was known for an hour less.
  expect(said).toContain(
    '1 November 2026: online 10 hrs 33 mins; not known 7 hrs 58 mins; offline 5 hrs 28 mins',
  )
  const days = daysOf(historyOf(EVENINGS), 'Europe/Berlin')
  const changed = days.find(({ day }) => day === '2026-10-25')
  expect((changed?.toMs ?? 0) - (changed?.fromMs ?? 0)).toBe(25 * 3_600_000)
  expect(days.at(-1)?.day).toBe('2026-11-20')
})

test('every state has a height of its own, and a break of 10 s can be seen', () => {
  const bars = tagsOf(regionOf(historyOf(EVENINGS))).filter(({ name, attributes }) => {
    return name === 'rect' && attributes['class'] !== 'bar-none'
  })
  const looks = new Map(bars.map(({ attributes: a }) => [a['class'], `${a['y']}/${a['height']}`]))
  expect(looks.size).toBe(5)
  expect(new Set(looks.values()).size).toBe(5)
  const reconnecting = bars.filter(({ attributes }) => attributes['class'] === 'bar-reconnecting')
  expect(Number(reconnecting[0]?.attributes['width'])).toBeGreaterThanOrEqual(3)
})

test('the table tells each change with its reason, newest first', () => {
  const html = regionOf(historyOf(EVENINGS))
  const said = plainTextOf(html.slice(html.indexOf('<tbody>')))
  expect(said).toMatch(/^ 19 Nov 2026, 16:30:00 UTC online 19 hrs 30 mins so far Its agent answers again\./)
  expect(said).toMatch(
    /14:00:00 UTC online, not answering 2 hrs 30 mins Its agent left heartbeats unanswered\./,
  )
  expect(said).toMatch(/11:20:10 UTC offline 21 hrs 39 mins The computer stopped answering/)
  expect(said).toMatch(/17:31:40 UTC offline \d+ hrs \d+ mins The agent was shut down\./)
})

test.for([
  [historyOf([]), 'This computer has not connected within the last 30 days.'],
  [historyOf(EVENINGS), 'Before that nothing is known.'],
  [historyOf(EVENINGS, { isCut: true }), 'It came and went more often: these are the newest 36 changes.'],
] as const)('what is missing is said', ([history, expected]) => {
  expect(plainTextOf(regionOf(history))).toContain(expected)
})

test.for(Language.options)('durations are words in %s', (language) => {
  const { locale } = texts(language)
  expect(lastedText(locale, 2 * DAY_MS + 5 * 3_600_000)).toMatch(/2.*5/)
  expect(lastedText(locale, 59_999)).toMatch(/^59/)
  expect(lastedText(locale, 0)).toMatch(/^0/)
  expect(lastedText(locale, -5)).toMatch(/^0/)
  expect(lastedText(locale, DAY_MS)).toMatch(/^1\s*\S+$/)
})
