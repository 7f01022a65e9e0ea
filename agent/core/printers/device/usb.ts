// Label printers that are plugged into this computer and set up nowhere: Linux' driver usblp, /dev/usb/lp0 and so on.
//
// Never beside a print queue: CUPS takes the printer away from the driver, in the middle of a label if need be.
import path from 'node:path'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import type { SystemModel } from '../../status/models/printer-model.ts'
import type { PrinterBackend, PrinterInfo } from '../printer-backend.ts'
import { writeFailure, type WriteFailure } from '../write-outcome.ts'
import type { Device, DeviceEvents, DeviceLimits } from './device.ts'
import { createDevicePrinters, type FoundDevice } from './device-printers.ts'
import { openUsbDevice } from './usb-device.ts'
import { isQueueOf } from './usb-queue.ts'
import { usbPrinters, usbTrace, type UsbPrinter } from './usb-scan.ts'

export interface UsbPrinterParts {
  /** `/sys` */
  readonly sysRoot: string
  /** `/dev` */
  readonly devRoot: string
  /** Where the print queues of this computer send what they get; null when the print server does not answer. */
  readonly queueDevices: () => Promise<readonly string[] | null>
  readonly clock: Clock
  readonly limits: DeviceLimits
  readonly failpoint?: ReachFailpoint | undefined
}

/** A printer that is busy printing takes the next bytes late; one that does not within this has stopped. */
export const USB_LIMITS: DeviceLimits = { openMs: 5_000, stallMs: 30_000, drainMs: 30_000, closeMs: 5_000 }
/** What the driver takes at once: USBLP_BUF_SIZE. */
const CHUNK_BYTES = 8_192
/** A printer that comes or goes is to be seen within 2 s. */
const WATCH_MS = 1_000
/** A print server that hangs must not hold labels up: what it said last counts then. */
const QUEUES_MS = 1_000

export function createUsbPrinters(parts: UsbPrinterParts): PrinterBackend {
  const { sysRoot, devRoot, clock, limits, failpoint } = parts
  const isQueued = queueBook(parts)
  const modelByAddress = new Map<string, SystemModel>()
  const find = async (address: string): Promise<FoundDevice | WriteFailure> => {
    const all = await usbPrinters(sysRoot)
    const found = onlyOne(all, address)
    if ('ok' in found) return found
    if (await isQueued(found)) return writeFailure('printer_has_queue', false)
    const file = path.join(devRoot, 'usb', found.node)
    const open = async (events: DeviceEvents): Promise<Device | WriteFailure> => {
      const device = await openUsbDevice({ file, clock }, events)
      if ('ok' in device || isSamePlace(await usbPrinters(sysRoot), found)) return device
      // Unplugged meanwhile, and the number went to another printer.
      await device.close()
      return writeFailure('printer_unreachable', false, 'plugged anew')
    }
    return { open, limits, chunkBytes: CHUNK_BYTES }
  }
  const list = async (): Promise<PrinterInfo[]> => {
    const all = await usbPrinters(sysRoot)
    const queued = await Promise.all(all.map(isQueued))
    const free = all.filter((_, index) => queued[index] === false)
    modelByAddress.clear()
    for (const { address, systemModel } of free) modelByAddress.set(address, systemModel)
    return free.filter(isFirst).map(listed)
  }
  return {
    ...createDevicePrinters({
      kind: 'usb',
      clock,
      failpoint,
      list,
      find,
      watch: (onChange) => watchTrace(async () => usbTrace(sysRoot), clock, onChange),
    }),
    systemModel: (address) => modelByAddress.get(address) ?? null,
  }
}

function onlyOne(all: readonly UsbPrinter[], address: string): UsbPrinter | WriteFailure {
  const [found, ...more] = all.filter((printer) => printer.address === address)
  if (found === undefined) return writeFailure('printer_unreachable', false, 'not plugged in')
  return more.length === 0 ? found : writeFailure('usb_twins', false)
}

function isSamePlace(all: readonly UsbPrinter[], { node, address }: UsbPrinter): boolean {
  return all.some((printer) => printer.node === node && printer.address === address)
}

function isFirst({ address }: UsbPrinter, index: number, all: readonly UsbPrinter[]): boolean {
  return all.findIndex((one) => one.address === address) === index
}

function listed({ address, name, id }: UsbPrinter): PrinterInfo {
  return {
    id: `usb:${address}`,
    name,
    detail: [id.commands, id.serial].filter((text) => text !== '').join(' · '),
  }
}

/** Whether a print queue leads to a printer, as the print server says now, or said last. */
function queueBook({ queueDevices, clock }: Pick<UsbPrinterParts, 'queueDevices' | 'clock'>) {
  let known: readonly string[] = []
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    known = (await queueDevices()) ?? known
  }
  return async (printer: UsbPrinter): Promise<boolean> => {
    asking ??= ask().finally(() => (asking = null))
    const late = Promise.withResolvers<void>()
    const cancel = clock.after(QUEUES_MS, late.resolve)
    await Promise.race([asking, late.promise])
    cancel()
    return known.some((device) => isQueueOf(device, printer))
  }
}

/** Looks every second, one look at a time. */
function watchTrace(trace: () => Promise<string>, clock: Clock, onChange: () => void): Cancel {
  let isOver = false
  let before: string | null = null
  let cancel: Cancel = () => undefined
  const look = async (): Promise<void> => {
    const now = await trace()
    if (isOver) return
    if (before !== null && before !== now) onChange()
    before = now
    cancel = clock.after(WATCH_MS, () => void look())
  }
  void look()
  return () => {
    isOver = true
    cancel()
  }
}
