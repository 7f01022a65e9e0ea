// What the relay tells the hub about labels, and what the hub may ask of them, against a real socket.io server.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { NO_JOBS, type JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { onlineRelay } from './test-relay.ts'

const JOB = printJobOf({ n: 12, state: 'held', sender: '127.0.4.4' })

function reportOf(version: number): JobsReport {
  return {
    hours: [{ hour: 498_000, version, counts: { ...NO_JOBS, accepted: version }, took: [] }],
    waiting: { unknown: 0, held: 1, personReasons: [], printer: 0, printerReasons: [] },
  }
}

test('jobs are reported on connect and when there is another report, and printing learns which one was kept', async () => {
  const now = { jobs: reportOf(1), told: [] as JobsReport[] }
  const { hub, relay, clock } = await onlineRelay({
    printing: {
      jobs: () => now.jobs,
      toldJobs: (report) => now.told.push(report),
    },
  })
  await until('the first report', () => now.told.length === 1)
  relay.tell()
  now.jobs = reportOf(2)
  relay.tell()
  await until('the second report', () => now.told.length === 2)
  expect(hub.jobReports).toEqual([reportOf(1), reportOf(2)])
  expect(now.told[1]).toBe(now.jobs)
  for (const socket of hub.sockets()) socket.disconnect()
  await until('the loss', () => relay.connection().state === 'waiting')
  clock.stepMs(5_000)
  await until('the report on connect', () => hub.jobReports.length === 3)
})

test('the hub gets as many jobs as it asks for, and has one cancelled', async () => {
  const { hub } = await onlineRelay({
    work: {
      ListJobsAsync: async (limit) => Array.from({ length: limit }, () => JOB),
      CancelJobAsync: async (id) => ({ ...JOB, id, state: 'cancelled' }),
    },
  })
  expect(await hub.request('ListJobsAsync', 2)).toEqual([JOB, JOB])
  expect(await hub.request('CancelJobAsync', JOB.id)).toEqual({ ...JOB, state: 'cancelled' })
  const tooMany: unknown = await hub.sockets()[0]?.timeout(2_000).emitWithAck('ListJobsAsync', 41)
  expect(tooMany).toMatchObject({ ok: false, code: 'INVALID' })
})

test('staff have it look for an update, and hear why where none are looked for', async () => {
  const check = { version: '1.3.2', step: 'fetching', offered: '1.4.0', fault: null } as const
  const { hub } = await onlineRelay({ work: { CheckUpdatesAsync: async () => check } })
  expect(await hub.request('CheckUpdatesAsync')).toEqual(check)
  const off = new ProblemError('state_conflict', reason('updates_no_launcher', {}))
  const other = await onlineRelay({ work: { CheckUpdatesAsync: async () => Promise.reject(off) } })
  await expect(other.hub.request('CheckUpdatesAsync')).rejects.toMatchObject({
    code: 'INVALID',
    reason: { code: 'updates_no_launcher' },
  })
})

test.for<[ProblemCode, string]>([
  ['state_conflict', 'INVALID'],
  ['not_found', 'INVALID'],
  ['unavailable', 'UNAVAILABLE'],
])('what the spool refuses with %s is %s, in its words', async ([code, hubCode]) => {
  const refuse = async () => Promise.reject(new ProblemError(code, 'Label 12 has been sent'))
  const { hub } = await onlineRelay({ work: { ListJobsAsync: refuse, CancelJobAsync: refuse } })
  const refused = { code: hubCode, message: 'Label 12 has been sent' }
  await expect(hub.request('CancelJobAsync', JOB.id)).rejects.toMatchObject(refused)
  await expect(hub.request('ListJobsAsync', 1)).rejects.toMatchObject(refused)
})
