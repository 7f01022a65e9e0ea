// Each fault as a sender sees it.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TestPrinter } from './label-printer.ts'
import { realLabel, rolled, Sender, sendJob, sha256, shown, startPrinter } from './test/printer-rig.ts'

const LABEL = '^XA^FDx^FS^XZ'
/** More than the sockets' buffers of any system take. */
const FLOOD_BYTES = 64 * 1024 * 1024
const STILL_MS = 300

/** True once the socket took nothing more for a while although much is left to send. */
async function stalls(sender: Sender): Promise<boolean> {
  for (;;) {
    const before = sender.socket.bytesWritten - sender.socket.writableLength
    await delay(STILL_MS)
    if (sender.socket.destroyed || sender.socket.writableLength === 0) return false
    if (sender.socket.bytesWritten - sender.socket.writableLength === before) return true
  }
}

/** A label too large for every buffer on the way. */
function flood(): Buffer {
  return Buffer.concat([Buffer.from('^XA^FX'), Buffer.alloc(FLOOD_BYTES, 'x'), Buffer.from('^FDx^FS^XZ')])
}

async function floodInto(printer: TestPrinter): Promise<Sender> {
  const sender = new Sender(printer)
  sender.write(flood())
  sender.fin()
  return sender
}

test.each(['paperOut', 'headOpen', 'paused'] as const)(
  '%s: the label is taken, not printed and not answered with FIN until somebody puts it right',
  async (fault) => {
    const printer = await startPrinter()
    await printer.faults.set({ [fault]: true })
    const sender = new Sender(printer)
    sender.write(`${LABEL}~HI`)
    await sender.hears('\x03')
    sender.fin()
    await delay(STILL_MS)
    expect(printer.roll.entries()).toEqual([])
    expect(printer.odometer.labelsPrinted()).toBe(0)
    await printer.faults.set({ [fault]: false })
    expect((await sender.ended).end).toBe('fin')
    expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
  },
)

test('paper out closes the window for a long job, and all of it arrives when there is paper', async () => {
  const printer = await startPrinter({ maxJobBytes: 2 * FLOOD_BYTES })
  await printer.faults.set({ paperOut: true })
  const sender = await floodInto(printer)
  expect(await stalls(sender)).toBe(true)
  await printer.faults.clear()
  expect((await sender.ended).end).toBe('fin')
  expect(await rolled(printer, 1)).toEqual([sha256(flood())])
})

test('a stopped printer closes a connection that brought questions alone', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ paused: true })
  const { end, reply } = await sendJob(printer, '~HI\r\n~HQES\r\n')
  expect([end, shown(reply).match(/<STX>/g)?.length]).toEqual(['fin', 2])
  expect([printer.state(), printer.roll.entries()]).toEqual(['stopped', []])
})

test('host status is silent with paper out, unless the printer is of the older kind', async () => {
  const silent = await startPrinter()
  await silent.faults.set({ paperOut: true })
  const asking = new Sender(silent)
  asking.write('~HS\r\n~HQES\r\n')
  expect(shown(await asking.hears('\x03'))).toMatch(/^<STX>\r\nPRINTER STATUS/)

  const older = await startPrinter({ silentWhenStopped: false })
  await older.faults.set({ paperOut: true })
  const sender = new Sender(older)
  sender.write(`${LABEL}~HS\r\n`)
  expect(shown(await sender.hears('1234'))).toMatch(/^<STX>030,1,0,1218,001,/)
})

test('never read: the connection is accepted and the window closes', async () => {
  const printer = await startPrinter({ maxJobBytes: 2 * FLOOD_BYTES })
  await printer.faults.set({ neverRead: true })
  const sender = await floodInto(printer)
  await sender.connected()
  expect(await stalls(sender)).toBe(true)
  expect(printer.roll.entries()).toEqual([])
})

test('never read: not even a query is taken, until the fault is gone', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ neverRead: true })
  const sender = new Sender(printer)
  sender.write(`${LABEL}~HI`)
  sender.fin()
  const ending = await Promise.race([sender.ended, delay(STILL_MS)])
  expect([ending, sender.socket.bytesRead, printer.odometer.labelsPrinted()]).toEqual([undefined, 0, 0])
  await printer.faults.set({ neverRead: false })
  expect(shown((await sender.ended).reply)).toContain('<STX>TESTPRINTER')
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('refuse: a connect is refused, and taken on the same port when the fault is gone', async () => {
  const printer = await startPrinter()
  const port = printer.rawPort
  await printer.faults.set({ refuse: true })
  expect((await sendJob(printer, LABEL)).end).toBe('ECONNREFUSED')
  await printer.faults.set({ refuse: false })
  expect(printer.rawPort).toBe(port)
  expect((await sendJob(printer, LABEL)).end).toBe('fin')
})

test('refuse leaves the connection that is being served alone', async () => {
  const printer = await startPrinter()
  const sender = new Sender(printer)
  sender.write('~HI\r\n')
  await sender.hears('\x03')
  await printer.faults.set({ refuse: true })
  sender.write(LABEL)
  sender.fin()
  expect((await sender.ended).end).toBe('fin')
})

