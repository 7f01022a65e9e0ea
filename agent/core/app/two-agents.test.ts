// The first label: through a Client and a PrinterComputer, whole agents with hub, database and sockets, to the test printer.
import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { assignClient, assignServer, startAgent, type AgentOptions } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import {
  allByteValues,
  realLabel,
  realLabels,
  sha256,
  startPrinter,
} from '../../test-printer/test/printer-rig.ts'
import { RAW_LIMITS } from '../intake/raw-listener.ts'
import { sendLabel } from '../../test/send-label.ts'
import { hasCupsd, privateCupsd } from '../printers/test/private-cupsd.ts'

const LABEL = realLabel('ups.zpl')

async function pharmacy(over: { client?: Partial<AgentOptions>; server?: Partial<AgentOptions> } = {}) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const server = await startAgent({ address: '127.0.1.41', printers: printerId, ...over.server })
  const counter = await startAgent({ address: '127.0.1.42', ...over.client })
  expect(await assignServer(server, printerId, { clients: [counter] })).toMatchObject({ state: 'applied' })
  expect(await assignClient(counter, server)).toMatchObject({ state: 'applied' })
  /** As any program sees them: over HTTP. */
  const printed = async (): Promise<string[]> => {
    const reply = await fetch(`http://127.0.0.1:${printer.httpPort}/labels`)
    const entries = (await reply.json()) as { readonly sha256: string }[]
    return entries.map((entry) => entry.sha256)
  }
  const comesOut = async (payloads: readonly Buffer[]): Promise<void> => {
    await until('the labels', () => printer.roll.entries().length >= payloads.length)
    expect(await printed()).toEqual(payloads.map(sha256))
  }
  return { printer, printerId, server, counter, printed, comesOut }
}

/** Other parts of the agent set timers as well. */
class IdleCountingClock extends SteppedClock {
  idleTimers = 0
  firstByteTimers = 0

  override after(delayMs: number, run: () => void): () => void {
    if (delayMs === RAW_LIMITS.idleMs) this.idleTimers += 1
    if (delayMs === RAW_LIMITS.firstByteMs) this.firstByteTimers += 1
    return super.after(delayMs, run)
  }
}

/** A program that keeps its end of the connection open. */
async function connectTo({ address, port }: { address: string; port: number }) {
  const socket = net.connect({ host: address, port, allowHalfOpen: true })
  const seen = { bytes: 0, isOver: false }
  socket
    .on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
    .on('end', () => (seen.isOver = true))
    .on('error', () => (seen.isOver = true))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return { socket, seen }
}

