// A whole agent as staff see it through the hub: what waits, its labels, one that they cancel, and what is counted.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { expect, test } from 'vitest'
import { assignServer, startAgent } from '../../test/in-process-agent.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { sendLabel } from '../../test/send-label.ts'

const LABEL = Buffer.from('^XA^FDAmoxicillin-canary^FS^XZ')

test('A label is counted and listed without what is on it; a held one is cancelled once, a printed one never', async () => {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address: '127.0.1.81', printers: printerId })
  expect(await assignServer(agent, printerId)).toMatchObject({ state: 'applied' })
  await until('the first report', () => agent.hub.jobReports.length > 0)
  await sendLabel(agent, LABEL)
  await until('the label', () => printer.roll.entries().length === 1)
  // Not complete: it is held.
  await sendLabel(agent, LABEL.subarray(0, 20))
  await until('both labels', async () => (await agent.hub.request('ListJobsAsync', 5)).length === 2)
  const [held, printed] = await agent.hub.request('ListJobsAsync', 5)
  expect([held?.state, held?.n, printed?.n]).toEqual(['held', 2, 1])
  const cancel = async (id = '') => agent.hub.request('CancelJobAsync', id)
  for (const _again of [1, 2])
    expect(await cancel(held?.id)).toMatchObject({
      state: 'cancelled',
      reasons: [expect.objectContaining({ code: 'cancelled_by_staff' })],
    })
  await expect(cancel(printed?.id)).rejects.toMatchObject({ code: 'INVALID' })
  await expect(cancel(crypto.randomUUID())).rejects.toMatchObject({ code: 'INVALID' })
  await until('the counters', () => newestHour(agent.hub.jobReports)?.counts.cancelled === 1)
  expect(newestHour(agent.hub.jobReports)).toMatchObject({ counts: { accepted: 2, cancelled: 1 } })
  expect(newestHour(agent.hub.jobReports)?.took.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(agent.hub.jobReports.at(-1)?.facts?.lastLabelAt).toBe(printed?.changedAt)
  expect(JSON.stringify([agent.hub.jobReports, held, printed])).not.toContain('canary')
})

test('Staff read its labels page by page and list by list; a list that it does not know is refused', async () => {
  const agent = await startAgent({ address: '127.0.1.82', printers: 'tcp:127.0.0.1:9' })
  await assignServer(agent, 'tcp:127.0.0.1:9')
  for (let n = 0; n < 3; n += 1) await agent.ask('print', { payload: LABEL.subarray(0, 20) })
  await agent.ask('print', { payload: LABEL })
  const page = async (only: JobListName | null, before: number | null) =>
    (await agent.hub.request('ListJobsAsync', 2, { only, before })).map(({ n }) => n)
  expect(await page('asks', null)).toEqual([3, 2])
  expect(await page('asks', 2)).toEqual([1])
  expect(await page(null, 4)).toEqual([3, 2])
  expect([await page('not-out', null), await page('waits', 4)]).toEqual([[], []])
  const later = [2, { only: 'of_a_later_version', before: null }]
  const refused: unknown = await agent.hub
    .sockets()[0]
    ?.timeout(2_000)
    .emitWithAck('ListJobsAsync', ...later)
  expect(refused).toMatchObject({ ok: false, code: 'INVALID' })
})

function newestHour<H>(reports: readonly { readonly hours: readonly H[] }[]): H | undefined {
  return reports.flatMap(({ hours }) => hours).at(-1)
}
