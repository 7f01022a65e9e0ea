// The raw port with real senders: jobs, order, odometer, ends of all kinds.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createTestPrinter } from './label-printer.ts'
import {
  allByteValues,
  realLabel,
  realLabels,
  rolled,
  Sender,
  sendJob,
  sha256,
  startPrinter,
} from './test/printer-rig.ts'

const LABEL = '^XA^FDx^FS^XZ'
const ODOMETER = '! U1 getvar "odometer.total_label_count"\r\n'

test('every real label and 1 MiB of all byte values arrive byte for byte, and are on the roll before the FIN', async () => {
  const printer = await startPrinter()
  const jobs = [...realLabels().map(({ bytes }) => bytes), allByteValues()]
  for (const [index, job] of jobs.entries()) {
    expect(await sendJob(printer, job)).toEqual({ end: 'fin', reply: '' })
    expect(printer.roll.entries().at(-1)).toMatchObject({
      n: index + 1,
      bytes: job.length,
      sha256: sha256(job),
    })
    expect(printer.roll.payload(index + 1)?.equals(job)).toBe(true)
  }
})

test('jobs of senders that come at once are kept apart', async () => {
  const printer = await startPrinter()
  const jobs = realLabels()
    .map(({ bytes }) => bytes)
    .slice(0, 12)
  await Promise.all(jobs.map(async (job) => sendJob(printer, job)))
  expect((await rolled(printer, 12)).toSorted()).toEqual(jobs.map(sha256).toSorted())
})

test('a sender that asks before, inside and after its job gets answers, and the job is as if it had not asked', async () => {
  const printer = await startPrinter()
  const job = realLabel('ups.zpl')
  const sender = new Sender(printer)
  sender.write('~HS\r\n')
  await sender.hears('1234,0\x03\r\n')
  sender.write(job)
  sender.write(ODOMETER)
  await sender.hears('"1"')
  sender.fin()
  expect((await sender.ended).end).toBe('fin')
  expect(await rolled(printer, 1)).toEqual([sha256(job)])
})

test('1 MiB of all byte values with a query line behind it is still the same job', async () => {
  const printer = await startPrinter()
  const sender = new Sender(printer)
  sender.write(allByteValues())
  sender.write('~HS\r\n')
  await sender.hears('1234,0\x03\r\n')
  sender.fin()
  await sender.ended
  expect(await rolled(printer, 1)).toEqual([sha256(allByteValues())])
})

test('status queries alone are no label', async () => {
  const printer = await startPrinter({ name: 'Counter printer' })
  const asked = await sendJob(printer, '! U1 getvar "device.friendly_name"\r\n~HQES\r\n')
  expect(asked.reply).toContain('"Counter printer"\x02\r\nPRINTER STATUS')
  expect(printer.roll.entries()).toEqual([])
})

test('the odometer counts labels, and a power cut does not take them back', async () => {
  const printer = await startPrinter()
  await sendJob(printer, `${LABEL}^XA^FDy^FS^PQ3^XZ`)
  await printer.faults.set({ powerOff: true })
  await printer.faults.set({ powerOff: false })
  expect((await sendJob(printer, ODOMETER)).reply).toBe('"4"')
})

test('with a file the odometer outlives the process', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-printer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const odometerFile = path.join(folder, 'odometer.json')
  const first = await startPrinter({ odometerFile })
  await sendJob(first, LABEL)
  await first.stop()
  const second = await startPrinter({ odometerFile })
  expect(second.odometer.labelsPrinted()).toBe(1)
  writeFileSync(odometerFile, '{"labelsPrinted":-1}')
  expect(() => createTestPrinter({ odometerFile })).toThrow('is no odometer file')
})

test('a sender that never half-closes is done after the idle time, with its label on the roll', async () => {
  const printer = await startPrinter({ idleMs: 100 })
  const sender = new Sender(printer)
  sender.write(LABEL)
  expect((await sender.ended).end).toBe('fin')
  expect(printer.roll.entries()).toMatchObject([{ end: 'idle', sha256: sha256(Buffer.from(LABEL)) }])
})

test('a label that was complete before its sender reset the connection did come out', async () => {
  const printer = await startPrinter()
  const sender = new Sender(printer)
  sender.write(`${LABEL}\r\n${ODOMETER}`)
  await sender.hears('"1"')
  sender.socket.resetAndDestroy()
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(`${LABEL}\r\n`))])
  expect(printer.roll.entry(1)).toMatchObject({ end: 'cut', labelsPrinted: 1 })
})

