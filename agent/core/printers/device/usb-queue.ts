// Whether a print queue of CUPS leads to a printer that is plugged in here: its back end takes it away from the driver usblp.
//
//   usb://Zebra%20Technologies/ZTC%20ZD421-203dpi%20ZPL?serial=D2J201234567
//
// How CUPS makes that address: make_device_uri in backend/usb-libusb.c. The model there goes without the maker before it.
import type { UsbPrinter } from './usb-scan.ts'

export function isQueueOf(deviceUri: string, printer: UsbPrinter): boolean {
  const uri = URL.parse(deviceUri)
  if (uri?.protocol !== 'usb:') return false
  // What CUPS makes of a serial number that it could not read.
  const serial = (uri.searchParams.get('serial') ?? '').replace(/^\?+$/, '')
  if (serial !== '' && printer.serials.length > 0) return printer.serials.some((one) => isSame(one, serial))
  const model = decoded(uri.pathname.slice(1))
  const { maker } = printer.id
  const own = printer.id.model
  return model !== '' && (isSame(own, model) || isSame(own, `${maker} ${model}`))
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** As it stands where the percent signs are none of an address. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
