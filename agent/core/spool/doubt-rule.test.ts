// What follows a label in doubt, for every answer that a printer can give.
import { describe, expect, test } from 'vitest'
import { AGENT_ENDED, LOOKS_APART_MS, verdictOn, type DoubtfulTry, type PrinterLook } from './doubt-rule.ts'

const look = (odometer: number | null, atMs = 0, over: Partial<PrinterLook> = {}): PrinterLook => ({
  ...{ odometer, atMs, isIdle: true, isJobFinished: false, ...over },
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
      words: 'the agent ended while it sent this label; the printer shows that nothing came out',
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
    const words = 'the agent ended while it sent this label; the print queue never began to print it'
    expect(verdict(open, [queue(0, true), queue(LOOKS_APART_MS, true)])).toEqual({
      kind: 'again',
      words,
    })
    for (const looks of [
      [queue(0, true)],
      [queue(0, true), queue(LOOKS_APART_MS - 1, true)],
      [queue(0, true), queue(LOOKS_APART_MS, false)],
      [queue(0, false), queue(LOOKS_APART_MS, true)],
    ])
      expect(verdict(open, looks)).toEqual({
        kind: 'unknown',
        words: expect.stringContaining('the print queue cannot tell whether it came out'),
      })
  })

  test.each<[string, number | null, number | null, PrinterLook[], string]>([
    ['no answer', 100, 1, [], 'the printer says nothing about it'],
    ['no counter', 100, 1, twice(null), 'the printer does not count its labels'],
    ['a counter that fell away', 100, 1, [look(100), look(null, 9_000)], 'does not count its labels'],
    ['no counter from before', null, 1, twice(100), 'was not known before'],
    ['one look', 100, 1, [look(100)], 'was asked only once'],
    ['looks too near', 100, 1, [look(100), look(100, LOOKS_APART_MS - 1)], 'was asked only once'],
    ['a counter that still moves', 100, 1, [look(100), look(101, 9_000)], 'was not at rest'],
    ['a buffer that is not empty', 100, 1, twice(100, { isIdle: false }), 'was not at rest'],
    [
      'a buffer that was not empty at first',
      100,
      1,
      [look(100, 0, { isIdle: false }), look(100, 9_000)],
      'was not at rest',
    ],
    ['some of the labels', 100, 3, twice(102), '2 of its 3 labels came out'],
    ['too many labels', 100, 1, twice(102), 'more labels came out than it makes'],
    ['a counter that went back', 100, 1, twice(99), 'it may be another printer'],
    ['labels of a language that does not count', 100, null, twice(101), 'nobody knows how many'],
  ])('%s leaves it to a person, and says why', (_name, odometer, copies, looks, why) => {
    const found = verdict({ odometer, copies }, looks)
    expect(found).toEqual({ kind: 'unknown', words: expect.stringContaining(why) })
    expect(found.words).toMatch(/^the agent ended while it sent this label, and /)
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
  const cause = 'the printer broke the connection off (ECONNRESET)'
  const broke = { cause, odometer: 100, copies: 1, mayBeUnread: false }

  test('the same rule holds, and the words begin with what happened', () => {
    expect([twice(100), twice(101), twice(102)].map((looks) => verdictOn(broke, looks))).toEqual([
      { kind: 'again', words: `${cause}; the printer shows that nothing came out` },
      { kind: 'printed', words: `${cause}; the counter of the printer shows that it came out` },
      { kind: 'unknown', words: expect.stringContaining(`${cause}, and more labels came out`) },
    ])
  })

  test('a printer that had stopped reading may still print it: only paper decides', () => {
    const stalled = { ...broke, mayBeUnread: true }
    expect([twice(100), twice(101)].map((looks) => verdictOn(stalled, looks))).toEqual([
      { kind: 'unknown', words: `${cause}, and the printer may have it and print it later` },
      { kind: 'printed', words: `${cause}; the counter of the printer shows that it came out` },
    ])
  })
})
