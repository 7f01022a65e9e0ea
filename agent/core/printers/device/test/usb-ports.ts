// USB ports of a test's own, gone after it.
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { usbPortsIn, type UsbPorts } from './usb-port-files.ts'

export { ZEBRA_ID, type PluggedPrinter, type UsbPorts } from './usb-port-files.ts'

export function usbPorts(): UsbPorts {
  return usbPortsIn(temporaryFolder())
}
