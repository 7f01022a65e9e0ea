// What contradicts, and what is only worth a note.
import { describe, expect, test } from 'vitest'
import { holds, judged } from './judgement.ts'
import type { LabelRecord, PaperRecord, PowerRecord, Run, StatusRecord } from './run-record.ts'

const label = (n: number, changes: Partial<LabelRecord> = {}): LabelRecord => ({
  n,
  bytes: 300,
  copies: 1,
  outcome: 'ok',
  words: 'Printed (confirmed)',
  evidence: 'L3',
  odometerBefore: n - 1,
  odometerAfter: n,
  tookMs: 10,
  stops: [],
  raw: [],
  seen: 'once',
  ...changes,
})

const status = (odometer: number | null): StatusRecord => ({
  when: 'then',
  words: 'Nothing is the matter.',
  conditions: [],
  isAnswered: odometer !== null,
  odometer,
  tookMs: 5,
  raw: [],
})

const paper = (changes: Partial<PaperRecord> = {}): PaperRecord => ({
  label: label(4),
  statuses: [],
  said: ['The printer has no labels left.'],
  isSo: true,
  endedWithoutPaper: false,
  ...changes,
})

const unsure = label(5, { outcome: 'ambiguous', evidence: null, copies: 12, odometerAfter: null })

const power = (changes: Partial<PowerRecord> = {}): PowerRecord => ({
  label: unsure,
  statuses: [],
  said: ['Please check.'],
  isSo: true,
  partsSeen: 4,
  hasTwice: false,
  after: label(6),
  ...changes,
})

const run = (changes: Partial<Run> = {}): Run => ({
  backend: 'tcp',
  printer: 'tcp:127.0.0.1:9100',
  name: 'a printer',
  detail: '',
  way: 'two_way',
  model: null,
  language: { labels: 'zpl', from: 'somebody', answeredIn: 'zpl' },
  person: 'somebody',
  presence: 'The printer is there.',
  labels: [label(1), label(2), label(3)],
  statuses: [status(0), status(1), status(2), status(3)],
  paper: paper(),
  power: power(),
  answers: [],
  ...changes,
})

const kinds = (changes: Partial<Run>): string[] => judged(run(changes)).findings.map(({ kind }) => kind)
const set = (
  third: Partial<LabelRecord>,
  counters: readonly (number | null)[] = [null, null, null, null],
) => ({
  labels: [label(1), label(2), label(3, third)],
  statuses: counters.map(status),
})

test('What goes together has no finding, and the highest evidence', () => {
  const whole = judged(run())
  expect([whole.findings, holds(whole), whole.evidence]).toEqual([[], true, 'L3'])
})

describe('It contradicts', () => {
  test.each([
    ['counted, and not out', set({ seen: 'none' })],
    ['sent, and not out', set({ seen: 'none', evidence: 'L1' })],
    ['out twice', set({ seen: 'several' })],
    ['cut', set({ seen: 'cut' })],
    ['no label but text', set({ seen: 'unreadable' })],
    ['said to be not sent, and out', set({ outcome: 'transient', evidence: null })],
    ['said to be not sent, and not out', set({ outcome: 'transient', evidence: null, seen: 'none' })],
    ['a counter that stands still', set({}, [0, 1, 2, 2])],
    ['a counter that moved for others', set({}, [0, 1, 2, 4])],
    ['printed without paper', { paper: paper({ endedWithoutPaper: true }) }],
    ['a word that is not so', { paper: paper({ isSo: false }) }],
    ['after paper was back, counted and not out', { paper: paper({ label: label(4, { seen: 'none' }) }) }],
    ['printed over a power loss', { power: power({ label: label(5, { copies: 12 }) }) }],
    ['not sent, and partly out', { power: power({ label: { ...unsure, outcome: 'transient' } }) }],
    ['a part that came out twice', { power: power({ hasTwice: true }) }],
    ['a label behind the power loss that is lost', { power: power({ after: label(6, { seen: 'none' }) }) }],
  ] as const)('%s', (_name, changes) => expect(kinds(changes)).toEqual(['contradiction']))

  test('when no label was handed over at all', () => {
    const none = { outcome: 'transient', evidence: null, seen: null } as const
    expect(kinds({ labels: [label(1, none)], statuses: [] })).toContain('contradiction')
  })
})

describe('It is a note', () => {
  test.each([
    ['that nobody said what came out', set({ seen: null })],
    ['that a label is out of which the agent is unsure', set({ outcome: 'ambiguous', evidence: null })],
    ['that the agent did not know of the paper', { paper: paper({ said: [], isSo: null }) }],
    ['that the power went too late', { power: power({ partsSeen: 12 }) }],
    ['that paper out was not run', { paper: { notRun: 'nobody took it out' } }],
    [
      'that a label of a power loss is lost that was only sent',
      { power: power({ label: { ...unsure, outcome: 'ok', evidence: 'L1' } }) },
    ],
  ] as const)('%s', (_name, changes) => expect(kinds(changes)).toEqual(['note']))
})