test('of a job cut off in its second format the first label is on the roll', async () => {
  const printer = await startPrinter()
  const sender = new Sender(printer)
  sender.write(`${LABEL}^XA^FDhalf~HI`)
  await sender.hears('\x03')
  sender.socket.resetAndDestroy()
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('a job over the limit is reset and not kept', async () => {
  const printer = await startPrinter({ maxJobBytes: 100_000 })
  expect((await sendJob(printer, Buffer.alloc(200_000))).end).toMatch(/ECONNRESET|EPIPE/)
  await sendJob(printer, LABEL)
  expect(await rolled(printer, 1)).toEqual([sha256(Buffer.from(LABEL))])
})

test('a second connection waits until the first one is over, as many as are allowed', async () => {
  const printer = await startPrinter({ maxWaiting: 1 })
  const first = new Sender(printer)
  first.write('~HI\r\n')
  await first.hears('\x03')
  const second = sendJob(printer, LABEL)
  const third = new Sender(printer)
  expect((await third.ended).end).toBe('ECONNRESET')
  expect(printer.roll.entries()).toEqual([])
  first.fin()
  expect((await second).end).toBe('fin')
})

test('a printer that refuses when busy refuses a second connection, and takes the next job after the first', async () => {
  const printer = await startPrinter({ whenBusy: 'refuse' })
  const first = new Sender(printer)
  first.write('~HI\r\n')
  await first.hears('\x03')
  expect((await sendJob(printer, LABEL)).end).toBe('ECONNREFUSED')
  first.fin()
  await first.ended
  await expect.poll(async () => (await sendJob(printer, LABEL)).end).toBe('fin')
})

test('the roll drops its oldest payloads above its bytes, and its oldest entries above their number', async () => {
  const printer = await startPrinter({ maxRollEntries: 3, maxRollBytes: 250 })
  for (const letter of 'abcd') await sendJob(printer, letter.repeat(100))
  expect(printer.roll.entries().map(({ n }) => n)).toEqual([2, 3, 4])
  expect([2, 3, 4].map((n) => printer.roll.payload(n)?.length ?? null)).toEqual([null, 100, 100])
})

test('a port that is taken is said at the start, and nothing is left listening', async () => {
  const printer = await startPrinter()
  const second = createTestPrinter({ rawPort: printer.rawPort })
  await expect(second.start()).rejects.toThrow('EADDRINUSE')
  const third = createTestPrinter({ httpPort: printer.httpPort })
  await expect(third.start()).rejects.toThrow('EADDRINUSE')
  const port = third.rawPort
  const fourth = await startPrinter({ rawPort: port })
  expect(fourth.rawPort).toBe(port)
})

test('within TLS it is the same printer: one roll, one connection at a time, the same faults', async () => {
  const printer = await startPrinter({ tlsPort: 0, maxWaiting: 1, idleMs: 5_000 })
  const within = () => {
    const socket = tls.connect({ port: printer.tls?.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false })
    onTestFinished(() => void socket.destroy())
    const ended = new Promise((resolve) =>
      socket
        .on('error', () => undefined)
        .resume()
        .once('close', resolve),
    )
    return { socket, ended }
  }
  const served = within()
  await once(served.socket, 'secureConnect')
  const plain = new Sender(printer)
  plain.write(LABEL)
  plain.fin()
  await plain.connected()
  served.socket.end(`${LABEL}${LABEL}`)
  await served.ended
  expect((await plain.ended).end).toBe('fin')
  expect(await rolled(printer, 2)).toEqual([`${LABEL}${LABEL}`, LABEL].map((job) => sha256(Buffer.from(job))))

  await printer.faults.set({ resetAtByte: 1 })
  const reset = within()
  const failed = once(reset.socket, 'error')
  reset.socket.write(LABEL)
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
  await printer.faults.set({ resetAtByte: null, powerOff: true })
  expect(await once(within().socket, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
  await printer.faults.clear()
  const noTls = connect({ port: printer.tls?.port ?? 0, host: '127.0.0.1' })
  noTls.on('error', () => undefined).end(LABEL)
  await new Promise((resolve) => noTls.resume().once('close', resolve))
  expect(printer.roll.entries()).toHaveLength(2)
})

test('on a serial line each format is an entry, and a half one takes in the next until ~JX gives it up', async () => {
  const printer = await startPrinter({ isLine: true })
  const sender = new Sender(printer)
  sender.write(`${LABEL}\r\n${LABEL}\n^XA^FDhalf${LABEL}^XA^FDhalf~JX${LABEL}`)
  const merged = `^XA^FDhalf${LABEL}`
  expect(await rolled(printer, 4)).toEqual(
    [LABEL, LABEL, merged, LABEL].map((bytes) => sha256(Buffer.from(bytes))),
  )
  expect(printer.odometer.labelsPrinted()).toBe(4)
  await printer.faults.set({ paperOut: true })
  sender.write(`${LABEL}~HI`)
  await sender.hears('\x03')
  expect(printer.roll.entries()).toHaveLength(4)
  await printer.faults.clear()
  expect((await rolled(printer, 5)).at(-1)).toBe(sha256(Buffer.from(LABEL)))
})