describe('A label sent to a Client comes out of the printer of the PrinterComputer', () => {
  test('and one that waits there is cancelled from the Client, at both, while those behind it come out', async () => {
    const { counter, server, comesOut } = await pharmacy()
    const [first, second] = realLabels().map(({ bytes }) => bytes)
    if (first === undefined || second === undefined) throw new Error('no labels')
    await server.ask('pause', { minutes: 60 })
    for (const payload of [first, second]) await sendLabel(counter, payload)
    await until('both wait there', async () =>
      (await counter.ask('jobs', null)).every(({ reasons }) => reasons[0]?.code === 'waits_there'),
    )
    const [, oldest] = await counter.ask('jobs', null)
    const job = oldest?.id ?? ''
    expect(await counter.ask('cancel', { job })).toMatchObject({ state: 'cancelled' })
    const there = { state: 'cancelled', reasons: [{ code: 'cancelled_at' }] }
    expect((await server.ask('job', { job })).job).toMatchObject(there)
    await server.ask('resume', null)
    await comesOut([second])
  })

  test('byte for byte: every real label, and a megabyte of all byte values', async () => {
    const { counter, comesOut } = await pharmacy()
    const payloads = [...realLabels().map(({ bytes }) => bytes), allByteValues()]
    expect(payloads.length).toBeGreaterThan(20)
    for (const payload of payloads) expect(await sendLabel(counter, payload)).toMatchObject({ ok: true })
    await comesOut(payloads)
    const newest = async () => (await counter.ask('jobs', null))[0]
    expect(await newest()).toMatchObject({ destination: 'PC-41', bytes: 1024 * 1024 })
    await until('the Client hears how it ended', async () => (await newest())?.state === 'sent_to_printer')
  })

  test('and nothing that is on it is in a log', async () => {
    const { counter, server, comesOut } = await pharmacy()
    const payload = Buffer.from('^XA^FDAmoxicillin-canary^FS^XZ')
    await sendLabel(counter, payload)
    await comesOut([payload])
    expect(counter.log() + server.log()).not.toContain('canary')
  })

  test('also while the hub is away, after both agents were started again', async () => {
    const folders = [temporaryFolder(), temporaryFolder()] as const
    const before = await pharmacy({ server: { dataFolder: folders[0] }, client: { dataFolder: folders[1] } })
    await before.server.stop()
    await before.counter.stop()
    const places = { isHubAway: true, printers: before.printerId }
    await startAgent({ ...places, address: before.server.address, dataFolder: folders[0] })
    const { address, port } = before.counter
    const counter = await startAgent({ ...places, address, port, dataFolder: folders[1] })
    expect(await sendLabel(counter, LABEL)).toMatchObject({ ok: true })
    await before.comesOut([LABEL])
    expect((await counter.ask('status', null)).printing).toMatchObject({
      role: 'Client',
      target: 'PC-41',
      tcpPort: port,
      assignmentVersion: 1,
      failure: null,
    })
  })
})

describe('Roles move while labels flow', () => {
  test('from a PrinterComputer to a Client: what it had accepted goes to the new one, in order, and none is lost', async () => {
    const [first, second] = [await startPrinter(), await startPrinter()]
    const idOf = (printer: typeof first): string => `tcp:127.0.0.1:${printer.rawPort}`
    const old = await startAgent({ address: '127.0.1.45', printers: idOf(first) })
    const next = await startAgent({ address: '127.0.1.46', printers: idOf(second) })
    await assignServer(old, idOf(first))
    const labels = Array.from({ length: 30 }, (_, n) => Buffer.from(`^XA^FD${n}^FS^XZ`))
    const flow = (async () => {
      for (const label of labels) expect(await sendLabel(old, label)).toMatchObject({ ok: true })
    })()
    await until('the first labels', () => first.roll.entries().length >= 5)
    // A printer without paper holds what comes now back.
    await first.faults.set({ refuse: true })
    await assignServer(next, idOf(second), { clients: [old] })
    expect(await assignClient(old, next, 2)).toMatchObject({ version: 2, state: 'applied' })
    const onFirst = first.roll.entries().length
    await flow
    await until('all labels', () => first.roll.entries().length + second.roll.entries().length === 30)
    const came = [...first.roll.entries(), ...second.roll.entries()].map((entry) => entry.sha256)
    expect(came).toEqual(labels.map(sha256))
    expect(first.roll.entries()).toHaveLength(onFirst)
    expect(old.hub.roles.at(-1)).toBe('Client')
  })
})

test('An assignment that the hub sends again is answered with its outcome again', async () => {
  const { counter, server } = await pharmacy()
  expect(await assignClient(counter, server)).toMatchObject({ version: 1, state: 'applied' })
  expect(counter.hub.configs).toHaveLength(2)
  expect(await counter.hub.nudge(1)).toMatchObject({
    configVersion: 1,
    configHash: counter.hub.configs[0]?.hash,
  })
})

