// Whom the agent asks, in which language, and when it stops: real sockets, a printer that answers and one that never does.
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { expect, test } from 'vitest'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { PrinterTalk } from './printer-talk.ts'
import { bridgeTo, hasPseudoTerminals, serialCable } from '../printers/device/test/test-cable.ts'
import { usbPorts } from '../printers/device/test/usb-ports.ts'
import { createUsbPrinters, USB_LIMITS } from '../printers/device/usb.ts'
import { createPrinters } from '../printers/printers.ts'
import { createTcpPrinters } from '../printers/tcp.ts'
import { mute, printerPeer, type Behaviour } from '../printers/test/printer-peer.ts'
import type { Label } from '../spool/rules/route.ts'
import type { JobRow } from '../spool/store/spool-store.ts'
import type { PrinterReading } from '../status/printer-reading.ts'
import { zplStatus } from '../status/zpl-status.ts'
import { testLabel } from './test-label.ts'

const LIMITS = { connectMs: 10_000, stallMs: 10_000, closeMs: 1_000 }
const TEST_LABEL = testLabel({ computerName: 'A', role: 'Server', destination: 'P', at: 'now' })

function talkOf(clock: Clock = systemClock) {
  const readings: PrinterReading[] = []
  const tcp = createTcpPrinters({ addresses: () => [], clock: systemClock, limits: LIMITS })
  const printers = createPrinters({ backends: [tcp], clock: systemClock, logger: silentLogger })
  const talk = new PrinterTalk({
    printers,
    clock,
    onReading: (_printer, reading) => readings.push(reading),
  })
  const print = async (printer: string, payload: Uint8Array = Buffer.from('^XA^FO9,9^FDx^FS^XZ')) =>
    talk.print(printer, labelOf(payload))
  return { talk, print, readings }
}

function labelOf(payload: Uint8Array, language: Label['language'] = 'zpl'): Label {
  const { signal } = new AbortController()
  return { payload, title: 'label', language, isComplete: true, copies: 1, odometer: null, signal }
}

const nobody = (): AbortSignal => new AbortController().signal

/** Says how it is only once the agent has given up waiting for that and closed its side. */
const late: Behaviour = (connection) => {
  const { socket } = connection
  socket.on('end', () => {
    const isAsked = connection.bytes().includes('~HS')
    socket.end(
      isAsked
        ? '\x02030,0,1,1245,002,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n"9"'
        : '',
    )
  })
}

test('A printer whose answer comes after our FIN has answered', async () => {
  const peer = await printerPeer(late)
  const printer = `tcp:127.0.0.1:${peer.port}`
  const { talk, print } = talkOf()
  for (const _often of [1, 2, 3, 4, 5]) await print(printer)
  expect([talk.isLeftAlone(printer), talk.canLook(printer)]).toEqual([false, true])
  expect(await talk.ask(printer)).toMatchObject({ kind: 'reading' })
})

test('A printer that was too slow for three answers is asked again after 15 s, beside its labels, and then as any other', async () => {
  let isMute = true
  const behave: Behaviour = (connection) => {
    const isLate = !isMute
    return isLate ? late(connection) : mute(connection)
  }
  const peer = await printerPeer(behave)
  const printer = `tcp:127.0.0.1:${peer.port}`
  let aheadMs = 0
  const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs }
  const { talk, print } = talkOf(clock)
  for (const _twice of [1, 2]) await print(printer)
  for (const _often of [1, 2, 3]) expect(await talk.ask(printer)).toMatchObject({ kind: 'silent' })
  isMute = false
  expect([talk.isLeftAlone(printer), await talk.ask(printer)]).toEqual([true, null])
  aheadMs = 15_000
  await print(printer)
  expect(peer.connections.at(-1)?.bytes().includes('~HS')).toBe(false)
  expect(await talk.ask(printer)).toMatchObject({ kind: 'reading' })
  expect(talk.isLeftAlone(printer)).toBe(false)
})

test('A printer that never answers is asked three times and then left alone', async () => {
  const peer = await printerPeer(mute)
  const printer = `tcp:127.0.0.1:${peer.port}`
  const { talk, print } = talkOf()
  expect(talk.canLook(printer)).toBe(false)
  for (const _twice of [1, 2]) expect(await print(printer)).toMatchObject({ ok: true, evidence: 'L1' })
  expect(talk.canLook(printer)).toBe(true)
  expect(await talk.ask(printer)).toMatchObject({ kind: 'silent' })
  expect(await talk.lookAt(printer, nobody())).toBeNull()
  // The third is asked behind a label.
  await print(printer)
  const asked = peer.connections.length
  expect(peer.connections.filter((connection) => connection.bytes().includes('~HS'))).toHaveLength(3)
  expect([talk.canLook(printer), await talk.ask(printer)]).toEqual([false, null])
  expect(await talk.lookAt(printer, nobody())).toBeNull()
  expect(peer.connections).toHaveLength(asked)
  await print(printer)
  expect(peer.connections.at(-1)?.bytes().includes('~HS')).toBe(false)
})

