// A label of which nobody knows whether it came out, over two whole agents: one answer counts at both computers.
import { setTimeout as delay } from 'node:timers/promises'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { realLabel, startPrinter } from '../../test-printer/test/printer-rig.ts'

const LABEL = realLabel('ups.zpl')

/** Newest first: number and state. */
const standing = async (agent: InProcessAgent) =>
  (await agent.ask('jobs', null)).map(({ n, state }) => `${n} ${state}`)

/** Both agents, and a label that is unknown at both. */
async function inDoubt(last: number) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const clientFolder = temporaryFolder()
  const server = await startAgent({ address: `127.0.1.${last}`, printers: printerId })
  const counter = await startAgent({ address: `127.0.1.${last + 1}`, dataFolder: clientFolder })
  await assignServer(server, printerId, { clients: [counter] })
  await assignClient(counter, server)
  await printer.faults.set({ resetAtByte: 10 })
  await sendLabel(counter, LABEL)
  for (const agent of [server, counter])
    await until('the doubt', async () => (await standing(agent))[0] === '1 unknown')
  await printer.faults.clear()
  return { printer, server, counter, clientFolder }
}

test('No at the Client prints it again once, there, and No at the PrinterComputer finds that reprint', async () => {
  const { printer, server, counter } = await inDoubt(81)
  expect(await counter.ask('answer', { job: '1', answer: 'reprint' })).toMatchObject({ n: 2 })
  expect(await server.ask('answer', { job: '1', answer: 'reprint' })).toMatchObject({ n: 2 })
  for (const agent of [server, counter])
    await until('its end', async () => (await standing(agent)).join() === '2 sent_to_printer,1 failed')
  expect(printer.roll.entries()).toHaveLength(1)
})

test('Yes at the Client is heard at the PrinterComputer, where No is refused in words and prints nothing', async () => {
  const { printer, server, counter } = await inDoubt(83)
  await counter.ask('answer', { job: '1', answer: 'printed' })
  const message = expect.stringMatching(/^label 1 was answered at .+ already: it came out$/)
  const refused = { code: 'state_conflict', message }
  await expect(server.ask('answer', { job: '1', answer: 'reprint' })).rejects.toMatchObject(refused)
  await delay(500)
  expect([await standing(server), await standing(counter)]).toEqual([
    ['1 sent_to_printer'],
    ['1 sent_to_printer'],
  ])
  expect(printer.roll.entries()).toHaveLength(0)
})

test('No while the PrinterComputer is away waits, over a restart of the Client, and is printed when both are back', async () => {
  const { printer, server, counter, clientFolder } = await inDoubt(85)
  await assignServer(server, `tcp:127.0.0.1:${printer.rawPort}`, { version: 2, clients: [] })
  await until('the link is down', () => counter.log().includes('link.down'))
  const answered = await counter.ask('answer', { job: '1', answer: 'reprint' })
  expect([answered.n, answered.state, hasReason(answered.reasons, 'answer_waits')]).toEqual([
    1,
    'unknown',
    true,
  ])
  const { address, port } = counter
  await counter.stop()
  const again = await startAgent({ address, port, dataFolder: clientFolder, hub: counter.hub })
  expect([await standing(again), printer.roll.entries()]).toEqual([['1 unknown'], []])
  await assignServer(server, `tcp:127.0.0.1:${printer.rawPort}`, { version: 3, clients: [counter] })
  await until('its end', async () => (await standing(again)).join() === '2 sent_to_printer,1 failed')
  expect(await standing(server)).toEqual(['2 sent_to_printer', '1 failed'])
  expect(printer.roll.entries()).toHaveLength(1)
})
