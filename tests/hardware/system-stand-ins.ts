// The test printer behind ports and spoolers of a system that is not there: a USB port whose device is a pseudo-terminal, and
// Windows' print spooler as Wine has it, with a queue of a private cupsd as its printer.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createUsbPrinters, USB_LIMITS } from '../../agent/core/printers/device/usb.ts'
import { usbPortsIn, ZEBRA_ID } from '../../agent/core/printers/device/test/usb-port-files.ts'
import { createPrinters } from '../../agent/core/printers/printers.ts'
import { startCupsd } from '../../agent/core/printers/test/cupsd.ts'
import { windowsPrinters } from '../windows/windows-printers.ts'
import { rollPerson } from './roll-person.ts'
import { serialLineTo } from './serial-line.ts'
import { paperOf, type StartStandIn } from './stand-in.ts'
import { backendOfWindows } from './windows-backend.ts'

const SERIAL = 'SUITE1'
const QUEUE = 'SUITE'

export const usbStandIn: StartStandIn = async (printer, lies) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suite-usb-'))
  const line = serialLineTo(printer.rawPort)
  const ports = usbPortsIn(folder)
  ports.plug({ node: 'lp0', port: '1-1', serial: SERIAL, ieee1284Id: ZEBRA_ID, device: line.port })
  const backend = createUsbPrinters({
    sysRoot: ports.sysRoot,
    devRoot: ports.devRoot,
    queueDevices: async () => Promise.resolve([]),
    clock: systemClock,
    limits: USB_LIMITS,
  })
  const printers = createPrinters({ backends: [backend], clock: systemClock, logger: silentLogger })
  const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
  const stop = async (): Promise<void> => {
    line.stop()
    rmSync(folder, { recursive: true, force: true })
    await printer.stop()
  }
  return { id: `usb:0a5f:0166:${SERIAL}`, printers, person, onOver: line.over, stop }
}

export const windowsStandIn: StartStandIn = async (printer, lies) => {
  const cupsd = await startCupsd(null)
  await cupsd.addQueue(QUEUE, `socket://127.0.0.1:${printer.rawPort}`)
  const windows = await windowsPrinters(cupsd.socketPath)
  const backends = [backendOfWindows(windows)]
  const printers = createPrinters({ backends, clock: systemClock, logger: silentLogger })
  const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
  const stop = async (): Promise<void> => {
    await windows.stop()
    await cupsd.stop()
    await printer.stop()
  }
  return { id: `win:${QUEUE}`, printers, person, onOver: async () => undefined, stop }
}