test.each([0, 1, 1000])('reset at byte %i: the sender is reset and nothing came out', async (byte) => {
  const printer = await startPrinter()
  await printer.faults.set({ resetAtByte: byte })
  const sender = new Sender(printer)
  sender.write(realLabel('ups.zpl'))
  expect((await sender.ended).end).toMatch(/ECONNRESET|EPIPE/)
  await printer.faults.clear()
  await sendJob(printer, LABEL)
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('reset behind a complete label: the sender is reset and the label came out', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ resetAtByte: LABEL.length })
  const sender = new Sender(printer)
  sender.write(`${LABEL}\r\n`)
  expect((await sender.ended).end).toBe('ECONNRESET')
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test.each([0, 1, 1000])('power off at byte %i: reset, off until the power is back', async (byte) => {
  const printer = await startPrinter()
  await printer.faults.set({ powerOffAtByte: byte })
  const sender = new Sender(printer)
  sender.write(realLabel('ups.zpl'))
  expect((await sender.ended).end).toMatch(/ECONNRESET|EPIPE/)
  expect(printer.faults.now()).toMatchObject({ powerOff: true, powerOffAtByte: null })
  expect((await sendJob(printer, LABEL)).end).toBe('ECONNREFUSED')
  await printer.faults.set({ powerOff: false })
  await sendJob(printer, LABEL)
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('power off behind a label that waits for paper: it is lost, behind one that came out it is not', async () => {
  for (const [paused, onRoll] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const printer = await startPrinter()
    await printer.faults.set({ paused, powerOffAtByte: LABEL.length })
    const sender = new Sender(printer)
    sender.write(LABEL)
    expect((await sender.ended).end).toBe('ECONNRESET')
    await printer.faults.clear()
    expect([printer.roll.entries().length, printer.odometer.labelsPrinted()]).toEqual([onRoll, onRoll])
  }
})

test.each([0, 5, LABEL.length])('stall at byte %i: not read on until the fault is gone', async (byte) => {
  const printer = await startPrinter()
  let reached = 0
  printer.faults.onReach(() => (reached += 1))
  await printer.faults.set({ stallAtByte: byte })
  const sender = new Sender(printer)
  sender.write(`${LABEL}~HI`)
  sender.fin()
  const ending = await Promise.race([sender.ended, delay(STILL_MS)])
  const printed = byte === LABEL.length ? 1 : 0
  expect([ending, sender.socket.bytesRead, reached]).toEqual([undefined, 0, 1])
  expect(printer.odometer.labelsPrinted()).toBe(printed)
  await printer.faults.set({ stallAtByte: null })
  expect(shown((await sender.ended).reply)).toContain('<STX>TESTPRINTER')
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('slow: the bytes are taken one step after the other, and all arrive', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ slow: { bytesPerSecond: 2_000 } })
  const sender = new Sender(printer)
  sender.write(`~HI${'x'.repeat(400)}~HI`)
  sender.fin()
  const first = await sender.hears('\x03')
  expect(first.split('\x03').length).toBe(2)
  const { end, reply } = await sender.ended
  expect({ end, answers: reply.split('\x03').length - 1 }).toEqual({ end: 'fin', answers: 2 })
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from('x'.repeat(400)))])
})

test('power off resets the job under way and the ones that wait, and loses what was not printed', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ paperOut: true })
  const served = new Sender(printer)
  served.write(`${LABEL}~HI`)
  await served.hears('\x03')
  const waiting = new Sender(printer)
  await waiting.connected()
  await printer.faults.set({ powerOff: true })
  expect((await served.ended).end).toBe('ECONNRESET')
  expect((await waiting.ended).end).toBe('ECONNRESET')
  expect((await sendJob(printer, LABEL)).end).toBe('ECONNREFUSED')
  await printer.faults.set({ powerOff: false, paperOut: false })
  await sendJob(printer, '^XA^FDnext^FS^XZ')
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from('^XA^FDnext^FS^XZ'))])
  expect(printer.odometer.labelsPrinted()).toBe(1)
})

test('a label that came out before the power went stays on the roll', async () => {
  const printer = await startPrinter()
  const sender = new Sender(printer)
  sender.write(`${LABEL}^XA^FDhalf~HI`)
  await sender.hears('\x03')
  await printer.faults.set({ powerOff: true })
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
  expect(printer.roll.entry(1)).toMatchObject({ end: 'power-off', labelsPrinted: 1 })
})

test('a printer can be stopped whatever is wrong with it', async () => {
  for (const fault of [{ paperOut: true }, { neverRead: true }, { slow: { bytesPerSecond: 10 } }]) {
    const printer = await startPrinter()
    await printer.faults.set(fault)
    const sender = new Sender(printer)
    sender.write(LABEL.repeat(10))
    await sender.connected()
    await printer.stop()
    expect((await sender.ended).end).toMatch(/ECONNRESET|EPIPE/)
  }
})
