// Plugged-in printers and print queues of CUPS: one that a queue leads to is left to it.
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { queueDevices } from '../cups.ts'
import { hasCupsd, startCupsd } from '../test/cupsd.ts'
import { usbPorts, ZEBRA_ID, type PluggedPrinter, type UsbPorts } from './test/usb-ports.ts'
import { createUsbPrinters, USB_LIMITS, type UsbPrinterParts } from './usb.ts'

const SERIAL = 'D2J201234567'
const PLUGGED = { node: 'lp0', port: '1-1', serial: SERIAL, ieee1284Id: ZEBRA_ID }
const label = (address = `0a5f:0166:${SERIAL}`) => ({
  address,
  payload: Buffer.from('^XA^XZ'),
  title: 'label 1',
  signal: new AbortController().signal,
})

function backend({ sysRoot, devRoot }: UsbPorts, queues: UsbPrinterParts['queueDevices']) {
  return createUsbPrinters({
    sysRoot,
    devRoot,
    queueDevices: queues,
    clock: systemClock,
    limits: USB_LIMITS,
  })
}

describe('A plugged-in printer that is set up as a print queue', () => {
  const QUEUE = `usb://Zebra%20Technologies/ZTC%20ZD421-203dpi%20ZPL?serial=${SERIAL}`
  const withQueue = (uri: string, more: Partial<PluggedPrinter> = {}) => {
    const ports = usbPorts()
    ports.plug({ ...PLUGGED, device: temporaryFolder(), ...more })
    return backend(ports, async () => Promise.resolve(['socket://10.0.0.5:9100', uri]))
  }

  test.each<[string, string, Partial<PluggedPrinter>]>([
    ['by its serial number', QUEUE, {}],
    [
      'by the serial number that it says itself',
      QUEUE,
      { serial: 'x', ieee1284Id: `${ZEBRA_ID}SN:${SERIAL};` },
    ],
    ['by its model, where the queue could not read its serial number', QUEUE.replace(SERIAL, '??????'), {}],
    ['by its model, where it has no serial number', QUEUE.replace(/\?.*/, ''), { serial: null }],
  ])('is listed through it only, found %s', async (_, uri, more) => {
    const printers = withQueue(uri, more)
    expect(await printers.list()).toEqual([])
    const address = more.serial === null ? '0a5f:0166' : `0a5f:0166:${more.serial ?? SERIAL}`
    expect(await printers.print(label(address))).toMatchObject({
      code: 'printer_has_queue',
      retry: 'transient',
    })
    expect(await printers.status(address)).toMatchObject({
      state: 'absent',
      reason: { code: 'printer_has_queue' },
    })
  })

  test.each([QUEUE.replace(SERIAL, 'OTHER'), 'usb://Brother/QL-820NWB', 'usb://%', 'file:/dev/null'])(
    'is its own where the queue leads elsewhere: %s',
    async (uri) => {
      expect(await withQueue(uri).list()).toHaveLength(1)
    },
  )

  test('is left alone also while the print server does not answer any more', async () => {
    const ports = usbPorts()
    ports.plug({ ...PLUGGED, device: temporaryFolder() })
    const answers: (readonly string[] | null)[] = [[QUEUE], null]
    const printers = backend(ports, async () => Promise.resolve(answers.shift() ?? null))
    expect(await printers.list()).toEqual([])
    expect(await printers.print(label())).toMatchObject({ code: 'printer_has_queue' })
  })

  test.skipIf(!hasCupsd)(
    'is known from a real print server (as root, after: apt-get install cups)',
    async () => {
      const cupsd = await startCupsd(null)
      onTestFinished(async () => cupsd.stop())
      const ports = usbPorts()
      ports.plug({ ...PLUGGED, device: path.join(temporaryFolder(), 'none') })
      const printers = backend(ports, async () => queueDevices(cupsd.socketPath))
      expect(await printers.list()).toHaveLength(1)
      await cupsd.addQueue('ZD421', QUEUE)
      expect(await printers.list()).toEqual([])
      expect(await printers.print(label())).toMatchObject({ code: 'printer_has_queue' })
    },
  )
})
