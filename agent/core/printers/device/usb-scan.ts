// The USB printers that Linux' driver usblp has at this moment, as sysfs shows them. Nothing is opened for that.
//
//   /sys/class/usbmisc/lp0/device      →  the printer's interface, with ieee1284_id
//   /sys/class/usbmisc/lp0/device/..      the printer, with idVendor, idProduct, serial, manufacturer, product
//
// drivers/usb/class/usblp.c of Linux. The number behind lp is given out anew at each plug, so nobody is shown it.
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { findModel } from '../../status/models/find-model.ts'
import { lineOf, parseIeee1284Id, type Ieee1284Id } from '../../status/models/ieee1284-id.ts'
import type { SystemModel } from '../../status/models/printer-model.ts'

export interface UsbPrinter {
  /** `0a5f:0166:D2J201234567`, behind `usb:`; without a serial number `0a5f:0166`. Two of one model may share it. */
  readonly address: string
  /** Under /dev/usb, until it is plugged again. */
  readonly node: string
  readonly id: Ieee1284Id
  /** The text that `id` was read from, and vendor and product. */
  readonly systemModel: SystemModel
  /** Those of the USB descriptor and of the IEEE 1284 id, which may differ: a queue may go by either. */
  readonly serials: readonly string[]
  /** For people. */
  readonly name: string
}

const NODE = /^lp\d{1,3}$/
const MAX_NODES = 32

/** Empty on a computer without such printers, and without sysfs. Never throws. */
export async function usbPrinters(sysRoot: string): Promise<UsbPrinter[]> {
  const found = await Promise.all((await nodes(sysRoot)).map(async (node) => printerAt(sysRoot, node)))
  return found.filter((printer) => printer !== null)
}

/** Another text whenever a printer came or went; quick. */
export async function usbTrace(sysRoot: string): Promise<string> {
  const places = (await nodes(sysRoot)).map(async (node) => {
    const link = await readlink(path.join(classFolder(sysRoot), node)).catch(() => '')
    return `${node} ${link}`
  })
  return (await Promise.all(places)).join('\n')
}

function classFolder(sysRoot: string): string {
  return path.join(sysRoot, 'class/usbmisc')
}

async function nodes(sysRoot: string): Promise<string[]> {
  const names = await readdir(classFolder(sysRoot)).catch((): string[] => [])
  return names
    .filter((name) => NODE.test(name))
    .toSorted()
    .slice(0, MAX_NODES)
}

/** Null when it went away meanwhile. */
async function printerAt(sysRoot: string, node: string): Promise<UsbPrinter | null> {
  const place = await realpath(path.join(classFolder(sysRoot), node, 'device')).catch(() => null)
  if (place === null) return null
  const device = path.dirname(place)
  const [vendor, product] = [await attribute(device, 'idVendor'), await attribute(device, 'idProduct')]
  if (!/^[\da-f]{4}$/i.test(vendor) || !/^[\da-f]{4}$/i.test(product)) return null
  const idText = await attribute(place, 'ieee1284_id', 1_024)
  const told = parseIeee1284Id(idText)
  const model = told.model || (await attribute(device, 'product')) || `USB printer ${vendor}:${product}`
  const maker = told.maker || (await attribute(device, 'manufacturer'))
  const name = model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`
  const usb = { vendor: Number.parseInt(vendor, 16), product: Number.parseInt(product, 16) }
  const systemModel = { text: idText === '' ? name : idText, usb }
  const isSerialShared = findModel(systemModel)?.quirks.includes('serial_of_descriptor') === true
  const id = isSerialShared ? { ...told, serial: '' } : told
  const descriptor = await attribute(device, 'serial')
  const own = descriptor === '' ? id.serial : descriptor
  const serials = [descriptor, told.serial].filter((serial) => serial !== '')
  const parts = [
    vendor.toLowerCase(),
    product.toLowerCase(),
    ...(own === '' ? [] : [encodeURIComponent(own)]),
  ]
  return { address: parts.join(':'), node, id, systemModel, serials, name }
}

/** An empty text when there is none. */
async function attribute(folder: string, name: string, maxCharacters = 100): Promise<string> {
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => '')
  return maxCharacters > 100 ? text.trim().slice(0, maxCharacters) : lineOf(text)
}
