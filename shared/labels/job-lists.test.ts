// Which labels stand in which list, for every state.
import { describe, expect, test } from 'vitest'
import { isInList, isPrintedAgain, jobListNames, shownState, unsaidReprint } from './job-lists.ts'
import { jobStates, type JobState } from '../print-job.ts'
import { reason } from '../reasons/make-reason.ts'
import { printJobOf } from '../test/print-job.ts'

const LISTS: Readonly<Record<JobState, string>> = {
  accepted: 'waits',
  waiting_for_printer: 'waits',
  sending: 'waits',
  forwarded: 'waits',
  held: 'asks',
  unknown: 'asks',
  failed: 'not-out',
  expired: 'not-out',
  sent_to_printer: '',
  printed: '',
  cancelled: '',
  other: '',
}
/** Where another label was printed in its place. */
const OVER: readonly JobState[] = ['failed', 'expired', 'unknown']
const listsOf = (job: Parameters<typeof isInList>[0]): string =>
  jobListNames.filter((list) => isInList(job, list)).join(' ')

describe.each(jobStates)('a label that is %s', (state) => {
  test('stands in the lists of its state', () => {
    expect(listsOf(printJobOf({ state }))).toBe(LISTS[state])
  })

  test.each([
    ['its device names the label', { reprintedAs: '9' }],
    ['another computer says so', { reasons: [reason('printed_again', { label: '9' })] }],
    [
      'somebody there said so',
      { reasons: [reason('printed_again_by', { computer: 'DISPENSARY', label: '9' })] },
    ],
  ])('and was printed again: %s', (_how, changes) => {
    const job = printJobOf({ state, ...changes })
    const isOver = OVER.includes(state)
    expect([isPrintedAgain(job), listsOf(job)]).toEqual([isOver, isOver ? '' : LISTS[state]])
  })
})

test('one of which No was said, and not heard yet, waits and asks nobody', () => {
  const reasons = [reason('answer_waits', { computer: 'DISPENSARY' })]
  expect(listsOf(printJobOf({ state: 'unknown', reasons }))).toBe('waits')
  expect(shownState(printJobOf({ state: 'unknown', reasons }))).toBe('waiting_for_printer')
  expect(shownState(printJobOf({ state: 'unknown' }))).toBe('unknown')
  expect(listsOf(printJobOf({ state: 'unknown', reasons, reprintedAs: 'B-7.1' }))).toBe('')
  expect(listsOf(printJobOf({ state: 'sent_to_printer', reasons }))).toBe('')
})

test('the label in its place is named once: by its reasons, or beside them', () => {
  const said = [reason('printed_again', { label: 'B-7.1' })]
  expect(unsaidReprint(printJobOf({ state: 'failed', reprintedAs: 'B-7.1' }))).toBe('B-7.1')
  expect(unsaidReprint(printJobOf({ state: 'failed', reasons: said, reprintedAs: 'B-7.1' }))).toBeNull()
  expect(unsaidReprint(printJobOf({ state: 'failed' }))).toBeNull()
})
