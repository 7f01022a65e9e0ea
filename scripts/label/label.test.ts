// Labels to a real test printer, by name and by address, and what is said when nobody takes them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import type { DemoFile } from '../start/demo-file.ts'
import { destinationOf } from './destination.ts'
import { digestOf, knownLabels, readLabel } from './label-file.ts'
import { prescriptionLabel } from './prescription.ts'
import { sendLabel } from './send.ts'

function demoWith(tcpPort: number): DemoFile {
  const computer = (computerName: string, role: 'None' | 'Client') => ({
    computerName,
    role,
    rawHost: '127.0.0.1',
    tcpPort,
  })
  const computers = [computer('COUNTER-1', 'Client'), computer('COUNTER-2', 'None')]
  const httpUrl = 'http://127.0.0.1:9181'
  return {
    portalUrl: 'http://127.0.0.1:5132',
    gatewayUrl: 'http://127.0.0.1:5082',
    users: [],
    pharmacies: [{ id: 1, storeId: 'P-1001', name: 'Central Pharmacy', computers }],
    testPrinters: [{ name: 'central-printer', httpUrl, rawHost: '127.0.0.1', tcpPort }],
  }
}

test('a label given by its bare name arrives byte for byte, as often as asked', async () => {
  const printer = await startPrinter()
  const label = await readLabel('ups')
  const to = destinationOf('counter-1', demoWith(printer.rawPort))
  const { ok, text } = await sendLabel(label, to, 3)
  expect(ok).toBe(true)
  expect(text).toContain(`COUNTER-1 (127.0.0.1:${printer.rawPort}) took ups.zpl (3,682 bytes each, 3 times`)
  expect(text).toContain('Look: http://127.0.0.1:9181')
  expect(text).toContain('Look: http://127.0.0.1:5132/relay/P-1001')
  const whole = createHash('sha256').update(label.bytes).digest('hex')
  expect(printer.roll.entries().map(({ sha256 }) => sha256)).toEqual([whole, whole, whole])
  expect(text).toContain(`SHA-256 ${whole.slice(0, 12)}`)
})

test('a made-up prescription is drawn, saved as a picture for each label, and printed as drawn', async () => {
  const printer = await startPrinter()
  const save = path.join(temporaryFolder(), 'label.png')
  const label = await prescriptionLabel('taper', save)
  expect(readFileSync(save).toString('latin1', 1, 4)).toBe('PNG')
  expect(readFileSync(save.replace('.png', '-4.png')).toString('latin1', 1, 4)).toBe('PNG')
  expect((await sendLabel(label, destinationOf(`127.0.0.1:${printer.rawPort}`, null), 1)).ok).toBe(true)
  expect(printer.odometer.labelsPrinted()).toBe(4)
  await expect(prescriptionLabel('none', null)).rejects.toThrow('plain, turkish')
})

test('a test printer and any address can be sent to as well', async () => {
  const printer = await startPrinter()
  const label = await readLabel('usps.zpl')
  const demo = demoWith(printer.rawPort)
  expect((await sendLabel(label, destinationOf('central-printer', demo), 1)).ok).toBe(true)
  expect((await sendLabel(label, destinationOf(`127.0.0.1:${printer.rawPort}`, null), 1)).ok).toBe(true)
  expect(printer.roll.entries()).toHaveLength(2)
})

test('a refused connection is told with what it may come from', async () => {
  const demo = demoWith(await freePort())
  const label = await readLabel('ups')
  const client = await sendLabel(label, destinationOf('COUNTER-1', demo), 1)
  expect(client).toMatchObject({ ok: false, text: expect.stringContaining('Is the demo running') })
  const none = await sendLabel(label, destinationOf('COUNTER-2', demo), 1)
  expect(none.text).toContain('no role')
})

test('a connection that is broken off is no success, and what was taken before is counted', async () => {
  let count = 0
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    count += 1
    if (count === 2) return void socket.once('data', () => socket.resetAndDestroy())
    socket.resume().on('end', () => socket.end())
  })
  const port = await listening(server)
  onTestFinished(() => void server.close())
  const sent = await sendLabel(await readLabel('ups'), destinationOf(`127.0.0.1:${port}`, null), 3)
  expect(sent.ok).toBe(false)
  expect(sent.text).toMatch(/^1 of 3 were taken, then not: 127\.0\.0\.1:\d+ broke the connection off/)
})

test('an unknown name is answered with the names there are', () => {
  expect(() => destinationOf('COUNTER-9', demoWith(9100))).toThrow('COUNTER-1, COUNTER-2, central-printer')
  expect(() => destinationOf('COUNTER-9', null)).toThrow('npm start')
})

test('an unknown label is answered with the command that lists them', async () => {
  await expect(readLabel('no-such-label')).rejects.toThrow('npm run label')
  expect(knownLabels().map(({ name }) => name)).toContain('ups.zpl')
  expect(digestOf(Buffer.from('abc'))).toBe('ba7816bf8f01')
})
