// Printers asked over sockets: what each fault of the test printer looks like, other languages, and who waits for whom.
import { describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { FaultChange } from '../../test-printer/faults.ts'
import { sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import type { StatusLanguage } from '../status/printer-reading.ts'
import { SOCKET_LIMITS } from './socket-writer.ts'
import { readPrinter, type StatusAnswer } from './status-query.ts'
import { createTcpPrinters } from './tcp.ts'
import * as peers from './test/printer-peer.ts'

const LABEL = Buffer.from('^XA^FO20,20^A0N,28,28^FDRx^FS^XZ')

async function read(port: number, language: StatusLanguage = 'zpl'): Promise<StatusAnswer> {
  return readPrinter({ host: '127.0.0.1', port }, language, {
    clock: systemClock,
    signal: new AbortController().signal,
  })
}

describe('A ZPL printer', () => {
  test('that is well tells everything, at once, and prints nothing', async () => {
    const printer = await startPrinter()
    printer.odometer.add(41)
    const answer = await read(printer.rawPort)
    expect(answer).toMatchObject({
      kind: 'reading',
      reading: {
        language: 'zpl',
        model: 'TESTPRINTER-203dpi',
        isIdle: true,
        conditions: [],
        odometer: 41,
        formatsInBuffer: 0,
        labelsRemaining: 0,
        isPartialFormat: false,
      },
    })
    if (answer.kind === 'reading') expect(answer.tookMs).toBeLessThan(1_000)
    expect(printer.roll.entries()).toEqual([])
    expect(printer.odometer.labelsPrinted()).toBe(41)
  })

  test.each<[FaultChange, boolean, string]>([
    [{ paperOut: true }, true, 'paper_out'],
    [{ headOpen: true }, true, 'head_open'],
    [{ paperOut: true }, false, 'paper_out'],
    [{ paused: true }, true, 'paused'],
  ])('with %j (silent: %s) is stopped: %s', async (fault, silentWhenStopped, condition) => {
    const printer = await startPrinter({ silentWhenStopped })
    await printer.faults.set(fault)
    expect(await read(printer.rawPort)).toMatchObject({
      kind: 'reading',
      reading: { isIdle: false, conditions: [condition], odometer: 0 },
    })
  })

  test.each<FaultChange>([{ neverRead: true }, { stallAtByte: 1 }])('with %j is silent', async (fault) => {
    const printer = await startPrinter()
    await printer.faults.set(fault)
    expect(await read(printer.rawPort)).toMatchObject({ kind: 'silent' })
  })

  test.each<[FaultChange, string]>([
    [{ refuse: true }, 'printer_busy'],
    [{ powerOff: true }, 'printer_busy'],
    [{ resetAtByte: 2 }, 'connection_reset'],
  ])('with %j is not reached: %s', async (fault, code) => {
    const printer = await startPrinter()
    await printer.faults.set(fault)
    expect(await read(printer.rawPort)).toMatchObject({ kind: 'unreachable', failure: { code } })
  })

  test('that is slow tells what it could in time, and is not called idle', async () => {
    const printer = await startPrinter()
    await printer.faults.set({ slow: { bytesPerSecond: 3 } })
    expect(await read(printer.rawPort)).toMatchObject({
      reading: { model: 'TESTPRINTER-203dpi', isIdle: null, odometer: null },
    })
  })

  test('that says every byte by itself is understood', async () => {
    const text = '\x02030,0,1,1245,002,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n"9"'
    const { port } = await peers.printerPeer(({ socket }) => {
      let at = 0
      const say = (): void => {
        if (at < text.length) socket.write(text.charAt(at++), () => setImmediate(say))
      }
      socket
        .setNoDelay(true)
        .once('data', say)
        .on('end', () => socket.end())
    })
    expect(await read(port)).toMatchObject({
      reading: { formatsInBuffer: 2, conditions: ['paused'], odometer: 9 },
    })
  })

  test('that talks without end is let go', async () => {
    const { port } = await peers.printerPeer(({ socket }) => {
      const say = setInterval(() => socket.write(Buffer.alloc(20_000, '\x02noise')), 1)
      socket.on('close', () => clearInterval(say))
    })
    expect(await read(port)).toMatchObject({ kind: 'silent' })
  })
})

test.each<[StatusLanguage, string, string, string]>([
  ['epl', '^ee\r', '11\r\n', 'head_open'],
  ['tspl', '\x1b!?', '\x04', 'paper_out'],
  ['escpos', '\x10\x04\x01\x10\x04\x02\x10\x04\x04', '\x1a\x12\x12', 'offline'],
  ['brother', '\x1biS', `\x80\x20B4\0\0\0\0\x01${'\0'.repeat(23)}`, 'paper_out'],
])(
  'A printer of %s hears its own question and nothing else',
  async (language, question, answer, condition) => {
    const { port, connections } = await peers.printerPeer(
      peers.after(question.length, (socket) => socket.write(answer, 'latin1')),
    )
    expect(await read(port, language)).toMatchObject({ reading: { language, conditions: [condition] } })
    expect(connections.map((connection) => connection.bytes().toString('latin1'))).toEqual([question])
  },
)

describe('Labels and questions to one printer', () => {
  const backend = () => createTcpPrinters({ addresses: () => [], clock: systemClock, limits: SOCKET_LIMITS })
  const label = { payload: LABEL, title: 'label', signal: new AbortController().signal }

  test('while a label is on its way nobody asks', async () => {
    const printer = await startPrinter()
    await printer.faults.set({ paused: true })
    const [tcp, address] = [backend(), `127.0.0.1:${printer.rawPort}`]
    const printing = tcp.print({ ...label, address })
    expect(await tcp.read?.(address, 'zpl')).toEqual({ kind: 'busy' })
    expect(await tcp.status(address)).toMatchObject({ state: 'busy' })
    await printer.faults.clear()
    expect(await printing).toMatchObject({ ok: true })
    expect(await tcp.read?.(address, 'zpl')).toMatchObject({ reading: { odometer: 1 } })
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual([sha256(LABEL)])
  })

  test('a question gives way to a label at once, and connections never overlap', async () => {
    const peer = await peers.printerPeer(peers.mute)
    const [tcp, address] = [backend(), `127.0.0.1:${peer.port}`]
    const asking = tcp.read?.(address, 'zpl')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await tcp.print({ ...label, address })).toMatchObject({ ok: true })
    expect(await asking).toEqual({ kind: 'busy' })
    expect(peer.connections.at(-1)?.bytes()).toEqual(LABEL)
    expect(peer.mostOpen()).toBe(1)
  })

  test('labels go one after the other in their order', async () => {
    const peer = await peers.printerPeer(peers.statusFirst)
    const [tcp, address] = [backend(), `127.0.0.1:${peer.port}`]
    const payloads = ['one', 'two', 'three', 'four'].map((text) => Buffer.from(text))
    await Promise.all(payloads.map(async (payload) => tcp.print({ ...label, payload, address })))
    expect(peer.connections.map((connection) => connection.bytes())).toEqual(payloads)
    expect(peer.mostOpen()).toBe(1)
  })
})
