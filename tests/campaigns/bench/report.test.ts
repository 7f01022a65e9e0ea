// How a report reads: figures, what is missing, and rates where there are any.
import { expect, test } from 'vitest'
import type { BenchRow } from './measure.ts'
import { asJson, asTable } from './report.ts'

const figures = { runs: 5, p50Ms: 1.5, p99Ms: 22, maxMs: 30 }
const row: BenchRow = { name: 'ours', ...figures, targetP99Ms: 20, ratio: 3 }
const missing = { name: 'theirs', absent: 'not installed: npm run tools' }

test('a missed target, a missing program and a rate are all in the table', () => {
  const rows = [{ ...row, perSecond: 911 }, missing]
  const table = asTable([{ name: 'print', conditions: 'as it is', rows }], figures)
  expect(table).toContain('print: as it is')
  expect(table).toMatch(/per s +p50 ratio/)
  expect(table).toMatch(/ours +1\.5 +22 +30 +911 +3\.0x +<= 20 MISSED/)
  expect(table).toMatch(/theirs +not installed: npm run tools/)
})

test('without a rate there is no column for it', () => {
  const table = asTable([{ name: 'panel', conditions: '', rows: [{ ...row, targetP99Ms: 50 }] }], figures)
  expect(table).not.toContain('per s')
  expect(table).toContain('<= 50 met')
})

test('where all of them must be in time, the slowest decides', () => {
  const slowest: BenchRow = { name: 'back', ...figures, targetP99Ms: null, targetMaxMs: 25 }
  const table = asTable([{ name: 'hub', conditions: '', rows: [slowest] }], figures)
  expect(table).toMatch(/back +1\.5 +22 +30 +all <= 25 MISSED/)
})

test('the JSON has every figure', () => {
  const text = asJson([{ name: 'print', conditions: '', rows: [row, missing] }], figures)
  expect(JSON.parse(text)).toMatchObject({ flush: figures, reports: [{ rows: [row, missing] }] })
})

test('a count says of how many, and whether there may be so many', () => {
  const count = { name: 'shown offline', count: 3, of: 5_000, targetCount: 0 }
  const table = asTable([{ name: 'hub', conditions: '', rows: [count, { ...count, count: 0 }] }], figures)
  expect(table).toMatch(/shown offline +3 +of 5000 +<= 0 MISSED/)
  expect(table).toMatch(/shown offline +0 +of 5000 +<= 0 met/)
})

test('a size stands among the figures, and a row without a reference has no ratio', () => {
  const { ratio: _, ...alone } = row
  const size = { name: 'memory', kilobytes: 21.5, targetKilobytes: 20, ratio: 2 }
  const table = asTable([{ name: 'hub', conditions: '', rows: [size, alone] }], figures)
  expect(table).toMatch(/memory +21\.5 KB +2\.0x +<= 20 MISSED/)
  expect(table).toMatch(/ours +1\.5 +22 +30 +<= 20 MISSED/)
})

test('a figure of any unit has its aim beside it', () => {
  const processor = { name: 'a label: processor', figure: 2.41, unit: 'ms', targetFigure: 1.8 }
  const table = asTable([{ name: 'print', conditions: '', rows: [processor] }], figures)
  expect(table).toMatch(/a label: processor +2\.41 ms +<= 1\.8 MISSED/)
})
