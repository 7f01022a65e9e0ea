// A whole agent and the test printer, over the control socket: what became of a label, and what a person decides.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { sendLabel } from '../../test/send-label.ts'

const LABEL = Buffer.from('^XA^FO50,50^A0N,30,30^FDAmoxicillin-canary^FS^XZ')

async function agentWithPrinter(address: string, dataFolder = temporaryFolder()) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address, printers: printerId, dataFolder })
  expect(await assignServer(agent, printerId)).toMatchObject({ state: 'applied' })
  const paper = () => printer.roll.entries().filter(({ labelsPrinted }) => labelsPrinted > 0)
  return { agent, printer, printerId, paper, dataFolder }
}

async function reach(agent: InProcessAgent, job: number | string, state: JobState): Promise<void> {
  let now = ''
  await until(`label ${job} is ${state}, not ${now}`, async () => {
    now = (await agent.ask('job', { job: String(job) })).job.state
    return now === state
  })
}

test('A label tells each step of its way, and what proves it', async () => {
  const { agent, paper, dataFolder } = await agentWithPrinter('127.0.1.71')
  await sendLabel(agent, LABEL)
  await reach(agent, 1, 'sent_to_printer')
  const trace = await agent.ask('job', { job: '1' })
  expect(trace).toMatchObject({ evidence: 'L1', copies: 1, reprint: null, isPayloadKept: true, code: null })
  expect(trace.steps.map(({ state }) => state)).toEqual(['accepted', 'sending', 'sent_to_printer'])
  expect(await agent.ask('job', { job: trace.job.id })).toEqual(trace)
  await expect(agent.ask('job', { job: '9' })).rejects.toMatchObject({ code: 'not_found' })
  expect(paper().map((entry) => entry.sha256)).toEqual([sha256(LABEL)])
  await agent.stop()
  for (const file of readdirSync(dataFolder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(path.join(file.parentPath, file.name)).includes('canary')).toBe(false)
})

test('A label that broke off is unknown, is shown with its reason, and a person has it printed again', async () => {
  const { agent, printer, paper } = await agentWithPrinter('127.0.1.72')
  await printer.faults.set({ resetAtByte: 20 })
  await sendLabel(agent, LABEL)
  await reach(agent, 1, 'unknown')
  expect((await agent.ask('status', null)).printing.labels).toMatchObject({
    unknown: 1,
    look: {
      n: 1,
      state: 'unknown',
      reasons: expect.arrayContaining([
        expect.objectContaining({ detail: expect.stringContaining('broke the connection off') }),
      ]),
    },
  })
  await expect(agent.ask('cancel', { job: '1' })).rejects.toMatchObject({ code: 'state_conflict' })
  await printer.faults.clear()
  const again = [
    await agent.ask('answer', { job: '1', answer: 'reprint' }),
    await agent.ask('answer', { job: '1', answer: 'reprint' }),
  ]
  expect(again.map(({ n }) => n)).toEqual([2, 2])
  await reach(agent, '1.1', 'sent_to_printer')
  await until('the paper', () => paper().length === 1)
  expect(printer.roll.payload(paper()[0]?.n ?? 0)?.toString()).toContain('REPRINT 1')
  expect((await agent.ask('status', null)).printing.labels).toMatchObject({ unknown: 0, failed: 0 })
})

test('A label that was cut is held, and comes out when a person says so', async () => {
  const { agent, printer } = await agentWithPrinter('127.0.1.73')
  await sendLabel(agent, Buffer.from('^XA^FO9,9^FDcut'))
  await sendLabel(agent, Buffer.from('^XA^FO9,9^FDdropped'))
  expect((await agent.ask('status', null)).printing.labels).toMatchObject({ held: 2 })
  await agent.ask('cancel', { job: '2' })
  await agent.ask('release', { job: '1' })
  await reach(agent, 1, 'sent_to_printer')
  await until('the bytes', () => printer.roll.entries().length === 1)
  expect((await agent.ask('jobs', null)).map(({ state }) => state)).toEqual(['cancelled', 'sent_to_printer'])
})

test('Labels for a printer that is off are shown within seconds, survive a restart and come out in order', async () => {
  const first = await agentWithPrinter('127.0.1.74')
  const { printer, printerId, dataFolder, paper } = first
  await printer.faults.set({ powerOff: true })
  const labels = [1, 2, 3].map((n) => Buffer.from(`^XA^FO9,9^FD${n}^FS^XZ`))
  for (const label of labels) await sendLabel(first.agent, label)
  await until('the reason', async () => {
    const { look } = (await first.agent.ask('status', null)).printing.labels
    return look?.state === 'waiting_for_printer' && codesOf(look).startsWith('printer_')
  })
  await first.agent.stop()
  await printer.faults.clear()
  const { address, port } = first.agent
  const second = await startAgent({ address, port, printers: printerId, dataFolder, isHubAway: true })
  await reach(second, 3, 'sent_to_printer')
  expect(paper().map((entry) => entry.sha256)).toEqual(labels.map(sha256))
})
