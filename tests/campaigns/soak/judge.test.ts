// The judge of a soak finds what grows: a leak, files, rows beyond their rule, an error in a log, a label; and lets the rest be.
import { expect, test } from 'vitest'
import { judged } from './judge.ts'
import type { ProgramSample, Sample, SoakRecord } from './record.ts'
import { reportText } from './report.ts'
import { slopeOf } from './robust.ts'

const MEGABYTE = 1_048_576
const MINUTES = 120

const PROGRAM: ProgramSample = {
  processes: 1,
  residentBytes: 150 * MEGABYTE,
  anonymousBytes: 90 * MEGABYTE,
  ownBytes: { 7: 90 * MEGABYTE },
  files: 60,
  sockets: 20,
  processorMs: 0,
  pid: 7,
  heapBytes: 40 * MEGABYTE,
  codeBytes: 12 * MEGABYTE,
  log: { bytes: 100, errors: {}, warnings: {} },
}

/** Its program wavers by 3 MB, as memory does. */
function sample(minute: number, over: Partial<ProgramSample> = {}): Sample {
  const wavering = { anonymousBytes: (90 + (minute % 4)) * MEGABYTE, processorMs: minute * 600 }
  return {
    atMs: minute * 60_000,
    programs: { 'store-api': { ...PROGRAM, ...wavering, ...over } },
    databases: {
      store: {
        rows: { Orders: minute, Customers: 10 },
        deadRows: 0,
        connections: 12,
        bytes: 1_000,
        walBytes: 1_000,
      },
    },
    folders: {},
    load: {
      done: { orders: minute },
      refused: {},
      labels: minute,
      devicesOnline: 20,
      panelLooks: minute,
      panelFailures: 0,
    },
    machineLoad: 0.5,
  }
}

function record(each: (minute: number) => Sample, over: Partial<SoakRecord> = {}): SoakRecord {
  return {
    startedAt: '2026-11-28T00:00:00.000Z',
    pharmacies: 10,
    devices: 20,
    plannedMinutes: MINUTES,
    warmUpMinutes: 0,
    processors: 2,
    samples: Array.from({ length: MINUTES + 1 }, (_, minute) => each(minute)),
    labels: { accepted: 9, printed: 9, overHub: 4, overLan: 5, isSettled: true, findings: [] },
    ...over,
  }
}

const verdictOf = (one: SoakRecord) => judged(one, { isShortJudged: false })
const wrongIn = (one: SoakRecord) =>
  verdictOf(one)
    .lines.filter(({ isGood }) => isGood === false)
    .map(({ what, name }) => `${what} ${name}`)

test('a platform that stays as it is passes, while rows grow with what people do', () => {
  const verdict = verdictOf(record((minute) => sample(minute)))
  expect(verdict.lines.filter(({ isGood }) => isGood === false)).toEqual([])
  const text = reportText(
    record((minute) => sample(minute)),
    verdict,
  )
  expect(text).toContain('120 of 120 minutes')
  expect(text).toMatch(/ok {2}rows +store\.Orders +30 to 120/)
  expect(text).toMatch(/store-api +1\.0 % of one of 2 processors/)
  expect(text).toContain('nothing grows beyond its rule')
})

test('2 MB an hour of heap, or of own pages, is found under the noise; the first quarter does not count', () => {
  const rising = (minute: number): number => (40 + minute / 30) * MEGABYTE
  expect(wrongIn(record((minute) => sample(minute, { heapBytes: rising(minute) })))).toEqual([
    'memory store-api',
  ])
  const own = (minute: number): number => (90 + (minute % 4) + minute / 30) * MEGABYTE
  expect(wrongIn(record((minute) => sample(minute, { anonymousBytes: own(minute) })))).toEqual([
    'memory store-api',
  ])
  const warming = (minute: number): number => (40 + Math.min(minute, 25)) * MEGABYTE
  expect(wrongIn(record((minute) => sample(minute, { heapBytes: warming(minute) })))).toEqual([])
})

