// Jobs of a device over real sockets: asked by session, one cancelled, its refusal in its own words; and its reports.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { NO_JOBS, type JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { describe, expect, test } from 'vitest'
import { answerWith, never, startTestHub } from '../test/test-hub.ts'

const JOB = printJobOf({ n: 12, state: 'held', reasons: [reason('cut_label', {})] })
const REPORT: JobsReport = {
  hours: [{ hour: 498_000, version: 3, counts: { ...NO_JOBS, accepted: 2 }, took: [{ ms: 50, count: 1 }] }],
  waiting: { unknown: 0, held: 1, personReasons: [reason('cut_label', {})], printer: 0, printerReasons: [] },
}

test('jobs come from the device of that session, as many as were asked for', async () => {
  const hub = await startTestHub()
  const asked: number[] = []
  const ListJobsAsync = async (limit: number): Promise<PrintJob[]> => {
    asked.push(limit)
    return [JOB]
  }
  const device = await hub.register({ handlers: { ListJobsAsync } })
  const other = await hub.register({ handlers: { ListJobsAsync: async () => [] } })
  expect(await hub.hub.askDevice(device.identity.connectionId, 'ListJobsAsync', [7])).toEqual([JOB])
  expect(await hub.hub.askDevice(other.identity.connectionId, 'ListJobsAsync', [7])).toEqual([])
  expect(asked).toEqual([7])
})

test('a job is cancelled by its id; a refusal keeps the words of the device', async () => {
  const hub = await startTestHub()
  const CancelJobAsync = async (id: string): Promise<PrintJob> => {
    if (id !== JOB.id) throw new HubError('INVALID', 'Label 12 has been printed')
    return { ...JOB, state: 'cancelled' }
  }
  const { identity } = await hub.register({ handlers: { CancelJobAsync } })
  expect(await hub.hub.askDevice(identity.connectionId, 'CancelJobAsync', [JOB.id])).toMatchObject({
    state: 'cancelled',
  })
  await expect(
    hub.hub.askDevice(identity.connectionId, 'CancelJobAsync', [crypto.randomUUID()]),
  ).rejects.toMatchObject({
    code: 'INVALID',
    message: 'Label 12 has been printed',
  })
})

describe.for<[string, unknown]>([
  ['ListJobsAsync', 5],
  ['CancelJobAsync', JOB.id],
])('%s', ([name, argument]) => {
  test('of a device that is gone is PEER_OFFLINE, of one that is silent TIMEOUT', async () => {
    const hub = await startTestHub({ settings: { longestRequestMs: 40 } })
    const ask = async (sessionId: string) => hub.hub.askDevice(sessionId, name, [argument])
    await expect(ask(crypto.randomUUID())).rejects.toMatchObject({ code: 'PEER_OFFLINE' })
    const { identity } = await hub.register({ handlers: { ListJobsAsync: never, CancelJobAsync: never } })
    await expect(ask(identity.connectionId)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})

test.for<[string, unknown]>([
  ['more than fit', Array(41).fill(JOB)],
  ['a state that is none', [{ ...JOB, state: 1 }]],
])('a list with %s is refused', async ([, data]) => {
  const hub = await startTestHub()
  const device = await hub.connect({ handlers: { ListJobsAsync: never } })
  answerWith(device, 'ListJobsAsync', { ok: true, data })
  const { connectionId } = await device.ask('RegisterDeviceAsync', device.registration)
  await expect(hub.hub.askDevice(connectionId, 'ListJobsAsync', [40])).rejects.toMatchObject({
    code: 'INVALID',
  })
})

test('of a list of a later version the hub leaves out what it does not know, as what is on a label', async () => {
  const hub = await startTestHub()
  const device = await hub.connect({ handlers: { ListJobsAsync: never } })
  answerWith(device, 'ListJobsAsync', { ok: true, data: [{ ...JOB, payload: '^XA^XZ', state: 'drying' }] })
  const { connectionId } = await device.ask('RegisterDeviceAsync', device.registration)
  const listed = await hub.hub.askDevice(connectionId, 'ListJobsAsync', [40])
  expect(listed).toEqual([{ ...JOB, state: 'other' }])
})

test('a report of jobs goes to the registry as it is, and not before the device has registered', async () => {
  const hub = await startTestHub()
  const device = await hub.connect()
  await expect(device.ask('ReportJobsAsync', REPORT)).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
  await device.ask('RegisterDeviceAsync', device.registration)
  await device.ask('ReportJobsAsync', REPORT)
  expect(hub.registry.reports).toMatchObject([{ jobs: REPORT, system: null, config: null }])
})
