// Instants as words, in three languages.
import { describe, expect, it } from 'vitest'
import { ageText, exactText, sinceText } from './relative-time.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const ago = (seconds: number) => NOW - seconds * 1_000

describe('an age', () => {
  it.each([
    [0, 'now'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_400, 'yesterday'],
    [40 * 86_400, 'last month'],
    [800 * 86_400, '2 years ago'],
  ])('of %i seconds reads %s', (seconds, text) => {
    expect(ageText('en-GB', ago(seconds), NOW)).toBe(text)
  })

  it('never lies in the future', () => {
    expect(ageText('en-GB', ago(-3_600), NOW)).toBe('now')
  })

  it('speaks the language of the reader', () => {
    expect(ageText('de-DE', ago(120), NOW)).toBe('vor 2 Minuten')
    expect(ageText('tr-TR', ago(120), NOW)).toBe('2 dakika önce')
  })
})

it('an exact time names its zone', () => {
  expect(exactText('en-GB', NOW, 'UTC')).toBe('20 Nov 2026, 12:00:00 UTC')
})

it('since when is told with the time of day, and after a day with the day', () => {
  const when = { nowMs: NOW, timeZone: 'UTC' }
  expect(sinceText('en-GB', ago(480), when)).toBe('8 minutes ago, 11:52')
  expect(sinceText('de-DE', ago(480), when)).toBe('vor 8 Minuten, 11:52')
  expect(sinceText('tr-TR', ago(480), when)).toBe('8 dakika önce, 11:52')
  expect(sinceText('en-GB', ago(3 * 86_400), when)).toBe('3 days ago, 17 Nov')
})