test('a program whose heap was never read is no program that did not grow', () => {
  const unread = record((minute) => sample(minute, { heapBytes: null, codeBytes: null }))
  expect(wrongIn(unread)).toEqual(['memory store-api'])
})

/** Of a server whose process 1 stays, while another takes the place of one that ended each 20 minutes, and rises until then. */
const server = (own: (minute: number) => number) => (minute: number) => {
  const ownBytes = { 1: own(minute), [100 + Math.floor(minute / 20)]: (5 + (minute % 20)) * MEGABYTE }
  const anonymousBytes = Object.values(ownBytes).reduce((sum, bytes) => sum + bytes, 0)
  const none = { pid: null, heapBytes: null, codeBytes: null, log: null }
  const programs = { 'postgres of store': { ...PROGRAM, ...none, ownBytes, anonymousBytes } }
  return { ...sample(minute), programs }
}

test('a server of PostgreSQL is judged by its processes that stay, and not by their sum', () => {
  const steady = record(server(() => 9 * MEGABYTE))
  expect(wrongIn(steady).filter((line) => line.startsWith('memory'))).toEqual([])
  const leaking = record(server((minute) => (9 + minute / 30) * MEGABYTE))
  expect(wrongIn(leaking)).toContain('memory postgres of store')
})

test('a test printer may rise by the labels on its roll, and by no more', () => {
  const printer = (labelsAnHour: number) => (minute: number) => {
    const heapBytes = (23 + minute / 30) * MEGABYTE
    const { load, ...rest } = sample(minute)
    return {
      ...rest,
      programs: { 'printer-0': { ...PROGRAM, heapBytes } },
      load: { ...load, labels: (labelsAnHour * minute) / 60 },
    }
  }
  expect(wrongIn(record(printer(160)))).toEqual([])
  expect(wrongIn(record(printer(20)))).toEqual(['memory printer-0'])
})

test('files, connections, rows without or beyond a rule, errors in logs, an ended program and labels are found', () => {
  expect(wrongIn(record((minute) => sample(minute, { files: 60 + minute })))).toEqual(['files store-api'])
  const databases = (store: Partial<Sample['databases'][string]>) => (minute: number) => {
    const one = sample(minute)
    const grown = Object.fromEntries(
      Object.entries(store.rows ?? {}).map(([name, rows]) => [name, rows * minute]),
    )
    const connections = (store.connections ?? 0) * minute + 12
    return {
      ...one,
      databases: { store: { deadRows: 0, bytes: 1_000, walBytes: 1_000, rows: grown, connections } },
    }
  }
  expect(wrongIn(record(databases({ connections: 1 })))).toEqual(['connections store'])
  expect(wrongIn(record(databases({ rows: { Strange: 1 } })))).toEqual(['rows store.Strange'])
  expect(wrongIn(record(databases({ rows: { Orders: 3 } })))).toEqual(['rows store.Orders'])
  const failing = { bytes: 100, errors: { 'database.lost': 1 }, warnings: {} }
  expect(wrongIn(record((minute) => sample(minute, minute === 9 ? { log: failing } : {})))).toEqual([
    'log store-api',
  ])
  expect(wrongIn(record((minute) => sample(minute, minute > 50 ? { pid: 8 } : {})))).toEqual([
    'load store-api',
  ])
  const lost = { accepted: 9, printed: 8, overHub: 4, overLan: 5, isSettled: true, findings: ['lost: one'] }
  expect(wrongIn(record((minute) => sample(minute), { labels: lost }))).toEqual(['labels account'])
})

test('a slope is that of most points, whatever some of them say', () => {
  const points = Array.from({ length: 20 }, (_, x) => ({ x, y: x % 5 === 0 ? 1_000 : 2 * x }))
  expect(slopeOf(points)).toBe(2)
  expect(slopeOf(points.slice(0, 2))).toBe(null)
})
