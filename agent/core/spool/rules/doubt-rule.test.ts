// What follows a label in doubt, for every answer that a printer can give.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { AGENT_ENDED, LOOKS_APART_MS, verdictOn, type DoubtfulTry, type PrinterLook } from './doubt-rule.ts'

const look = (odometer: number | null, atMs = 0, over: Partial<PrinterLook> = {}): PrinterLook => ({
  odometer,
  atMs,
  isIdle: true,
  isJobFinished: false,
  ...over,
})
const twice = (odometer: number | null, over: Partial<PrinterLook> = {}) => [
  look(odometer, 0, over),
  look(odometer, LOOKS_APART_MS, over),
]

const verdict = (tried: Pick<DoubtfulTry, 'odometer' | 'copies'>, looks: readonly PrinterLook[]) =>
  verdictOn({ ...tried, cause: AGENT_ENDED, mayBeUnread: false }, looks)

describe('After a restart', () => {
  test('a counter that stood still proves that nothing came out', () => {
    expect(verdict({ odometer: 100, copies: 1 }, twice(100))).toEqual({
      kind: 'again',
      reasons: [AGENT_ENDED, reason('nothing_came', {})],
    })
    // A label in a language that the counter may not count.
    expect(verdict({ odometer: 0, copies: null }, twice(0)).kind).toBe('unknown')
  })

  test.each([1, 2, 50])('a counter that advanced by the %i labels proves that they came out', (copies) => {
    expect(verdict({ odometer: 100, copies }, twice(100 + copies)).kind).toBe('printed')
  })

  test('a queue that still knows the job and finished it says that it left', () => {
    const finished = [look(null, 0, { isIdle: false, isJobFinished: true })]
    expect(verdict({ odometer: null, copies: null }, finished).kind).toBe('sent_to_printer')
  })

  test('a queue that shows twice that it never began the job has it sent again, and nothing less does', () => {
    const queue = (atMs: number, isNeverBegun: boolean) => look(null, atMs, { isIdle: false, isNeverBegun })
    const open = { odometer: null, copies: 1 }
    const reasons = [AGENT_ENDED, reason('queue_never_began', {})]
    expect(verdict(open, [queue(0, true), queue(LOOKS_APART_MS, true)])).toEqual({
      kind: 'again',
      reasons,
    })
    for (const looks of [
      [queue(0, true)],
      [queue(0, true), queue(LOOKS_APART_MS - 1, true)],
      [queue(0, true), queue(LOOKS_APART_MS, false)],
      [queue(0, false), queue(LOOKS_APART_MS, true)],
    ])
      expect(verdict(open, looks)).toEqual({
        kind: 'unknown',
        reasons: [AGENT_ENDED, reason('queue_cannot_tell', {})],
      })
  })

  test.each<[string, number | null, number | null, PrinterLook[], string]>([
    ['no answer', 100, 1, [], 'says_nothing'],
    ['no counter', 100, 1, twice(null), 'no_counter'],
    ['a counter that fell away', 100, 1, [look(100), look(null, 9_000)], 'no_counter'],
    ['no counter from before', null, 1, twice(100), 'counter_unknown'],
    ['one look', 100, 1, [look(100)], 'asked_once'],
    ['looks too near', 100, 1, [look(100), look(100, LOOKS_APART_MS - 1)], 'asked_once'],
    ['a counter that still moves', 100, 1, [look(100), look(101, 9_000)], 'not_at_rest'],
    ['a buffer that is not empty', 100, 1, twice(100, { isIdle: false }), 'not_at_rest'],
    [
      'a buffer that was not empty at first',
      100,
      1,
      [look(100, 0, { isIdle: false }), look(100, 9_000)],
      'not_at_rest',
    ],
    ['some of the labels', 100, 3, twice(102), 'part_came'],
    ['too many labels', 100, 1, twice(102), 'more_came'],
    ['a counter that went back', 100, 1, twice(99), 'counter_back'],
    ['labels of a language that does not count', 100, null, twice(101), 'some_came'],
  ])('%s leaves it to a person, and says why', (_name, odometer, copies, looks, why) => {
    const found = verdict({ odometer, copies }, looks)
    expect(found.kind).toBe('unknown')
    expect(found.reasons.map(({ code }) => code)).toEqual(['agent_ended', why])
  })

  test('over every counter, copies and rest it sends again only when the counter stood still', () => {
    for (const before of [null, 0, 5])
      for (const now of [null, 0, 4, 5, 6, 7])
        for (const copies of [null, 1, 2])
          for (const isIdle of [true, false])
            for (const gapMs of [0, LOOKS_APART_MS]) {
              const looks = [look(now, 0, { isIdle }), look(now, gapMs, { isIdle })]
              const { kind } = verdict({ odometer: before, copies }, looks)
              const isKnown = before !== null && now !== null && isIdle && gapMs >= LOOKS_APART_MS
              const advance = (now ?? 0) - (before ?? 0)
              expect(kind === 'again').toBe(isKnown && copies !== null && advance === 0)
              expect(kind === 'printed').toBe(isKnown && copies !== null && advance === copies)
            }
  })
})

describe('After a connection that broke', () => {
  const cause = reason('connection_reset', {}, 'ECONNRESET')
  const broke = { cause, odometer: 100, copies: 1, mayBeUnread: false }

  test('the same rule holds, and the reasons begin with what happened', () => {
    expect([twice(100), twice(101), twice(102)].map((looks) => verdictOn(broke, looks))).toEqual([
      { kind: 'again', reasons: [cause, reason('nothing_came', {})] },
      { kind: 'printed', reasons: [cause, reason('it_came', {})] },
      { kind: 'unknown', reasons: [cause, reason('more_came', {})] },
    ])
  })

  test('a printer that had stopped reading may still print it: only paper decides', () => {
    const stalled = { ...broke, mayBeUnread: true }
    expect([twice(100), twice(101)].map((looks) => verdictOn(stalled, looks))).toEqual([
      { kind: 'unknown', reasons: [cause, reason('maybe_later', {})] },
      { kind: 'printed', reasons: [cause, reason('it_came', {})] },
    ])
  })
})
