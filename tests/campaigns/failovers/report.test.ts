// What the report of failovers says, and that a broken promise stands in it.
import { expect, test } from 'vitest'
import { failoverFaults, failoverLine, reportLines, type Failover } from './report.ts'

const GOOD: Failover = { killed: 'db-1', writesS: 17.25, panelS: 20, rejoinedS: 9, wronglyOffline: [] }

test('a failover that is as promised has no fault, each broken promise has one', () => {
  expect(failoverFaults(1, GOOD)).toEqual([])
  expect(failoverLine(1, 20, GOOD)).toContain('1 of 20: db-1 killed; writes go on after 17.3 s')
  const bad = { killed: 'db-2', writesS: null, panelS: 30.1, rejoinedS: null, wronglyOffline: ['A'] }
  expect(failoverLine(2, 20, bad)).toContain('shown offline meanwhile although there: A')
  expect(failoverFaults(2, bad)).toEqual([
    '2: nothing was written after db-2 was killed',
    '2: the panel was not right within 30 s (30.1 s)',
    '2: db-2 did not become a standby again',
  ])
})

test('the summary says how many of how many, and what was lost', () => {
  const result = {
    asked: 3,
    failovers: [GOOD, { ...GOOD, writesS: 20 }],
    done: { patients: 4, pharmacies: 5 },
    faults: [],
  }
  const lines = reportLines({ ...result, refused: new Map([['unavailable', 7]]), missing: [] })
  expect(lines[0]).toContain('2 of 3 failovers')
  expect(lines[1]).toMatch(/writes go on after +20\.0 s \(median\), at most 20\.0 s/)
  expect(lines[4]).toContain('in 0 of 2')
  expect(lines[5]).toBe(
    'Acknowledged: 9 (4 patients, 5 pharmacies), missing: 0; refused meanwhile: 7 unavailable',
  )
  expect(lines.at(-1)).toContain('No program ended')
  const lost = reportLines({ ...result, refused: new Map(), missing: ['patient 1 is gone'] })
  expect(lost.slice(-2)).toEqual(['1 faults:', 'patient 1 is gone'])
})