describe('Foreign senders', () => {
  test.skipIf(!existsSync('/usr/bin/nc'))('nc (apt-get install netcat-openbsd)', async () => {
    const { counter, comesOut } = await pharmacy()
    const child = execFile('nc', ['-N', counter.address, String(counter.port)])
    child.stdin?.end(LABEL)
    const [code]: unknown[] = await once(child, 'exit')
    expect(code).toBe(0)
    await comesOut([LABEL])
  })

  test.skipIf(!hasCupsd)(
    'lp and the socket of CUPS (as root: apt-get install cups cups-client)',
    async () => {
      const { counter, comesOut } = await pharmacy()
      const cupsd = await privateCupsd()
      await cupsd.addQueue('RELAY', counter.port, counter.address)
      const file = path.join(temporaryFolder(), 'label.zpl')
      writeFileSync(file, LABEL)
      await promisify(execFile)('lp', ['-d', 'RELAY', '-o', 'raw', file], {
        env: { ...process.env, CUPS_SERVER: cupsd.socketPath },
      })
      await comesOut([LABEL])
    },
  )

  test('one as on Windows, that never closes: its label counts after 30 s of silence', async () => {
    const clock = new IdleCountingClock()
    const { counter, printed, comesOut } = await pharmacy({ client: { clock } })
    const before = clock.firstByteTimers
    const { socket, seen } = await connectTo(counter)
    await until('the connection', () => clock.firstByteTimers > before)
    clock.stepMs(1)
    socket.write(LABEL)
    await until('the bytes', () => clock.idleTimers === 1)
    clock.stepMs(RAW_LIMITS.idleMs - 1)
    expect(await printed()).toEqual([])
    clock.stepMs(1)
    await comesOut([LABEL])
    await until('our end', () => seen.isOver)
  })

  test('one that asks for the status first: it hears nothing, nothing is printed of that, and its label comes out', async () => {
    const { counter, comesOut } = await pharmacy()
    const { socket, seen } = await connectTo(counter)
    socket.write('~HS\r\n')
    await delay(300)
    socket.end(LABEL)
    await comesOut([LABEL])
    expect(seen.bytes).toBe(0)
  })

  test('one that asks for the status on a connection of its own, between its labels', async () => {
    const { counter, comesOut } = await pharmacy()
    for (const payload of [LABEL, Buffer.from('~HS\r\n'), LABEL]) await sendLabel(counter, payload)
    await comesOut([LABEL, LABEL])
    expect((await counter.ask('jobs', null)).map(({ state }) => state)).toHaveLength(2)
    expect(counter.log()).toContain('"reason":"status_query"')
  })
})

describe('A test label', () => {
  test('sent from a Client comes out, and the answer says that it left', async () => {
    const { counter, printer } = await pharmacy()
    expect(await counter.ask('test', null)).toMatchObject({ state: 'forwarded', destination: 'PC-41' })
    const twice = [counter.hub.request('PrintTestLabelAsync'), counter.ask('test', null)]
    const [one, other] = await Promise.all(twice)
    expect([one?.state, other?.n]).toEqual(['forwarded', one?.n])
    await until('both labels', () => printer.roll.entries().length === 2)
  })

  test('for a printer that is off is answered after 6 s as it then stands', async () => {
    const clock = new SteppedClock()
    const server = await startAgent({ address: '127.0.1.47', printers: 'tcp:127.0.0.1:9', clock })
    await assignServer(server, 'tcp:127.0.0.1:9')
    const asking = server.ask('test', null)
    await until('the wait', async () => (await server.ask('jobs', null))[0]?.state === 'waiting_for_printer')
    clock.stepMs(6_000)
    expect(await asking).toMatchObject({ attempts: expect.any(Number), destination: 'tcp:127.0.0.1:9' })
  })

  test('and any other label of a computer without a role is refused in words', async () => {
    const agent = await startAgent({ address: '127.0.1.48' })
    const refused = {
      code: 'state_conflict',
      message: expect.stringContaining('the support team gives it a role'),
    }
    await expect(agent.ask('test', null)).rejects.toMatchObject(refused)
    await expect(agent.ask('print', { payload: Buffer.from('^XA^XZ') })).rejects.toMatchObject(refused)
    await expect(agent.hub.request('PrintTestLabelAsync')).rejects.toMatchObject({
      code: 'INVALID',
      reason: { code: 'no_part' },
    })
    expect((await agent.ask('status', null)).printing).toMatchObject({ role: 'None', tcpPort: null })
  })
})
