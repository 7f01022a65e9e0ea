// The doctor's judgements: what is well, what waits, what does not, and that each fault says one thing to do.
import { expect, test } from 'vitest'
import { isUnwell } from './finding.ts'
import {
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeDrill,
  judgePort,
  judgeSealedRows,
  judgeSecretModes,
} from './judgements.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const GIB = 1_024 ** 3
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000)
const HEALTHY = { major: 15, clockAheadMs: 3, pending: [], unknown: [], isUsable: true }

test.each([
  [22, 'well'],
  [21, 'soon'],
  [8, 'soon'],
  [7, 'now'],
  [2, 'now'],
  [-1, 'now'],
])('O121: a served certificate with %i days left is %s', (days, level) => {
  expect(judgeCertificate('https://a.example', inDays(days), NOW).level).toBe(level)
})

test('O121: at two days it is to be done today', () => {
  expect(judgeCertificate('https://a.example', inDays(2), NOW).todo).toMatch(/today$/)
})

test('a terminator that does not answer from here is not known to be ill', () => {
  const finding = judgeCertificate('https://a.example', null, NOW)
  expect(finding.level).toBe('unknown')
  expect(isUnwell([finding])).toBe(false)
})

test.each([
  [50, 100, 'well'],
  [5, 100, 'soon'],
  [1.5, 8, 'soon'],
  [0.5, 100, 'now'],
])('a disk with %d of %d GiB free is %s', (free, total, level) => {
  expect(judgeDisk('/var', free * GIB, total * GIB).level).toBe(level)
})

test('a database is told by version, by migrations that come, and by those of a later version', () => {
  expect(judgeDatabase('a', HEALTHY).level).toBe('well')
  expect(judgeDatabase('a', null).level).toBe('now')
  expect(judgeDatabase('a', { ...HEALTHY, major: 14 }).level).toBe('now')
  expect(judgeDatabase('a', { ...HEALTHY, major: 18 }).level).toBe('well')
  expect(judgeDatabase('a', { ...HEALTHY, pending: ['009_b'] }).level).toBe('soon')
})

test('O102, O106: migrations of a later version are named, and what to do where this one does not work with them', () => {
  const unknown = ['010_c']
  expect(judgeDatabase('a', { ...HEALTHY, unknown })).toMatchObject({
    level: 'well',
    says: 'PostgreSQL 15, has 1 migrations of a later version, as 010_c, with which this version works',
  })
  const { level, says, todo } = judgeDatabase('a', { ...HEALTHY, unknown, isUsable: false })
  expect({ level, says }).toEqual({ level: 'now', says: 'has 1 migrations of a later version, as 010_c' })
  expect(todo).toContain('Install that version again')
})

test('O125: a clock that no server sets, or that is away from the database, is said', () => {
  expect(judgeClock(true, 100).level).toBe('well')
  expect(judgeClock(false, 100).level).toBe('soon')
  expect(judgeClock(null, 100).level).toBe('unknown')
  expect(judgeClock(true, -2_500)).toMatchObject({
    level: 'now',
    says: "the database's clock is -2.5 s away from this one",
  })
})

test('backups and drills grow old', () => {
  const hoursAgo = (hours: number): Date => inDays(-hours / 24)
  expect([null, hoursAgo(51), hoursAgo(30), hoursAgo(25)].map((at) => judgeBackup(at, NOW).level)).toEqual([
    'now',
    'now',
    'soon',
    'well',
  ])
  expect([null, inDays(-9), inDays(-7)].map((at) => judgeDrill(at, NOW).level)).toEqual([
    'soon',
    'soon',
    'well',
  ])
})

test('a port is ours, free, or in foreign hands, and secrets are closed or not', () => {
  expect(
    (['program', 'nobody', 'other'] as const).map((holder) => judgePort('portal', 5_132, holder).level),
  ).toEqual(['well', 'well', 'now'])
  expect(judgeSecretModes(['A__Key'], '/secrets')).toMatchObject({
    level: 'now',
    todo: 'chmod -R go= /secrets, then exchange what was open',
  })
})

test.each([
  [0, 'well', 'all rows of patients are under the newest key'],
  [3, 'soon', '3 rows of patients are under an older key'],
  [null, 'unknown', 'nobody knows what is under an older key'],
])('%j rows under an older key are %s', (rows, level, says) => {
  expect(judgeSealedRows(rows)).toMatchObject({ level, says })
})
