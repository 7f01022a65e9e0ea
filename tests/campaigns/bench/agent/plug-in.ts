// From a printer that is plugged in to the list that has it, beside a real print server with thousands of queues.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createCupsPrinters, CUPS_JOB_MS, queueDevices } from '../../../../agent/core/printers/cups.ts'
import { usbPortsIn, ZEBRA_ID } from '../../../../agent/core/printers/device/test/usb-port-files.ts'
import { createUsbPrinters, USB_LIMITS } from '../../../../agent/core/printers/device/usb.ts'
import { PrinterWatch } from '../../../../agent/core/printers/printer-watch.ts'
import { createPrinters } from '../../../../agent/core/printers/printers.ts'
import { hasCupsd, startCupsd } from '../../../../agent/core/printers/test/cupsd.ts'
import { figuresOf, type Figures } from '../measure.ts'

const TIMES = 20
const PLUGGED = { node: 'lp0', port: '1-1', serial: 'BENCH1', ieee1284Id: ZEBRA_ID, device: '/dev/null' }
const ID = 'usb:0a5f:0166:BENCH1'

/** A text says why there is none. In and out count alike. */
export async function plugInFigures(queues: number): Promise<Figures | string> {
  if (!hasCupsd) return 'no cupsd, or not root: npm run tools'
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-usb-'))
  const ports = usbPortsIn(folder)
  const cupsd = await startCupsd(null, { offices: queues })
  const { socketPath } = cupsd
  const usb = createUsbPrinters({
    sysRoot: ports.sysRoot,
    devRoot: ports.devRoot,
    queueDevices: async () => queueDevices(socketPath),
    clock: systemClock,
    limits: USB_LIMITS,
  })
  const cups = createCupsPrinters({ socketPath, clock: systemClock, jobMs: CUPS_JOB_MS })
  const printers = createPrinters({ backends: [cups, usb], clock: systemClock, logger: silentLogger })
  const watch = new PrinterWatch({
    printers,
    chosen: () => null,
    clock: systemClock,
    onChange: () => undefined,
  })
  const isListed = (): boolean => watch.list()?.some(({ id }) => id === ID) === true
  try {
    watch.start()
    await until('the first list', () => watch.list() !== null)
    const times: number[] = []
    for (let n = 0; n < TIMES * 2; n += 1) {
      // Not in step with the look that comes every second.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000))
      const startedAt = performance.now()
      if (n % 2 === 0) ports.plug(PLUGGED)
      else ports.unplug(PLUGGED)
      await until('the list', () => isListed() === (n % 2 === 0), 60_000)
      times.push(performance.now() - startedAt)
    }
    return figuresOf(times)
  } finally {
    watch.stop()
    await cupsd.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
