// One number for a label at both computers, in their lists and at their command lines, whole agents with hub, database and sockets.
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { parseCommandLine } from '../../cli/arguments.ts'
import { carryOut } from '../../cli/commands.ts'
import { assignmentOf, targetOf } from '../assignment/test-assignment.ts'
import { startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { realLabel, startPrinter } from '../../test-printer/test/printer-rig.ts'

const LABEL = realLabel('ups.zpl')

/** A computer with what its command line says. */
async function computer(address: string, printers?: string) {
  const dataFolder = temporaryFolder()
  const agent = await startAgent({ address, dataFolder, ...(printers === undefined ? {} : { printers }) })
  const locations = { dataFolder, controlSocket: path.join(dataFolder, 'agent.sock') }
  const terminal = { nowMs: Date.now, readInput: () => '', ask: () => null, print: () => undefined }
  const program = { locations, agentVersion: '0.1.0', ...terminal }
  const say = async (...words: string[]): Promise<string> =>
    (await carryOut(parseCommandLine(words).command, { environment: {}, ...program })).text
  const numbers = async (): Promise<string[]> =>
    (await agent.ask('jobs', null)).map(({ number, state }) => `${number} ${state}`)
  return { agent, say, numbers }
}

/** The PrinterComputer has the letter A, its Client the letter B. */
async function pharmacy(letters: { readonly server?: string; readonly client?: string }) {
  const printer = await startPrinter()
  const printerName = `tcp:127.0.0.1:${printer.rawPort}`
  const [server, client] = [await computer('127.0.1.47', printerName), await computer('127.0.1.48')]
  const { port: tcpPort, address, device } = server.agent
  const clients = [client.agent.device]
  const lettered = (computerLetter: string | undefined) =>
    computerLetter === undefined ? {} : { computerLetter }
  await server.agent.assign(
    assignmentOf({ role: 'Server', printerName, tcpPort, clients, ...lettered(letters.server) }),
  )
  const target = targetOf({ computerName: 'PC-47', addresses: [address], tcpPort, ...device })
  await client.agent.assign(assignmentOf({ role: 'Client', target, ...lettered(letters.client) }))
  return { printer, server, client }
}

const sent = async (agent: InProcessAgent): Promise<void> =>
  expect(await sendLabel(agent, LABEL)).toMatchObject({ ok: true })

test('A label and its reprints are called the same at both computers, whichever has more of its own', async () => {
  const { printer, server, client } = await pharmacy({ server: 'A', client: 'B' })
  await sent(server.agent)
  await sent(server.agent)
  await sent(client.agent)
  await until('the label is out', async () => (await client.numbers()).join() === 'B-1 sent_to_printer')
  expect(await server.numbers()).toEqual([
    'B-1 sent_to_printer',
    'A-2 sent_to_printer',
    'A-1 sent_to_printer',
  ])
  expect(await server.say('jobs')).toMatch(/^ B-1 .*\n(?:.*\n)*? A-2 /)
  expect(await client.say('jobs')).toMatch(/^ B-1 /)

  expect(await server.say('reprint', 'b-1')).toMatch(/^B-1\.1 [^]*reprint 1 of label B-1,/)
  await until('the reprint is out', () => printer.roll.entries().length === 4)
  expect(await client.say('reprint', '1')).toMatch(/^B-1\.1 [^]*reprint 1 of label B-1,/)
  await until('it is told', async () => (await client.numbers())[0] === 'B-1.1 sent_to_printer')
  expect((await server.numbers())[0]).toBe('B-1.1 sent_to_printer')
  expect(printer.roll.entries()).toHaveLength(4)

  expect(await server.say('job', 'B-1.1')).toMatch(/Label +B-1\.1, sent to printer/)
  expect(await client.say('job', '1.1')).toMatch(/Label +B-1\.1, sent to printer/)
  expect(await server.say('job', '1')).toMatch(/Label +A-1, /)
  await expect(client.say('job', 'a-1')).rejects.toThrow('This computer has no label A-1. See: agent jobs')
  // Here it is the third one, and nobody calls it so.
  await expect(server.say('cancel', '3')).rejects.toThrow('This computer has no label 3. See: agent jobs')
  expect((await server.agent.ask('status', null)).printing.lastLabel).toMatchObject({ number: 'B-1.1' })
})

test('A Client without a letter says no number: its label has one of the PrinterComputer there', async () => {
  const { server, client } = await pharmacy({ server: 'A' })
  await sent(server.agent)
  await sent(client.agent)
  await until('the label is out', async () => (await client.numbers()).join() === '1 sent_to_printer')
  expect(await server.numbers()).toEqual(['A-2 sent_to_printer', 'A-1 sent_to_printer'])
})