test('Test labels of our own do not prove that a printer speaks ZPL', async () => {
  const peer = await printerPeer(mute)
  const printer = `tcp:127.0.0.1:${peer.port}`
  const { talk, print } = talkOf()
  for (const _often of [1, 2, 3]) expect(await print(printer, TEST_LABEL)).toMatchObject({ ok: true })
  expect([talk.canLook(printer), await talk.ask(printer)]).toEqual([false, null])
  expect(peer.connections.every((connection) => connection.bytes().equals(TEST_LABEL))).toBe(true)
})

test('What is learned from earlier days leaves test labels out, and those whose content is gone', async () => {
  const row = (id: string, more: Partial<JobRow> = {}): JobRow => ({
    id,
    n: 1,
    number: '1',
    state: 'sent_to_printer',
    reasons: [],
    code: null,
    sender: '10.0.0.9',
    endedBy: 'fin',
    language: 'zpl',
    isComplete: true,
    bytes: 300,
    sha256: '',
    copies: 1,
    attempts: 1,
    destination: 'tcp:127.0.0.1:9',
    evidence: 'L1',
    reprint: null,
    acceptedAtMs: 0,
    changedAtMs: 0,
    hasPayload: true,
    origin: null,
    target: null,
    ttlMs: null,
    isAnswered: false,
    pendingAnswer: null,
    reprintedAs: null,
    ...more,
  })
  const learned = async (rows: readonly JobRow[]): Promise<boolean> => {
    const { talk } = talkOf()
    await talk.learn(rows, async (id) => {
      if (id === 'gone') return null
      if (id === 'damaged') throw new Error('cannot be opened')
      return Buffer.from(id.startsWith('test') ? TEST_LABEL : '^XA^FDx^FS^XZ')
    })
    return talk.canLook('tcp:127.0.0.1:9')
  }
  expect(await learned([row('a'), row('b')])).toBe(true)
  expect(await learned([row('a'), row('test-1'), row('test-2'), row('gone'), row('damaged')])).toBe(false)
  expect(await learned([row('big', { bytes: 90_000 }), row('big-2', { bytes: 90_000 })])).toBe(true)
  expect(await learned([row('test-1', { evidence: 'L3' })])).toBe(true)
})

test('What a printer says behind a label is heard while the label is still on its way', async () => {
  const printer = await startPrinter()
  const id = `tcp:127.0.0.1:${printer.rawPort}`
  const { print, readings } = talkOf()
  for (const _twice of [1, 2]) await print(id)
  await printer.faults.set({ paperOut: true })
  const third = print(id)
  await expect.poll(() => readings.at(-1)?.conditions).toEqual(['paper_out'])
  await printer.faults.clear()
  expect(await third).toMatchObject({ ok: true })
})

test.each([
  ['reset', 'resetAtByte', 'connection_reset'],
  ['not closed', 'stallAtByte', 'close_not_seen'],
] as const)('A connection that is %s behind the proof takes nothing from it', async (_how, fault, code) => {
  const printer = await startPrinter()
  const id = `tcp:127.0.0.1:${printer.rawPort}`
  const { talk, print } = talkOf()
  for (const _twice of [1, 2]) await print(id)
  const label = labelOf(Buffer.from('^XA^FO9,9^FDx^FS^XZ'))
  await printer.faults.set({ [fault]: label.payload.length + zplStatus.question.length })
  const unproved = await talk.print(id, { ...label, odometer: null })
  expect(unproved).toMatchObject({ ok: false, retry: 'ambiguous', code })
  await expect.poll(() => printer.odometer.labelsPrinted()).toBe(3)
  await printer.faults.clear()
  await expect.poll(() => printer.state()).toBe('ready')
  await printer.faults.set({ [fault]: label.payload.length + zplStatus.question.length })
  expect(await talk.print(id, { ...label, odometer: 3 })).toEqual({ ok: true, evidence: 'L3', odometer: 4 })
  await printer.faults.clear()
})

test.skipIf(!hasPseudoTerminals)(
  'A plugged-in printer that names its language itself is asked before it printed anything (Linux)',
  async () => {
    const [ports, cable, printer] = [usbPorts(), await serialCable(), await startPrinter()]
    bridgeTo(cable, printer.rawPort)
    const plugged = { node: 'lp0', port: '1-1', serial: 'A1', device: cable.port }
    ports.plug({ ...plugged, ieee1284Id: 'MFG:Zebra;CMD:ZPL;MDL:ZD421;' })
    const queueDevices = async () => Promise.resolve([])
    const usb = createUsbPrinters({ ...ports, queueDevices, clock: systemClock, limits: USB_LIMITS })
    const printers = createPrinters({ backends: [usb], clock: systemClock, logger: silentLogger })
    const talk = new PrinterTalk({ printers, clock: systemClock, onReading: () => undefined })
    const [found] = await printers.list()
    expect(found?.id).toBe('usb:0a5f:0166:A1')
    expect(await talk.ask(found?.id ?? '')).toMatchObject({ kind: 'reading', reading: { odometer: 0 } })
    expect(printer.roll.entries()).toEqual([])
  },
)
