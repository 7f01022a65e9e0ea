// Opening hours in messages: short enough for two segments on every day and in every language.
import { expect, test } from 'vitest'
import { PatientSmsRequest } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { HOURS_UNITS } from '../sms/patient-texts.ts'
import { hoursText } from './opening-hours.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const OPEN = { opens: '09:00', closes: '18:30' }

test('days and times are said in the language of the message', () => {
  const week = { from: 1, to: 6, ...OPEN }
  expect(hoursText(week, 'en')).toBe('Mon-Sat 09:00-18:30')
  expect(hoursText(week, 'de')).toBe('Mo-Sa 09:00-18:30')
  expect(hoursText(week, 'tr')).toBe('Pzt-Cmt 09:00-18:30')
  expect(hoursText({ from: 7, to: 7, ...OPEN }, 'en')).toBe('Sun 09:00-18:30')
  expect(hoursText({ date: '2026-11-30', opens: '09:00' }, 'de')).toBe('Mo., 30. Nov. 09:00')
})

test.each(Language.options)('they fit on all days of a leap year, in %s', (language) => {
  const all = WEEK.flatMap((from) => WEEK.map((to) => hoursText({ from, to, ...OPEN }, language)))
  for (let at = Date.UTC(2028, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000)
    all.push(hoursText({ date: new Date(at).toISOString().slice(0, 10), opens: '09:00' }, language))
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(HOURS_UNITS)
})

test.each([
  ['ready', { from: 1, to: 5, opens: '09:00', closes: 'Ibuprofen' }],
  ['ready', { from: 1, to: 5, opens: '9', closes: '18:00' }],
  ['refill', { from: 0, to: 5, opens: '09:00', closes: '18:00' }],
  ['refill', { from: 1, to: 5, opens: '09:00', closes: '18:00', note: 'Ibuprofen' }],
  ['closed', { date: '2026-02-30', opens: '09:00' }],
  ['closed', { from: 1, to: 5, opens: '09:00', closes: '18:00' }],
  ['ibuprofen', { date: '2026-11-30', opens: '09:00' }],
])('a request of %s with %o is refused: there is no place for words', (template, values) => {
  const id = '01931111-0000-7000-8000-000000000002'
  const { success } = PatientSmsRequest.safeParse({ requestId: id, patientId: id, template, values })
  expect(success).toBe(false)
})
