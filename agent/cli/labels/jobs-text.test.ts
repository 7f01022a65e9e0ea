// Labels as the command line shows them: what became of each and why, every step of one, and what to do about it.
import { NEWEST_JOBS } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { factsInLine } from '@pharmacy-relay/shared/labels/step-facts.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { jobStepOf, jobTraceOf, printJobOf, tellingStep } from '@pharmacy-relay/shared/test/print-job.ts'
import { expect, test } from 'vitest'
import { COLUMNS } from '../text.ts'
import { jobPageText, jobsText, traceText } from './jobs-text.ts'

const JOB = printJobOf({
  n: 9,
  number: 'B-7',
  state: 'unknown',
  sender: '10.0.0.5',
  bytes: 600,
  reasons: [reason('connection_reset', {})],
  destination: 'tcp:a:9100',
  attempts: 1,
  changedAt: '2026-11-20T09:00:00.000Z',
})

test('says in words what became of a label, and why', () => {
  const text = jobsText([JOB])
  expect(text).toContain('unknown: please check')
  expect(text).toContain('the printer broke the connection off')
  expect(text).toContain('agent answer B-7 printed')
  expect(jobPageText([], NEWEST_JOBS, null)).toContain('No labels')
})

test('shows one label with every step, its time, its bytes and what proves it', () => {
  const text = traceText(
    jobTraceOf({
      job: { ...JOB, state: 'printed', reasons: [] },
      evidence: 'L3',
      copies: 2,
      reprint: { of: JOB.id, count: 1 },
      steps: [
        jobStepOf(),
        jobStepOf({
          state: 'sending',
          reasons: [reason('sending_to', { place: 'tcp:a:9100' })],
          tookMs: 1.4,
        }),
        jobStepOf({ state: 'printed', tookMs: 812, bytes: 600, evidence: 'L3' }),
      ],
    }),
  )
  expect(text).toMatch(/Label +B-7, printed \(confirmed by printer\)/)
  expect(text).toMatch(/Evidence +L3: the label counter of the printer advanced/)
  expect(text).toContain('sending (1.4 ms)\n      a:9100')
  expect(text).toContain('printed (confirmed by printer) (812 ms, 600 bytes, L3)')
  expect(text.split('\n').every((line) => line.length <= COLUMNS)).toBe(true)
})

test('says every fact of a step, on lines of its own where it is too long for one', () => {
  const step = tellingStep({ state: 'printed', tookMs: 10_812, bytes: 1_600 })
  const text = traceText(jobTraceOf({ steps: [step] }))
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`by printer) (${factsInLine(step).join(', ')})`)
  expect(text).toContain('by printer)\n      (10812 ms, 1600 bytes, L3')
  expect(text.split('\n').every((line) => line.length <= COLUMNS)).toBe(true)
})

test('advises of an expired label what its computer takes', () => {
  const job = { ...JOB, state: 'expired' } as const
  expect(traceText(jobTraceOf({ job }))).toContain('agent release B-7')
  const elsewhere = traceText(jobTraceOf({ job, isElsewhere: true }))
  expect(elsewhere).toContain('agent reprint B-7')
  expect(elsewhere).not.toContain('agent release')
})
