// The check inside the guest: the agent's own back ends at a USB printer of this kernel, each thing that is looked at a line.
import { readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { once } from 'node:events'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createCupsPrinters, queueDevices } from '../../../agent/core/printers/cups.ts'
import { createUsbPrinters, USB_LIMITS } from '../../../agent/core/printers/device/usb.ts'
import { createPrinters } from '../../../agent/core/printers/printers.ts'
import { startCupsd } from '../../../agent/core/printers/test/cupsd.ts'
import { createTestPrinter } from '../../../agent/test-printer/label-printer.ts'
import {
  addUsbQueue,
  cutShortByQueue,
  everyLabelByQueue,
  isListedOnce,
  labelWhileAway,
  refusesBesideQueue,
} from './cups-parts.ts'
import { Gadget } from './gadget.ts'
import { DONE, PARTS } from './outcome.ts'
import { comesAndGoes, cutShort, everyLabel, isAsked, USB_ID, type Bench } from './usb-parts.ts'

/** Beside this program's bundle, in the folder .data/usb-check of the repository. */
const LABELS = path.join(import.meta.dirname, '../../agent/test-printer/labels')
const TIMES = 3
/** A printer that is away keeps a label in doubt so long; 90 s in the product. */
const JOB_MS = 20_000

const labels = readdirSync(LABELS)
  .filter((name) => name.endsWith('.zpl'))
  .map((name) => ({ name, bytes: readFileSync(path.join(LABELS, name)) }))
const everyByte = Buffer.from(
  Uint8Array.from({ length: 300_000 }, (_, index) => (index ^ (index >> 8)) & 0xff),
)

const cupsd = await startCupsd(null)
const usb = createUsbPrinters({
  sysRoot: '/sys',
  devRoot: '/dev',
  queueDevices: async () => queueDevices(cupsd.socketPath),
  clock: systemClock,
  limits: USB_LIMITS,
})
const cups = createCupsPrinters({ socketPath: cupsd.socketPath, clock: systemClock, jobMs: JOB_MS })
const gadget = new Gadget()
const bench: Bench = {
  gadget,
  printers: createPrinters({ backends: [cups, usb], clock: systemClock, logger: silentLogger }),
  labels: [...labels, { name: 'every byte value, 300,000 bytes', bytes: everyByte }],
}

await comesAndGoes(bench, TIMES)
gadget.plug()
await comesBack()
await everyLabel(bench, USB_ID, PARTS.usb)
await isAsked(bench, answering)
await cutShort(bench, TIMES)
if (await addUsbQueue(cupsd)) {
  await isListedOnce(bench, 'before CUPS took it from its driver')
  await refusesBesideQueue(bench)
  await everyLabelByQueue(bench)
  await isListedOnce(bench, 'after CUPS took it from its driver')
  await labelWhileAway(bench)
  await cutShortByQueue(bench, TIMES)
}
gadget.stop()
await cupsd.stop()
console.log(DONE)
process.exit(0)

async function comesBack(): Promise<void> {
  for (let n = 0; n < 1_000 && (await bench.printers.list()).length === 0; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The test printer at the far end of the cable, for as long as it is asked. */
async function answering(): Promise<() => void> {
  const printer = createTestPrinter()
  await printer.start()
  const socket = net.connect({ host: '127.0.0.1', port: printer.rawPort, allowHalfOpen: true })
  await once(socket, 'connect')
  gadget.onBytes = (bytes) => void socket.write(bytes)
  socket.on('data', (bytes: Buffer) => void gadget.answer(bytes)).on('error', () => undefined)
  return () => {
    gadget.onBytes = () => undefined
    socket.destroy()
    void printer.stop()
  }
}
