// Assignments that come while a label is stuck, while another one is being tried, or that would let labels go round.
import { once } from 'node:events'
import net from 'node:net'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { closedPort, mute, printerPeer } from '../printers/test/printer-peer.ts'
import { agentIn, MY_ADDRESS, newAgent, server } from './test/assigned-agent.ts'
import { assignmentOf, received } from './test-assignment.ts'

/** Its first printer took a label and never closes; the second one is at work already. */
async function movedFromStuckPrinter() {
  const [stuck, next] = [await printerPeer(() => undefined), await printerPeer(mute)]
  const folder = temporaryFolder()
  const printers = [stuck, next].map(({ port }) => `127.0.0.1:${port}`)
  const agent = agentIn(folder, { printers })
  const port = await closedPort()
  agent.assignments.receive(received(server(stuck.port, port)))
  await agent.outcome()
  void agent.path.spool.print(Buffer.from('^XA^FDone^FS^XZ'))
  await until('the label', () => stuck.labels().length === 1)
  agent.assignments.receive(received(server(next.port, port, 2)))
  const printer = `tcp:127.0.0.1:${next.port}`
  await until('the new printer', () => agent.path.setup.now.printer === printer)
  return { agent, stuck, folder, printer }
}

describe('While a label is stuck on the way to the old printer', () => {
  test('the new one is not applied yet, and is once the label is through', async () => {
    const { agent, stuck } = await movedFromStuckPrinter()
    expect(agent.assignments.report()).toBeNull()
    stuck.labels()[0]?.socket.end()
    expect(await agent.outcome()).toMatchObject({ version: 2, state: 'applied' })
  })

  test('the next assignment is not kept waiting, and only its outcome is told', async () => {
    const { agent, stuck } = await movedFromStuckPrinter()
    agent.assignments.receive(received(assignmentOf({ version: 3 })))
    await until('the closed port', () => agent.path.setup.now.role === 'None')
    stuck.labels()[0]?.socket.end()
    expect(await agent.outcome()).toMatchObject({ version: 3, state: 'applied' })
  })

  test('a start goes on with the new printer, also when it is away', async () => {
    const { agent, folder, printer } = await movedFromStuckPrinter()
    await agent.end()
    const again = agentIn(folder)
    await again.assignments.start()
    expect(again.path.setup.now.printer).toBe(printer)
  })
})

test('An assignment that another one replaces while it is checked never is at work', async () => {
  const printer = await printerPeer(mute)
  const listing = Promise.withResolvers<void>()
  const { assignments, path, outcome } = agentIn(temporaryFolder(), {
    printers: [`127.0.0.1:${printer.port}`],
    beforeList: async () => listing.promise,
  })
  const applied: string[] = []
  const apply = path.setup.apply.bind(path.setup)
  path.setup.apply = async (setup) => {
    applied.push(setup.role)
    return apply(setup)
  }
  assignments.receive(received(server(printer.port, await closedPort())))
  assignments.receive(received(assignmentOf({ version: 2 })))
  listing.resolve()
  expect(await outcome()).toMatchObject({ version: 2, state: 'applied' })
  expect(applied).toEqual(['None'])
})

test('A sender who is being served when the computer loses its part is broken off: nobody prints his label', async () => {
  const printer = await printerPeer(mute)
  const { assignments, path, outcome } = newAgent(printer.port)
  const port = await closedPort()
  assignments.receive(received(server(printer.port, port)))
  await outcome()
  const sender = net.connect({ host: MY_ADDRESS, port })
  onTestFinished(() => void sender.destroy())
  const broken = new Promise((resolve) => sender.once('error', resolve))
  sender.write('^XA^FDhalf')
  await once(sender, 'connect')
  // Served in their order: the listener has the first one too once this one is through.
  const other = net.connect({ host: MY_ADDRESS, port })
  other.end('^XA^XZ').resume()
  await once(other, 'close')
  assignments.receive(received(assignmentOf({ version: 2 })))
  await until('the change', () => path.listener.port === null)
  sender.end('^FS^XZ')
  expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  expect(await path.spool.list(10)).toHaveLength(1)
})

test('A printer that leads back to the port of this computer is refused, or its labels would go round for ever', async () => {
  const port = await closedPort()
  const { assignments, path, outcome } = agentIn(temporaryFolder(), { printers: [`${MY_ADDRESS}:${port}`] })
  const printerName = `tcp:${MY_ADDRESS}:${port}`
  assignments.receive(received(assignmentOf({ role: 'Server', printerName, tcpPort: port })))
  expect(await outcome()).toMatchObject({ state: 'failed', code: 'port_refused' })
  expect(path.listener.port).toBeNull()
  assignments.receive(
    received(assignmentOf({ role: 'Server', printerName, tcpPort: await closedPort(), version: 2 })),
  )
  expect(await outcome()).toMatchObject({ version: 2, state: 'applied' })
})
