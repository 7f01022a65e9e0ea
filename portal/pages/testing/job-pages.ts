// The page of a computer's labels in every state, and the marks of what waits.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { JobCounters } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { NEWEST_JOBS } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { NO_JOBS, type JobsWaiting } from '@pharmacy-relay/shared/labels/job-report.ts'
import { jobStates, type JobState, type PrintJob, OWN_SENDER } from '@pharmacy-relay/shared/print-job.ts'
import { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { problemCodes } from '@pharmacy-relay/shared/problem.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { jobsPage, type JobsPageProps } from '../jobs/jobs-page.tsx'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { CENTRAL, HOSTILE, HOSTILE_PHARMACY, NOW, computerOf } from './fixtures.ts'

/** Of a newer version: shown as it is. */
const HOSTILE_REASON = { code: 'hostile', params: {}, detail: HOSTILE }

export const WAITING: JobsWaiting = {
  unknown: 1,
  held: 1,
  personReasons: [reason('connection_reset', {})],
  printer: 3,
  printerReasons: [reason('printer_condition', { condition: 'paper_out' })],
}

export function jobInState(n: number, state: JobState, changes: Partial<PrintJob> = {}): PrintJob {
  return printJobOf({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    n,
    state,
    bytes: 1_234,
    destination: 'cups:ZD421',
    attempts: 1,
    acceptedAt: '2026-11-20T11:55:00.000Z',
    changedAt: '2026-11-20T11:55:01.000Z',
    ...changes,
  })
}

export const COUNTERS: JobCounters = {
  computerId: 11,
  hours: [
    { hour: '2026-11-18T09:00:00.000Z', accepted: 40, trouble: 3, p50Ms: 180 },
    { hour: '2026-11-20T08:00:00.000Z', accepted: 22, trouble: 0, p50Ms: 150 },
    { hour: '2026-11-20T11:00:00.000Z', accepted: 9, trouble: 1, p50Ms: null },
  ],
  lastDay: { counts: { ...NO_JOBS, accepted: 412, printed: 398 }, p50Ms: 150, p99Ms: 2_000 },
  last90Days: { counts: { ...NO_JOBS, accepted: 31_204, failed: 3 }, p50Ms: 200, p99Ms: 300_000 },
}
const NO_COUNTERS: JobCounters = {
  computerId: 11,
  lastDay: { counts: NO_JOBS, p50Ms: null, p99Ms: null },
  last90Days: { counts: NO_JOBS, p50Ms: null, p99Ms: null },
}

export function jobsPageOf(frame: FrameProps, changes: Partial<JobsPageProps> = {}): string {
  const computer = computerOf({ jobsWaiting: WAITING })
  const page = {
    frame,
    customer: CENTRAL,
    computer,
    counters: COUNTERS,
    answer: null,
    page: NEWEST_JOBS,
    now: NOW,
  }
  return jobsPage({ ...page, ...changes })
}

/** Page by name. */
export function jobPages(frame: FrameProps): Record<string, string> {
  const jobs = jobStates.map((state, index) =>
    jobInState(40 - index, state, { reasons: [reason('printer_condition', { condition: 'paper_out' })] }),
  )
  const hostile = jobInState(7, 'held', { reasons: [HOSTILE_REASON], sender: HOSTILE, destination: HOSTILE })
  const page = (changes: Partial<JobsPageProps> = {}) => jobsPageOf(frame, changes)
  return {
    'labels, not asked yet': page(),
    'labels in every state': page({ answer: { kind: 'jobs', jobs } }),
    'labels of a list, an older page': page({
      page: { only: 'not-out', before: 41 },
      answer: { kind: 'jobs', jobs: [jobInState(40, 'failed', { reprintedAs: '44' })] },
    }),
    'a label of the computer itself': page({
      answer: { kind: 'jobs', jobs: [jobInState(3, 'printed', { sender: OWN_SENDER })] },
    }),
    'labels, a number that is none': page({ notFound: { kind: 'no_number', written: HOSTILE } }),
    'labels, a number of no computer': page({ notFound: { kind: 'no_computer', written: 'Z-75' } }),
    'a label that somebody saw': page({
      answer: {
        kind: 'jobs',
        jobs: [
          jobInState(3, 'sent_to_printer', { reasons: [reason('seen_out_by', { computer: 'COUNTER-1' })] }),
        ],
      },
    }),
    'labels of a full page': page({
      answer: {
        kind: 'jobs',
        jobs: Array.from({ length: 40 }, (_, index) => jobInState(90 - index, 'printed')),
      },
    }),
    'labels, none of a list': page({
      page: { only: 'asks', before: null },
      answer: { kind: 'jobs', jobs: [] },
    }),
    'labels, none older': page({ page: { only: null, before: 2 }, answer: { kind: 'jobs', jobs: [] } }),
    'labels, none': page({ answer: { kind: 'jobs', jobs: [] }, counters: NO_COUNTERS }),
    'labels, hostile': page({
      customer: HOSTILE_PHARMACY,
      computer: computerOf({ pcName: HOSTILE, isOnline: false, jobsWaiting: hostileWaiting }),
      answer: { kind: 'jobs', jobs: [hostile, jobInState(6, 'accepted', { destination: null })] },
      cancel: { kind: 'problem', code: 'state_conflict', reason: HOSTILE },
    }),
    'label cancelled': page({ cancel: { kind: 'cancelled', number: 'B-7' } }),
    'label maybe cancelled': page({ cancel: { kind: 'problem', code: 'device_timeout', reason: null } }),
    ...Object.fromEntries(
      problemCodes.map((code) => [
        `labels, ${code}`,
        page({ answer: { kind: 'problem', code, reason: code === 'state_conflict' ? HOSTILE : null } }),
      ]),
    ),
    'pharmacy with labels that wait': relayDetailPage({
      frame,
      now: NOW,
      customer: { ...CENTRAL, computers: [computerOf({ jobsWaiting: WAITING })] },
    }),
    'pharmacy whose printer says all that can be the matter': relayDetailPage({
      frame,
      now: NOW,
      customer: withConditions(PrinterCondition.options),
    }),
  }
}

/** Central, as its PrinterComputer reports its printer while no label waits. */
export function withConditions(conditions: readonly PrinterCondition[]): CustomerDetail {
  const none = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
  const jobsWaiting = { ...none, printerConditions: [...conditions] }
  const computers = CENTRAL.computers.map((computer) =>
    computer.id === CENTRAL.printerConfig?.printerComputerId ? { ...computer, jobsWaiting } : computer,
  )
  return { ...CENTRAL, computers }
}

const hostileWaiting: JobsWaiting = {
  ...WAITING,
  personReasons: [HOSTILE_REASON],
  printerReasons: [HOSTILE_REASON],
}
