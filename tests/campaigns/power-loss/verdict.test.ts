// The account after the last cut: what counts as lost, doubled, contradicted; and when the proof has failed.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { expect, test } from 'vitest'
import { cutsOf } from './plan.ts'
import { isProven, judge, type Verdict } from './verdict.ts'

interface Case {
  readonly answer: 'accepted' | 'broken'
  readonly job: JobState | null
  readonly onPaper: number
}

function account({ answer, job, onPaper }: Case): Verdict {
  return judge({
    sent: [{ payload: { serial: 7, sha256: '' }, sender: 0, bytes: 103, answer, cut: 3 }],
    jobs: job === null ? [] : [{ n: 1, state: job, bytes: 103, reason: '' }],
    roll: Array.from({ length: onPaper }, () => ({ serial: 7, isWhole: true })),
  })
}

const good = { lost: 0, doubled: 0, contradictions: 0 }

test.each<[string, Case, object]>([
  ['printed', { answer: 'accepted', job: 'printed', onPaper: 1 }, good],
  ['waits', { answer: 'accepted', job: 'waiting_for_printer', onPaper: 0 }, good],
  ['unknown, either way', { answer: 'accepted', job: 'unknown', onPaper: 1 }, good],
  ['gone', { answer: 'accepted', job: null, onPaper: 0 }, { ...good, lost: 1 }],
  ['gone, though it is on paper', { answer: 'accepted', job: null, onPaper: 1 }, { ...good, lost: 1 }],
  ['never accepted', { answer: 'broken', job: null, onPaper: 0 }, good],
  ['taken, and its sender does not know', { answer: 'broken', job: 'printed', onPaper: 1 }, good],
  ['twice', { answer: 'accepted', job: 'printed', onPaper: 2 }, { ...good, doubled: 1 }],
  ['a lie', { answer: 'accepted', job: 'printed', onPaper: 0 }, { ...good, contradictions: 1 }],
  ['the other lie', { answer: 'accepted', job: 'held', onPaper: 1 }, { ...good, contradictions: 1 }],
])('%s', (_, given, expected) => {
  const { lost, doubled, contradictions } = account(given)
  expect({ lost: lost.length, doubled: doubled.length, contradictions: contradictions.length }).toEqual(
    expected,
  )
})

test('FULL must lose nothing, double nothing and have taken labels; NORMAL must lose', () => {
  const kept = account({ answer: 'accepted', job: 'printed', onPaper: 1 })
  const lost = account({ answer: 'accepted', job: null, onPaper: 0 })
  const doubled = account({ answer: 'accepted', job: 'printed', onPaper: 2 })
  const idle = account({ answer: 'broken', job: null, onPaper: 0 })
  expect([[kept], [kept, lost], [doubled], [kept, idle]].map((all) => isProven('full', all))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([[kept], [kept, lost]].map((all) => isProven('normal', all))).toEqual([false, true])
  expect(lost).toMatchObject({ losingCuts: 1, lostUnprinted: 1 })
})

test('a seed repeats its cuts, and every computer has its share', () => {
  const plan = cutsOf({ cuts: 101, seed: 5 }, 2)
  expect(plan.map((cuts) => cuts.length)).toEqual([51, 50])
  expect(cutsOf({ cuts: 101, seed: 5 }, 2)).toEqual(plan)
  expect(cutsOf({ cuts: 101, seed: 6 }, 2)).not.toEqual(plan)
  expect(new Set(plan.flat().map(({ moment }) => moment.from))).toEqual(new Set(['starting', 'working']))
})
