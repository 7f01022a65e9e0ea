// Every change between two states of a job: allowed or refused, none left out.
import { JOB_STATES, type JobState } from '@pharmacy-relay/shared/print-job.ts'
import { describe, expect, test } from 'vitest'
import { isAllowed, isAllowedByNews, isFirst, isUnderWay, needsAPerson } from './job-states.ts'

const states = Object.keys(JOB_STATES) as JobState[]
const ALLOWED = `
  accepted>accepted accepted>sending accepted>waiting_for_printer accepted>held accepted>cancelled accepted>expired
  waiting_for_printer>waiting_for_printer waiting_for_printer>sending waiting_for_printer>cancelled
  waiting_for_printer>expired waiting_for_printer>held
  sending>sending sending>forwarded sending>sent_to_printer sending>printed sending>waiting_for_printer sending>unknown sending>failed
  sending>expired
  held>accepted held>cancelled
  unknown>unknown unknown>waiting_for_printer unknown>printed unknown>sent_to_printer unknown>failed
  expired>accepted
  sent_to_printer>printed
`
  .trim()
  .split(/\s+/)
const BY_NEWS = `
  forwarded>forwarded forwarded>sent_to_printer forwarded>printed forwarded>unknown forwarded>failed forwarded>cancelled
  forwarded>expired
  unknown>unknown unknown>forwarded unknown>sent_to_printer unknown>printed unknown>failed unknown>cancelled
  unknown>expired
  expired>forwarded expired>sent_to_printer expired>printed expired>unknown expired>failed expired>cancelled
  sent_to_printer>printed
`
  .trim()
  .split(/\s+/)
const pairs = states.flatMap((from) => states.map((to) => `${from}>${to}`))

describe('The change', () => {
  test.each(pairs)('%s', (pair) => {
    const [from, to] = pair.split('>') as [JobState, JobState]
    expect(isAllowed(from, to)).toBe(ALLOWED.includes(pair))
    expect(isAllowedByNews(from, to)).toBe(BY_NEWS.includes(pair))
  })
})

test('A label that is being sent cannot be cancelled, and one that may have come out is never sent by a person', () => {
  expect(isAllowed('sending', 'cancelled')).toBe(false)
  for (const state of ['unknown', 'sent_to_printer', 'printed', 'failed', 'forwarded'] as const)
    expect(isAllowed(state, 'sending') || isAllowed(state, 'accepted')).toBe(false)
})

test('Each state begins a job, goes on by itself, or needs a person as it should', () => {
  expect(states.filter(isFirst)).toEqual(['accepted', 'held'])
  expect(states.filter(isUnderWay)).toEqual(['accepted', 'sending', 'waiting_for_printer'])
  expect(states.filter(needsAPerson)).toEqual(['held', 'unknown', 'failed', 'expired'])
})
