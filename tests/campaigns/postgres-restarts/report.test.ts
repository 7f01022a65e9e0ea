// What the report of restarts says, and that a fault stands in it.
import { expect, test } from 'vitest'
import { reportLines } from './report.ts'

const RESTARTS = [
  { api: 'store', mode: 'fast', readyS: 1 },
  { api: 'store', mode: 'fast', readyS: 3 },
  { api: 'store', mode: 'immediate', readyS: null },
] as const

test('each database and way has its line; what was lost ends the report', () => {
  const done = { 'sign-ins': 2, pharmacies: 5, patients: 4 }
  const refused = new Map([['unavailable', 7]])
  const lines = reportLines({ restarts: RESTARTS, done, refused, faults: ['a session is gone'] })
  expect(lines[1]).toMatch(/store fast +2 times, ready again after 3\.0 s, at most 3\.0 s/)
  expect(lines[2]).toContain('at most Infinity s')
  expect(lines.slice(3)).toEqual([
    'Acknowledged: 2 sign-ins, 5 pharmacies, 4 patients; refused meanwhile: 7 unavailable',
    '1 faults:',
    'a session is gone',
  ])
  expect(reportLines({ restarts: RESTARTS, done, refused, faults: [] }).at(-1)).toContain(
    'everything that was',
  )
})
