// Labels from a sender through Client and PrinterComputer to a printer, byte for byte, on real sockets.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { spoolStoreIn } from '../../test/spool-store.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { noLink } from '../printing/link-port.ts'
import { linkedPair } from '../link/test/linked-pair.ts'
import { LabelPath, type LabelPathParts } from './label-path.ts'
import type { PrintSetup } from '../printing/print-setup.ts'
import { sendLabel } from '../../test/send-label.ts'
import { zplStatus } from '../status/zpl-status.ts'
import { closedPort, mute, printerPeer, talking, type PrinterPeer } from '../printers/test/printer-peer.ts'

const NOTHING: PrintSetup = { role: 'None', printer: null, target: null, listen: null }
const LISTEN = { host: '127.0.0.1', port: 0, scope: 'computer' } as const
const PARTS: Omit<LabelPathParts, 'store'> = {
  clock: systemClock,
  random: () => 0,
  logger: silentLogger,
  extraPrinters: () => [],
  link: noLink,
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const QUESTION = Buffer.from(zplStatus.question).toString('latin1')
/** Without the question that is asked behind a label on its connection. */
const roll = (peer: PrinterPeer) =>
  peer.labels().map((connection) => connection.bytes().toString('latin1').split(QUESTION)[0])

async function computer(setup: Partial<PrintSetup>, parts: Partial<LabelPathParts> = {}) {
  const path = new LabelPath({ ...PARTS, store: await spoolStoreIn(), ...parts })
  onTestFinished(async () => path.stop())
  await path.start()
  const jobs = async () => path.spool.list(1_000)
  const newest = async () => (await jobs())[0]
  const isAll = async (state: JobState) => (await jobs()).every((job) => job.state === state)
  return { path, jobs, newest, isAll, port: (await path.setup.apply({ ...NOTHING, ...setup })) ?? 0 }
}

const PAIR = linkedPair()
const targetAt = (port: number) => ({
  computerName: 'DISPENSARY',
  deviceKey: PAIR.serverKey,
  addresses: ['127.0.0.1'],
  port,
})
const printerComputer = async (printerPort: number, listen: PrintSetup['listen'] = LISTEN) =>
  computer({ role: 'Server', printer: `tcp:127.0.0.1:${printerPort}`, listen }, { link: PAIR.server })
const client = async (targetPort: number) =>
  computer({ role: 'Client', target: targetAt(targetPort), listen: LISTEN }, { link: PAIR.client })

const send = async (port: number, payload: Uint8Array | string) =>
  sendLabel({ address: '127.0.0.1', port }, payload)

describe('A label sent to a Client', () => {
  test.each([600, 39_200, 248_472, 1_000_000])(
    'of %i bytes of all values comes out of the printer',
    async (size) => {
      const printer = await printerPeer(talking)
      const server = await printerComputer(printer.port)
      const { newest, port } = await client(server.port)
      const payload = Buffer.from(
        Uint8Array.from({ length: size }, (_, index) => (index ^ (index >> 8)) & 0xff),
      )
      expect(await send(port, payload)).toMatchObject({ ok: true })
      await until('the label', async () => (await server.newest())?.state === 'sent_to_printer')
      expect(printer.labels().map((connection) => sha256(connection.bytes()))).toEqual([sha256(payload)])
      await until('the Client knows', async () => (await newest())?.state === 'sent_to_printer')
    },
  )

  test('comes out in the order in which it was sent, also to a printer that was off', async () => {
    const printerPort = await closedPort()
    const server = await printerComputer(printerPort)
    const { port } = await client(server.port)
    const labels = Array.from({ length: 10 }, (_, index) => `^XA^FDlabel ${index}^FS^XZ`)
    for (const label of labels) await send(port, label)
    await until('the wait', async () =>
      (await server.jobs()).some(({ state }) => state === 'waiting_for_printer'),
    )
    const printer = await printerPeer(mute, printerPort)
    await until('all labels', () => roll(printer).filter((label) => label !== '').length === labels.length)
    expect(roll(printer)).toEqual(labels)
  })

  test('cut on its way in is held there, and nothing is forwarded', async () => {
    const printer = await printerPeer(mute)
    const server = await printerComputer(printer.port)
    const { jobs, port } = await client(server.port)
    await send(port, '^XA^FDcut')
    expect(await jobs()).toEqual([expect.objectContaining({ state: 'held' })])
    await send(port, '^XA^FDwhole^XZ')
    await until('the whole one', () => roll(printer).join('') !== '')
    expect([roll(printer), (await server.jobs()).length]).toEqual([['^XA^FDwhole^XZ'], 1])
  })
})

test('A label that is waited for is told as it stands at the limit', async () => {
  const printer = await printerPeer(() => undefined)
  const clock = new SteppedClock()
  const { path } = await computer({ role: 'Server', printer: `tcp:127.0.0.1:${printer.port}` }, { clock })
  const waiting = path.spool.printAndWait(Buffer.from('^XA^XZ'), 6_000)
  await until('the label', () => printer.labels().length === 1)
  clock.stepMs(6_000)
  expect(await waiting).toMatchObject({ state: 'sending', attempts: 1 })
})

describe('The setup', () => {
  test('moves the printer while labels flow: none is lost, none goes to the old one after it applied', async () => {
    const [oldPrinter, newPrinter] = [await printerPeer(mute), await printerPeer(mute)]
    const { path, isAll, port } = await printerComputer(oldPrinter.port)
    const sent: string[] = []
    for (let n = 0; n < 20; n += 1) {
      sent.push(`^XA^FD${n}^XZ`)
      await send(port, sent.at(-1) ?? '')
    }
    const moved = path.setup.apply({
      ...NOTHING,
      role: 'Server',
      printer: `tcp:127.0.0.1:${newPrinter.port}`,
    })
    await moved
    await path.spool.dispatcher.settled()
    const onOld = roll(oldPrinter).length
    for (let n = 20; n < 40; n += 1) {
      sent.push(`^XA^FD${n}^XZ`)
      await path.spool.print(Buffer.from(sent.at(-1) ?? ''))
    }
    await until('all are sent', async () => isAll('sent_to_printer'))
    expect([...roll(oldPrinter), ...roll(newPrinter)]).toEqual(sent)
    expect(oldPrinter.labels()).toHaveLength(onOld)
  })

  test('changes the printer under an open port without closing it', async () => {
    const [oldPrinter, newPrinter] = [await printerPeer(mute), await printerPeer(mute)]
    const port = await closedPort()
    const listen = { ...LISTEN, port }
    const { path, newest } = await printerComputer(oldPrinter.port, listen)
    const printer = `tcp:127.0.0.1:${newPrinter.port}`
    const sending = send(port, Buffer.alloc(1_000_000, '^XA^FDx^XZ'))
    expect(await path.setup.apply({ ...NOTHING, role: 'Server', printer, listen })).toBe(port)
    expect(await sending).toMatchObject({ ok: true })
    await until('the label', async () => (await newest())?.state === 'sent_to_printer')
    expect([roll(oldPrinter).length, roll(newPrinter).length]).toEqual([0, 1])
  })

  test('opens the same port for other senders, and closes it', async () => {
    const printer = await printerPeer(mute)
    const port = await closedPort()
    const { path } = await printerComputer(printer.port, { ...LISTEN, port })
    const [computerOnly, network] = (['computer', 'network'] as const).map((scope) => ({
      ...NOTHING,
      role: 'Server' as const,
      printer: `tcp:127.0.0.1:${printer.port}`,
      listen: { host: scope === 'network' ? null : '127.0.0.1', port, scope },
    }))
    if (computerOnly === undefined || network === undefined) throw new Error('no setup')
    expect([await path.setup.apply(network), await path.setup.apply(computerOnly)]).toEqual([port, port])
    expect(await send(port, '^XA^XZ')).toMatchObject({ ok: true })
    expect(await path.setup.apply(NOTHING)).toBeNull()
    expect(await send(port, '^XA^XZ')).toMatchObject({ code: 'printer_busy' })
  })

  test('opens the same port for the network without breaking off who is sending', async () => {
    const printer = await printerPeer(mute)
    const port = await closedPort()
    const { path, isAll } = await printerComputer(printer.port, { ...LISTEN, port })
    const sender = net.connect({ host: '127.0.0.1', port })
    sender.write('^XA^FDhalf')
    await once(sender, 'connect')
    await until('the connection', async () => (await send(port, '^XA^XZ')).ok)
    const printerId = `tcp:127.0.0.1:${printer.port}`
    const listen = { host: null, port, scope: 'network' } as const
    expect(await path.setup.apply({ ...NOTHING, role: 'Server', printer: printerId, listen })).toBe(port)
    sender.end(' and half^FS^XZ')
    await once(sender, 'close')
    await until('both labels', async () => isAll('sent_to_printer'))
    expect(roll(printer)).toEqual(['^XA^XZ', '^XA^FDhalf and half^FS^XZ'])
  })

  test('whose port is taken is refused, and the old one stays', async () => {
    const printer = await printerPeer(mute)
    const { path, port } = await printerComputer(printer.port)
    const other = await printerPeer(mute)
    const listen = { ...LISTEN, port: other.port }
    await expect(path.setup.apply({ ...NOTHING, listen })).rejects.toMatchObject({ fault: 'port_taken' })
    await send(port, '^XA^FDx^XZ')
    await until('the label', () => roll(printer).length === 1)
    expect(other.labels()).toHaveLength(0)
  })

  test('without a printer or a target lets labels wait and says why', async () => {
    for (const [setup, why] of [
      [{ role: 'Client' }, 'no_computer'],
      [{ role: 'Server' }, 'no_printer'],
      [{}, 'no_part'],
    ] satisfies [Partial<PrintSetup>, string][]) {
      const { path, newest } = await computer(setup)
      await path.spool.print(Buffer.from('^XA^XZ'))
      await until('the wait', async () => (await newest())?.state === 'waiting_for_printer')
      expect(codesOf(await newest())).toBe(why)
    }
  })

  test('with a folder lists it and writes to it', async () => {
    const folder = temporaryFolder()
    const setup = { role: 'Server', printer: `folder:${folder}` } as const
    const { path, newest } = await computer(setup, { extraPrinters: () => [`folder:${folder}`] })
    expect(await path.printers.list()).toContainEqual(expect.objectContaining({ id: `folder:${folder}` }))
    await path.spool.print(Buffer.from('^XA^XZ'))
    await until('the file', async () => (await newest())?.state === 'sent_to_printer')
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
