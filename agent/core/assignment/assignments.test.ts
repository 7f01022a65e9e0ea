// Assignments on a real database, real ports and a real printer's socket: applied, refused, tried again, resumed.
import net from 'node:net'
import { once } from 'node:events'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { closedPort, mute, printerPeer } from '../printers/test/printer-peer.ts'
import type { SetupRules } from './assigned-setup.ts'
import { RETRY_MS } from './assignments.ts'
import { agentIn, MY_ADDRESS, newAgent, server } from './test/assigned-agent.ts'
import { assignmentOf, received, targetOf } from './test-assignment.ts'

async function blockedPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const blocker = net.createServer().listen(0, MY_ADDRESS)
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  const address = blocker.address()
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  return {
    port: address.port,
    free: async () => new Promise<void>((resolve) => void blocker.close(() => resolve())),
  }
}

const canConnect = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host: MY_ADDRESS, port })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    onTestFinished(() => void socket.destroy())
  })

describe('An assignment', () => {
  test('is applied: the port is open and the label comes out', async () => {
    const printer = await printerPeer(mute)
    const { assignments, path, outcome } = newAgent(printer.port)
    const port = await closedPort()
    const assignment = server(printer.port, port)
    assignments.receive(received(assignment))
    expect(await outcome()).toEqual({ version: 1, hash: assignment.hash, state: 'applied' })
    expect([path.listener.port, path.setup.now.role]).toEqual([port, 'Server'])
    await path.spool.print(Buffer.from('^XA^XZ'))
    await until('the label', () => printer.labels().length === 1)
  })

  test('whose port is taken fails, says which, and is applied once the port is free', async () => {
    const printer = await printerPeer(mute)
    const { assignments, path, clock, outcome, log } = newAgent(printer.port)
    const blocked = await blockedPort()
    assignments.receive(received(server(printer.port, blocked.port)))
    expect(await outcome()).toMatchObject({
      state: 'failed',
      code: 'port_taken',
      reason: `Port ${blocked.port} is taken by another program on this computer: end that program, or choose another port in the panel`,
    })
    expect(path.setup.now.role).toBe('None')
    const told = assignments.report()
    clock.stepMs(RETRY_MS.port)
    await until('the next try', () => clock.nextInMs() === RETRY_MS.port)
    expect(assignments.report()).toBe(told)
    expect(log().match(/assignment\.failed/g)).toHaveLength(1)
    await blocked.free()
    clock.stepMs(RETRY_MS.port)
    await until('applied', () => assignments.report()?.state === 'applied')
    expect(await canConnect(blocked.port)).toBe(true)
  })

  test('that fails leaves the old one at work, on its port and to its printer', async () => {
    const printer = await printerPeer(mute)
    const { assignments, path, outcome } = newAgent(printer.port)
    const [port, other] = [await closedPort(), await closedPort()]
    assignments.receive(received(server(printer.port, port)))
    await outcome()
    assignments.receive(received({ ...server(printer.port, other, 2), printerName: 'cups:GONE' }))
    expect(await outcome()).toMatchObject({ version: 2, state: 'failed', code: 'printer_missing' })
    expect([path.listener.port, await canConnect(port), await canConnect(other)]).toEqual([port, true, false])
    await path.spool.print(Buffer.from('^XA^XZ'))
    await until('the label', () => printer.labels().length === 1)
  })

  test('whose printer is missing is applied as soon as the printers change', async () => {
    const printer = await printerPeer(mute)
    const { assignments, extra, outcome } = agentIn(temporaryFolder())
    assignments.receive(received(server(printer.port, await closedPort())))
    expect(await outcome()).toMatchObject({
      state: 'failed',
      code: 'printer_missing',
      reason: `The printer 127.0.0.1:${printer.port} is not on this computer`,
    })
    // Nothing was sent there: a hub that names any address as a printer must not make this computer connect to it.
    expect(printer.connections).toHaveLength(0)
    extra.push(`tcp:127.0.0.1:${printer.port}`)
    assignments.printersChanged()
    await until('applied', () => assignments.report()?.state === 'applied')
  })

  test.each([
    ['L09: to a public address', targetOf({ addresses: ['8.8.8.8'] })],
    ['L09: to metadata of a cloud', targetOf({ addresses: ['169.254.169.254', 'fd00:ec2::254'] })],
    ['L10: to an odd port', targetOf({ tcpPort: 23 })],
  ])('%s is refused and opens nothing', async (_what, target) => {
    const { assignments, path, outcome } = agentIn(temporaryFolder())
    assignments.receive(received(assignmentOf({ role: 'Client', target })))
    expect(await outcome()).toMatchObject({ state: 'failed', code: 'target_refused' })
    expect([path.listener.port, path.setup.now.role]).toEqual([null, 'None'])
  })

  test('that comes while another is applied waits for it, and of several only the newest counts', async () => {
    const printer = await printerPeer(mute)
    const { assignments, path } = newAgent(printer.port)
    const ports = [await closedPort(), await closedPort(), await closedPort()]
    ports.forEach((port, index) => assignments.receive(received(server(printer.port, port, index + 1))))
    await until('the newest', () => assignments.report()?.version === 3)
    expect([assignments.report()?.state, path.listener.port]).toEqual(['applied', ports[2]])
  })

  test('of another pharmacy replaces the old one, also with a lower version', async () => {
    const printer = await printerPeer(mute)
    const { assignments, path, outcome } = newAgent(printer.port)
    assignments.receive(received(server(printer.port, await closedPort(), 7)))
    await outcome()
    const port = await closedPort()
    assignments.receive(received(server(printer.port, port, 1)))
    expect(await outcome()).toMatchObject({ version: 1, state: 'applied' })
    expect([path.listener.port, assignments.newest()?.version]).toEqual([port, 1])
  })

  test('is applied with new settings at once', async () => {
    const settings: Partial<SetupRules> = {}
    const [port, other] = [await closedPort(), await closedPort()]
    Object.assign(settings, { clientPort: port })
    const { assignments, path, outcome } = agentIn(temporaryFolder(), { rules: settings })
    assignments.receive(received(assignmentOf({ role: 'Client' })))
    await outcome()
    expect(path.listener.port).toBe(port)
    Object.assign(settings, { clientPort: other })
    assignments.settingsChanged()
    await until('the other port', () => path.listener.port === other)
  })
})

