// The way of a job as text: its lines are steps, and of too many the second goes, with its time.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { expect, test } from 'vitest'
import { shortened, stepsOf } from './job-way.ts'
import { stepLine, stepText } from './step-row.ts'

/** As the first version with lines writes one: what is told since then comes behind that. */
const firstSix = (way: string): unknown[] => stepsOf(way).map((line) => (line as unknown[]).slice(0, 6))

test('a step is a line, whatever is said in it', () => {
  const reasons = [reason('sending_to', { place: 'a "printer"\nbehind\u2028the door' })]
  const lines = [
    stepLine(stepText({ atMs: 5, state: 'accepted', reasons: [], bytes: 9 }), null),
    stepLine(stepText({ atMs: 7, state: 'sending', reasons }), 2.25),
    stepLine(stepText({ atMs: 9, state: 'printed', reasons: [], bytes: 0, evidence: 'L3' }), 0),
  ]
  expect(lines.every((line) => !line.includes('\n'))).toBe(true)
  expect(firstSix(lines.join('\n'))).toEqual([
    [5, 'accepted', [], null, 9, null],
    [7, 'sending', reasons, 2.25, null, null],
    [9, 'printed', [], 0, 0, 'L3'],
  ])
})

test('of too many steps the first and the newest stay, and their times add up, unless one is not known', () => {
  const line = (n: number, tookMs: number | null): string =>
    stepLine(stepText({ atMs: n, state: 'accepted', reasons: [] }), tookMs)
  const way = [line(0, null), ...Array.from({ length: 9 }, (_, n) => line(n + 1, 2))].join('\n')
  const steps = stepsOf(shortened(way, 4)) as [number, string, unknown, number | null][]
  expect(steps.map(([atMs]) => atMs)).toEqual([0, 7, 8, 9])
  expect(steps.reduce((sum, step) => sum + (step[3] ?? 0), 0)).toBe(18)
  const restarted = [line(0, null), line(1, null), line(2, 2), line(3, 2)].join('\n')
  expect(firstSix(shortened(restarted, 3))).toEqual([
    [0, 'accepted', [], null, null, null],
    [2, 'accepted', [], null, null, null],
    [3, 'accepted', [], 2, null, null],
  ])
})
