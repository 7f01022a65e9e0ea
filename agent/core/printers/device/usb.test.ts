// Plugged-in printers, over real pseudo-terminals as their devices: listed, named, asked, unplugged, and left to CUPS.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { allByteValues, realLabels, sha256, startPrinter } from '../../../test-printer/test/printer-rig.ts'
import { createPrinters } from '../printers.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createUsbPrinters, USB_LIMITS, type UsbPrinterParts } from './usb.ts'
import { bridgeTo, hasPseudoTerminals, serialCable, serialPeer } from './test/test-cable.ts'
import type { SerialCable } from './test/serial-cable.ts'
import { usbPorts, ZEBRA_ID, type PluggedPrinter, type UsbPorts } from './test/usb-ports.ts'

const SERIAL = 'D2J201234567'
const ADDRESS = `0a5f:0166:${SERIAL}`
const LABEL = Buffer.from('^XA^FO20,20^A0N,28,28^FDRx^FS^XZ')
const BIG = allByteValues()
const signal = new AbortController().signal
const label = (payload: Uint8Array = LABEL, address = ADDRESS) => ({
  address,
  payload,
  title: 'label 1',
  signal,
})

function backend({ sysRoot, devRoot }: UsbPorts, more: Partial<UsbPrinterParts> = {}) {
  return createUsbPrinters({
    sysRoot,
    devRoot,
    queueDevices: async () => Promise.resolve([]),
    clock: systemClock,
    limits: USB_LIMITS,
    ...more,
  })
}

const printerAt = (device: string, more: Partial<PluggedPrinter> = {}): PluggedPrinter => ({
  node: 'lp0',
  port: '1-1',
  serial: SERIAL,
  ieee1284Id: ZEBRA_ID,
  device,
  ...more,
})

async function plugged(): Promise<{ ports: UsbPorts; cable: SerialCable; printer: PluggedPrinter }> {
  const [ports, cable] = [usbPorts(), await serialCable()]
  const printer = printerAt(cable.port)
  ports.plug(printer)
  return { ports, cable, printer }
}

