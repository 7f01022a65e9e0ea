// Which claims of the agent agree with which paper.
import { expect, test } from 'vitest'
import { judge, type Paper, type Run } from './verdict.ts'

const RUN: Run = {
  serial: 7,
  label: 'a.zpl',
  trouble: 'reset',
  position: 9,
  place: 'inside',
  isReached: true,
  isAmbiguous: true,
  copies: 2,
  state: 'unknown',
  code: null,
  evidence: null,
  way: [],
}

function faults(run: Partial<Run>, ...labels: readonly number[]) {
  const papers: Paper[] = labels.map((count) => ({ serial: 7, labels: count, isWhole: count === 2 }))
  return judge([{ ...RUN, ...run }], papers).findings.map(({ fault }) => fault)
}

test.each<[string, Partial<Run>, readonly number[], readonly string[]]>([
  ['printed, and once on paper', { state: 'printed' }, [2], []],
  ['sent, and once on paper', { state: 'sent_to_printer' }, [2], []],
  ['printed, and not on paper', { state: 'printed' }, [], ['not on paper']],
  ['sent, and not on paper', { state: 'sent_to_printer' }, [], ['not on paper']],
  ['printed, and half of it on paper', { state: 'printed' }, [1], ['cut']],
  ['printed, and twice on paper', { state: 'printed' }, [2, 2], ['doubled']],
  ['half of it, and then all of it', { state: 'printed' }, [1, 2], ['doubled']],
  ['unknown, and twice on paper', {}, [2, 2], ['doubled']],
  ['unknown, and on paper', {}, [2], []],
  ['unknown, and half of it on paper', {}, [1], []],
  ['unknown, and not on paper', {}, [], []],
  ['unknown, where it can be known', { isAmbiguous: false }, [2], ['needlessly unknown']],
  ['failed, and not on paper', { state: 'failed' }, [], []],
  ['failed, and on paper', { state: 'failed' }, [2], ['on paper']],
  ['expired, and on paper', { state: 'expired' }, [1], ['on paper']],
  ['cancelled, and on paper', { state: 'cancelled' }, [2], ['on paper']],
  ['held, and on paper', { state: 'held' }, [2], ['on paper']],
  ['still waiting', { state: 'waiting_for_printer' }, [], ['not at rest']],
  ['still being sent', { state: 'sending' }, [], ['not at rest']],
])('%s', (_name, run, labels, found) => expect(faults(run, ...labels)).toEqual(found))

test('The paper of another label is not counted', () => {
  const other = { serial: 8, labels: 2, isWhole: true }
  expect(judge([{ ...RUN, state: 'printed' }], [other]).findings).toMatchObject([{ fault: 'not on paper' }])
})

test('The shares are those of each trouble in each place', () => {
  const runs: Run[] = [
    RUN,
    { ...RUN, serial: 1, state: 'printed' },
    { ...RUN, serial: 2 },
    { ...RUN, serial: 3, place: 'behind the end', isReached: false },
  ]
  const paper = [1, 2].map((serial) => ({ serial, labels: 2, isWhole: true }))
  expect(judge(runs, paper).shares).toEqual([
    {
      trouble: 'reset',
      place: 'inside',
      runs: 3,
      reached: 3,
      printed: 1,
      sent: 0,
      unknown: 2,
      unknownOnPaper: 1,
    },
    {
      trouble: 'reset',
      place: 'behind the end',
      runs: 1,
      reached: 0,
      printed: 0,
      sent: 0,
      unknown: 1,
      unknownOnPaper: 0,
    },
  ])
})
