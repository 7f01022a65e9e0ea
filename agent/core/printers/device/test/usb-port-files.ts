// USB ports in a folder: as Linux' /sys and /dev show printers, with one end of a cable as the device.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface PluggedPrinter {
  /** What the kernel calls it. */
  readonly node: string
  /** The port of the hub, such as `1-1`. */
  readonly port: string
  readonly serial: string | null
  /** Vendor and product, four hexadecimal digits each; Zebra's unless told. */
  readonly usbId?: readonly [vendor: string, product: string]
  readonly ieee1284Id: string
  /** Stands in for the device file; a path that is not there is a printer whose device is gone. */
  readonly device: string
}

export interface UsbPorts {
  readonly sysRoot: string
  readonly devRoot: string
  plug(printer: PluggedPrinter): void
  unplug(printer: PluggedPrinter): void
}

export const ZEBRA_ID = 'MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC ZD421-203dpi ZPL;CLS:PRINTER;OPTIONS:XML;'

export function usbPortsIn(folder: string): UsbPorts {
  // As the system's own are, for a test with fewer rights.
  chmodSync(folder, 0o755)
  const [sysRoot, devRoot] = [path.join(folder, 'sys'), path.join(folder, 'dev')]
  const places = ({ port, node }: PluggedPrinter) => {
    const device = path.join(sysRoot, 'devices/usb1', port)
    const place = path.join(device, `${port}:1.0`)
    const link = path.join(sysRoot, 'class/usbmisc', node)
    return {
      device,
      place,
      own: path.join(place, 'usbmisc', node),
      link,
      file: path.join(devRoot, 'usb', node),
    }
  }
  return {
    sysRoot,
    devRoot,
    plug: (printer) => {
      const { device, place, own, link, file } = places(printer)
      for (const made of [own, path.dirname(link), path.dirname(file)]) mkdirSync(made, { recursive: true })
      const [vendor, product] = printer.usbId ?? ['0a5f', '0166']
      writeFileSync(path.join(device, 'idVendor'), `${vendor}\n`)
      writeFileSync(path.join(device, 'idProduct'), `${product}\n`)
      if (printer.serial !== null) writeFileSync(path.join(device, 'serial'), `${printer.serial}\n`)
      writeFileSync(path.join(place, 'ieee1284_id'), printer.ieee1284Id)
      symlinkSync(place, path.join(own, 'device'))
      symlinkSync(printer.device, file)
      symlinkSync(own, link)
    },
    unplug: (printer) => {
      const { device, link, file } = places(printer)
      for (const gone of [link, file, device]) rmSync(gone, { recursive: true, force: true })
    },
  }
}
