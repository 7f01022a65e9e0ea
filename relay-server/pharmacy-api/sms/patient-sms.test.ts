// Messages to patients: how long their texts are in each language, and when one may go out.
import { describe, expect, test } from 'vitest'
import {
  MAX_OPT_OUT_ORIGIN,
  OPT_OUT_LENGTH,
  OPT_OUT_PATH,
} from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { decidePatientSms, type PatientSmsFacts } from './patient-rules.ts'
import { HOURS_UNITS, patientText, type PatientTemplate } from './patient-texts.ts'
import { segmentsOf } from './segments.ts'

const TEMPLATES = ['ready', 'refill', 'closed'] as const satisfies readonly PatientTemplate[]
const EVERY = TEMPLATES.flatMap((template) =>
  Language.options.map((language) => [template, language] as const),
)
const linkOf = (origin: string) => `${origin}${OPT_OUT_PATH}${'k'.repeat(OPT_OUT_LENGTH)}`
const VALUES = {
  pharmacy: 'Riverside Pharmacy',
  hours: 'Mon-Fri 9-18',
  link: linkOf('https://panel.pharmacy-relay.com'),
}
/** Of an address of the greatest length that the setting takes. */
const LONGEST_LINK = linkOf(`https://${'panel.'.padEnd(MAX_OPT_OUT_ORIGIN - 8, 'x')}`)

describe.each(EVERY)('the text of %s in %s', (template, language) => {
  test.each([
    ['of plain letters', 'W', '9'],
    ['of letters beyond GSM-7', 'Ş', 'ı'],
    ['of Arabic letters', 'ص', '٩'],
    ['of pictures', '👩‍⚕️', '٩'],
  ])('has two segments at most with the longest values, %s', (_, letter, hour) => {
    const longest = {
      pharmacy: letter.repeat(120),
      hours: hour.repeat(HOURS_UNITS),
      link: LONGEST_LINK,
    }
    const text = patientText(template, longest, language)
    expect(segmentsOf(text)).toBeLessThanOrEqual(2)
    expect(text).toContain(longest.hours)
    expect(text.endsWith(` ${LONGEST_LINK}`)).toBe(true)
    // So much of the name is left that a patient knows who writes.
    expect(text.indexOf(':')).toBeGreaterThanOrEqual(letter.length === 1 ? 10 : letter.length)
    expect(text.isWellFormed()).toBe(true)
  })

  test('says pharmacy and hours, and nothing that the letters of its own language do not need', () => {
    const text = patientText(template, VALUES, language)
    expect(text).toContain(VALUES.pharmacy)
    expect(text).toContain(VALUES.hours)
    expect(text).toContain(VALUES.link)
    // Turkish has letters that are not GSM-7; the others cost one segment.
    if (language !== 'tr') expect(segmentsOf(text)).toBe(1)
  })
})

test('the letters of the reference are counted as phones count them', () => {
  expect(segmentsOf('x'.repeat(160))).toBe(1)
  expect(segmentsOf('Ç ü ö ß'.padEnd(160, 'x'))).toBe(1)
  expect(segmentsOf('x'.repeat(161))).toBe(2)
  expect(segmentsOf('geçerlidir'.padEnd(70, 'x'))).toBe(1)
  expect(segmentsOf('geçerlidir'.padEnd(71, 'x'))).toBe(2)
  expect(segmentsOf('geçerlidir'.padEnd(135, 'x'))).toBe(3)
})

test('a long name is cut between graphemes', () => {
  const text = patientText(
    'ready',
    { ...VALUES, pharmacy: 'Pharmacie de la Grande Rue de Saint-Étienne' },
    'en',
  )
  expect(text).toContain('Pharmacie de la Grande Rue de Saint.:')
})

describe('a message to a patient', () => {
  const GOOD: PatientSmsFacts = { hasConsent: true, hasOptedOut: false, lastSentAt: null }
  const decided = (at: string, facts: Partial<PatientSmsFacts> = {}, timeZone = 'Europe/Istanbul') =>
    decidePatientSms({ ...GOOD, ...facts }, { now: new Date(at), timeZone })
  const waits = (until: string) => ({ kind: 'wait', until: new Date(until) })

  test('needs consent, and ends with an opt-out at any hour, whatever was agreed', () => {
    expect(decided('2026-11-26T10:00:00.000Z')).toEqual({ kind: 'send' })
    for (const at of ['2026-11-26T10:00:00.000Z', '2026-11-26T22:00:00.000Z']) {
      expect(decided(at, { hasConsent: false })).toEqual({ kind: 'refuse', why: 'no_consent' })
      expect(decided(at, { hasOptedOut: true })).toEqual({ kind: 'refuse', why: 'opted_out' })
    }
  })

  test.each([
    ['a moment before 20:00', '2026-11-26T16:59:59.999Z', null],
    ['at 20:00', '2026-11-26T17:00:00.000Z', '2026-11-27T06:00:00.000Z'],
    ['at 23:30', '2026-11-26T20:30:00.000Z', '2026-11-27T06:00:00.000Z'],
    ['after midnight', '2026-11-26T22:10:07.250Z', '2026-11-27T06:00:00.000Z'],
    ['a moment before 9:00', '2026-11-27T05:59:59.999Z', '2026-11-27T06:00:00.000Z'],
    ['at 9:00', '2026-11-27T06:00:00.000Z', null],
  ])('goes out by the clock of the pharmacy: %s', (_, at, until) => {
    expect(decided(at)).toEqual(until === null ? { kind: 'send' } : waits(until))
  })

  test.each([
    ['45 minutes off', 'Asia/Kathmandu', '2026-11-26T16:20:00.000Z', '2026-11-27T03:15:00.000Z'],
    [
      'in the night that the clock goes on',
      'Europe/Berlin',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ],
    [
      'in the night that the clock goes back',
      'Europe/Berlin',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
    ],
  ])('waits for 9:00 there, %s', (_, timeZone, at, until) => {
    expect(decided(at, {}, timeZone)).toEqual(waits(until))
  })

  test('is one a day of the pharmacy’s calendar, of the day on which it would go out', () => {
    const lastSentAt = new Date('2026-11-26T06:30:00.000Z')
    expect(decided('2026-11-26T16:00:00.000Z', { lastSentAt })).toEqual({ kind: 'refuse', why: 'one_a_day' })
    expect(decided('2026-11-26T18:00:00.000Z', { lastSentAt })).toEqual(waits('2026-11-27T06:00:00.000Z'))
    expect(decided('2026-11-27T06:00:00.000Z', { lastSentAt })).toEqual({ kind: 'send' })
  })
})
