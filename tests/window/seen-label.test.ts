// A label that somebody saw says so, where nothing else proves that it came out: on the command line and in the window.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { expect, test } from 'vitest'
import { jobsText, traceText } from '../../agent/cli/labels/jobs-text.ts'

const AT = '2026-11-25T12:00:00.000Z'

function trace(reasons: JobTrace['job']['reasons']): JobTrace {
  const job = {
    id: '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11',
    n: 1,
    state: 'sent_to_printer',
    sender: 'this computer',
  } as const
  const facts = {
    bytes: 9,
    language: 'zpl',
    destination: 'DISPENSARY',
    attempts: 1,
    acceptedAt: AT,
    changedAt: AT,
  } as const
  const proof = { code: null, evidence: null, copies: 1, reprint: null, isPayloadKept: true, steps: [] }
  return { job: { ...job, ...facts, reasons }, ...proof }
}

test.each([
  ['here', [reason('seen_out', {})], true],
  ['at the other computer', [reason('seen_out_by', { computer: 'COUNTER-1' })], true],
  ['nowhere', [], false],
])('seen %s', (_, reasons, isSo) => {
  const label = trace(reasons)
  expect(isSeen(label.job)).toBe(isSo)
  expect(traceText(label)).toMatch(isSo ? /Evidence +somebody saw that it came out/ : /Evidence +none/)
  expect(traceText(label)).toMatch(isSo ? /Label +1, came out$/m : /Label +1, sent to printer$/m)
  expect(jobsText([label.job])).toMatch(isSo ? /Z  came out$/m : /Z  sent to printer$/m)
})
