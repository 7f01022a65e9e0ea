// O03: every access to a label leaves who, what, when and which label; never what is on it.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { assignServer, startAgent } from '../../test/in-process-agent.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { sendLabel } from '../../test/send-label.ts'

const onLinux = process.platform === 'linux'

test('O03: who listed, read, cancelled or reprinted a label stands in the log, with when and which', async () => {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address: '127.0.1.151', printers: printerId })
  await assignServer(agent, printerId)
  for (const payload of ['^XA^FDcanary^FS^XZ', '^XA^FDcut-canary']) await sendLabel(agent, payload)
  await until('both labels', async () => (await agent.ask('jobs', null)).length === 2)
  await until('the first label', () => printer.roll.entries().length === 1)
  const before = agent.log().length
  const [held, printed] = await agent.ask('jobs', null)
  const [first, second] = [printed?.id ?? '', held?.id ?? '']
  await agent.ask('job', { job: '1' })
  await agent.ask('job', { job: second })
  await expect(agent.ask('job', { job: '9' })).rejects.toMatchObject({ code: 'not_found' })
  await agent.hub.request('ListJobsAsync', 5)
  await agent.hub.request('CancelJobAsync', second)
  await agent.ask('reprint', { job: '1', count: null })

  const written = agent.log().slice(before)
  const lines = written
    .split('\n')
    .filter((line) => line.includes('job.access'))
    .map((line): unknown => JSON.parse(line))
  const who = onLinux ? `this computer, user ${process.getuid?.()}` : 'this computer'
  const staff = 'staff, in the panel'
  expect(lines).toMatchObject([
    { who, act: 'list', labels: '2 1' },
    { who, act: 'read', labels: '1', job: first },
    { who, act: 'read', labels: '2', job: second },
    { who: staff, act: 'list', labels: '2 1' },
    { who: staff, act: 'cancel', labels: '2', job: second },
    { who, act: 'reprint', labels: '1.1', job: expect.any(String) },
  ])
  for (const line of lines) expect(line).toMatchObject({ time: expect.stringMatching(/^20\d\d-.*Z$/) })
  expect(agent.log()).not.toContain('canary')
})