describe('Plugged-in printers', () => {
  test('are none where the system has none', async () => {
    const printers = backend(usbPorts())
    expect(await printers.list()).toEqual([])
    expect(await printers.print(label())).toMatchObject({ code: 'printer_unreachable', retry: 'transient' })
    expect(await printers.status(ADDRESS)).toMatchObject({ state: 'absent' })
  })

  test('are listed by serial number, with the names that they give themselves', async () => {
    const ports = usbPorts()
    const device = temporaryFolder()
    ports.plug(printerAt(device))
    ports.plug(
      printerAt(device, {
        node: 'lp1',
        port: '1-2',
        serial: null,
        ieee1284Id: 'MANUFACTURER:TSC;MODEL:TSC TE200;COMMAND SET:TSPL2;SN:A B/7;',
      }),
    )
    ports.plug(printerAt(device, { node: 'lp2', port: '1-3', serial: null, ieee1284Id: '' }))
    const printers = backend(ports)
    expect(await printers.list()).toEqual([
      {
        id: `usb:${ADDRESS}`,
        name: 'Zebra Technologies ZTC ZD421-203dpi ZPL',
        detail: 'ZPL',
      },
      { id: 'usb:0a5f:0166:A%20B%2F7', name: 'TSC TE200', detail: 'TSPL2 · A B/7' },
      { id: 'usb:0a5f:0166', name: 'USB printer 0a5f:0166', detail: '' },
    ])
    expect(printers.systemModel?.(ADDRESS)).toEqual({
      text: ZEBRA_ID,
      usb: { vendor: 0x0a_5f, product: 0x01_66 },
    })
    expect(printers.systemModel?.('0a5f:0166:none')).toBeNull()
  })

  test('that cannot be told apart are listed once, and get no labels', async () => {
    const ports = usbPorts()
    const device = temporaryFolder()
    ports.plug(printerAt(device, { serial: null }))
    ports.plug(printerAt(device, { serial: null, node: 'lp1', port: '1-2' }))
    const printers = backend(ports)
    expect((await printers.list()).map(({ id }) => id)).toEqual(['usb:0a5f:0166'])
    expect(await printers.print(label(LABEL, '0a5f:0166'))).toMatchObject({
      code: 'usb_twins',
      retry: 'transient',
    })
  })

  test('are noticed within 2 s when plugged and unplugged', async () => {
    const ports = usbPorts()
    const clock = new SteppedClock()
    const printers = createPrinters({ backends: [backend(ports, { clock })], clock, logger: silentLogger })
    let changes = 0
    const stop = printers.watch(() => void (changes += 1))
    onTestFinished(stop)
    const within2s = async (): Promise<void> => {
      await until('the look', () => clock.pending() === 1)
      clock.stepMs(1_000)
      await until('the next look', () => clock.pending() === 1)
    }
    await within2s()
    expect(changes).toBe(0)
    const printer = printerAt(temporaryFolder())
    ports.plug(printer)
    await within2s()
    expect(changes).toBe(1)
    ports.unplug(printer)
    ports.plug({ ...printer, port: '1-2' })
    await within2s()
    expect(changes).toBe(2)
    stop()
    expect(clock.pending()).toBe(0)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'without the right to its port says what to do (as root)',
    async () => {
      const ports = usbPorts()
      const device = path.join(ports.devRoot, '../device')
      writeFileSync(device, '', { mode: 0o600 })
      ports.plug(printerAt(device))
      const printers = backend(ports)
      process.seteuid?.(65_534)
      try {
        expect(await printers.print(label())).toMatchObject({ code: 'device_no_rights', retry: 'transient' })
        expect(await printers.status(ADDRESS)).toMatchObject({
          state: 'absent',
          reason: { code: 'device_no_rights', detail: expect.stringContaining('lp for USB') as unknown },
        })
      } finally {
        process.seteuid?.(0)
      }
    },
  )
})

describe.skipIf(!hasPseudoTerminals)('A plugged-in printer (Linux)', () => {
  test('gets every label of the test printer byte for byte', async () => {
    const { ports, cable } = await plugged()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    const printers = backend(ports)
    const labels = realLabels()
    for (const { bytes } of labels) {
      expect(await printers.print(label(bytes))).toEqual({ ok: true })
      await until('the bytes', () => bridge.bytes() >= bytes.length)
      await bridge.finish()
    }
    expect(labels.length).toBeGreaterThan(20)
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(
      labels.map(({ bytes }) => sha256(bytes)),
    )
  })

  test('tells how it is in its language, and what stops it', async () => {
    const { ports, cable } = await plugged()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    const printers = backend(ports)
    expect(await printers.status(ADDRESS)).toEqual({ state: 'present', reason: null })
    expect(await printers.read?.(ADDRESS, 'zpl')).toMatchObject({ reading: { isIdle: true, odometer: 0 } })
    await bridge.finish()
    await printer.faults.set({ headOpen: true })
    expect(await printers.read?.(ADDRESS, 'zpl')).toMatchObject({ reading: { conditions: ['head_open'] } })
  })

  test('is the same printer under another number', async () => {
    const { ports, cable, printer } = await plugged()
    const printers = backend(ports)
    const peer = serialPeer(cable)
    const before = await printers.list()
    ports.unplug(printer)
    expect(await printers.print(label())).toMatchObject({ code: 'printer_unreachable', retry: 'transient' })
    ports.plug({ ...printer, node: 'lp3', port: '1-4' })
    expect(await printers.list()).toEqual(before)
    expect(await printers.print(label())).toEqual({ ok: true })
    await until('the label', () => peer.bytes().equals(LABEL))
  })

  test('that never reads is given up: nobody knows what it took', async () => {
    const { ports } = await plugged()
    const limits = { ...USB_LIMITS, stallMs: 400 }
    expect(await backend(ports, { limits }).print(label(BIG))).toMatchObject({
      code: 'write_stalled',
      retry: 'ambiguous',
    })
  })

  test('that is unplugged in the middle leaves the label in doubt', async () => {
    const { ports, cable, printer } = await plugged()
    const peer = serialPeer(cable)
    const printers = backend(ports)
    const printing = printers.print(label(BIG))
    await peer.first
    cable.pull()
    ports.unplug(printer)
    expect(await printing).toMatchObject({ code: 'device_gone', retry: 'ambiguous' })
    expect(await printers.list()).toEqual([])
  })

  test('that is unplugged while it is asked behind the label leaves it in doubt', async () => {
    const { ports, cable } = await plugged()
    const peer = serialPeer(cable)
    const tail = {
      everyMs: 60_000,
      limitMs: 60_000,
      next: () => 'wait' as const,
      hear: () => 'more' as const,
    }
    const printing = backend(ports).print({ ...label(), tail })
    await until('the label', () => peer.bytes().length === LABEL.length)
    cable.pull()
    expect(await printing).toMatchObject({ code: 'device_gone', retry: 'ambiguous' })
  })
})