describe('After a start', () => {
  test('the assignment that was applied last is at work before any hub answers', async () => {
    const printer = await printerPeer(mute)
    const folder = temporaryFolder()
    const printers = [`127.0.0.1:${printer.port}`]
    const first = agentIn(folder, { printers })
    const port = await closedPort()
    first.assignments.receive(received(server(printer.port, port)))
    await first.outcome()
    await first.end()
    const again = agentIn(folder, { printers })
    await again.assignments.start()
    expect(again.path.listener.port).toBe(port)
    expect(await again.outcome()).toMatchObject({ version: 1, state: 'applied' })
  })

  test('labels are taken in although the printer is away, and the report says that it is', async () => {
    const printer = await printerPeer(mute)
    const folder = temporaryFolder()
    const first = agentIn(folder, { printers: [`127.0.0.1:${printer.port}`] })
    const port = await closedPort()
    first.assignments.receive(received(server(printer.port, port)))
    await first.outcome()
    await first.end()
    const again = agentIn(folder)
    await again.assignments.start()
    expect(await again.outcome()).toMatchObject({ state: 'failed', code: 'printer_missing' })
    expect([again.path.listener.port, again.path.setup.now.role]).toEqual([port, 'Server'])
  })

  test('the port of the one that works is asked for again, also while the newest cannot be applied', async () => {
    const printer = await printerPeer(mute)
    const folder = temporaryFolder()
    const printers = [`127.0.0.1:${printer.port}`]
    const first = agentIn(folder, { printers })
    const blocked = await blockedPort()
    await blocked.free()
    first.assignments.receive(received(server(printer.port, blocked.port)))
    await first.outcome()
    first.assignments.receive(
      received({ ...server(printer.port, blocked.port, 2), printerName: 'cups:GONE' }),
    )
    expect(await first.outcome()).toMatchObject({ code: 'printer_missing' })
    await first.end()
    const other = net.createServer().listen(blocked.port, MY_ADDRESS)
    await once(other, 'listening')
    const again = agentIn(folder, { printers })
    await again.assignments.start()
    expect([await again.outcome(), again.path.listener.port]).toEqual([
      expect.objectContaining({ version: 2, code: 'printer_missing' }),
      null,
    ])
    await new Promise<void>((resolve) => void other.close(() => resolve()))
    again.clock.stepMs(RETRY_MS.other)
    await until('the port', () => again.path.listener.port === blocked.port)
  })

  test('one that failed is tried again, and the one before it works meanwhile', async () => {
    const printer = await printerPeer(mute)
    const folder = temporaryFolder()
    const printers = [`127.0.0.1:${printer.port}`]
    const first = agentIn(folder, { printers })
    const [port, blocked] = [await closedPort(), await blockedPort()]
    first.assignments.receive(received(server(printer.port, port)))
    await first.outcome()
    first.assignments.receive(received(server(printer.port, blocked.port, 2)))
    expect(await first.outcome()).toMatchObject({ code: 'port_taken' })
    await first.end()
    const again = agentIn(folder, { printers })
    await again.assignments.start()
    expect([again.path.listener.port, await again.outcome()]).toEqual([
      port,
      expect.objectContaining({ version: 2, code: 'port_taken' }),
    ])
  })
})
