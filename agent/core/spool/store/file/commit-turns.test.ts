// When questions to the file are committed: at once, or gathered where several labels are under way on a slow disk.
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { CommitTurns, GATHERED_FOR, GATHER_MS, SLOW_MS } from './commit-turns.ts'

function newTurns() {
  const clock = new SteppedClock()
  const commitsMs: number[] = []
  const turns = new CommitTurns({
    clock,
    soon: (run) => void clock.after(0, run),
    commit: () => commitsMs.push(clock.monotonicMs()),
  })
  const askedAt = (...atMs: number[]): number[] => {
    commitsMs.length = 0
    const startMs = clock.monotonicMs()
    for (const ms of atMs) {
      const stepMs = startMs + ms - clock.monotonicMs()
      if (stepMs > 0) clock.stepMs(stepMs)
      turns.asked()
    }
    clock.stepMs(100)
    return commitsMs.map((ms) => ms - startMs)
  }
  return { turns, askedAt }
}

const SLOW = { tookMs: SLOW_MS } as const

test('What is asked is committed in the next turn, with all that came in this one', () => {
  const { turns, askedAt } = newTurns()
  expect(askedAt(0, 0, 0)).toEqual([0])
  turns.committed({ waited: 3, tookMs: SLOW_MS - 1 })
  expect(askedAt(0)).toEqual([0])
})

test('A label that is alone is committed at once, however slow the disk is', () => {
  const { turns, askedAt } = newTurns()
  turns.committed({ waited: 1, ...SLOW })
  expect(askedAt(0)).toEqual([0])
})

test('Behind a slow commit that several waited for, questions are gathered until none comes for a moment', () => {
  const { turns, askedAt } = newTurns()
  turns.committed({ waited: 2, ...SLOW })
  expect(askedAt(0)).toEqual([GATHER_MS.afterLast])
  expect(askedAt(0, 0.5, 1)).toEqual([1 + GATHER_MS.afterLast])
})

test('However many come, the first of them waits no longer than the limit', () => {
  const { turns, askedAt } = newTurns()
  turns.committed({ waited: 2, ...SLOW })
  const each = Array.from({ length: 20 }, (_, n) => n * 0.5)
  expect(askedAt(...each)[0]).toBe(GATHER_MS.atMost)
})

test('Gathering ends behind commits that one waited for, and as soon as the disk is quick', () => {
  const { turns, askedAt } = newTurns()
  turns.committed({ waited: 2, ...SLOW })
  for (let commit = 1; commit < GATHERED_FOR; commit += 1) turns.committed({ waited: 1, ...SLOW })
  expect(askedAt(0)).toEqual([GATHER_MS.afterLast])
  turns.committed({ waited: 1, ...SLOW })
  expect(askedAt(0)).toEqual([0])
  turns.committed({ waited: 2, ...SLOW })
  turns.committed({ waited: 2, tookMs: SLOW_MS - 1 })
  expect(askedAt(0)).toEqual([0])
})
