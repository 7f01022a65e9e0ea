// A label that somebody saw says so, where nothing else proves that it came out: on the command line and in the window.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { jobTraceOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { expect, test } from 'vitest'
import { jobsText, traceText } from '../../agent/cli/labels/jobs-text.ts'

const trace = (reasons: JobTrace['job']['reasons']): JobTrace =>
  jobTraceOf({ job: { state: 'sent_to_printer', reasons } })

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
