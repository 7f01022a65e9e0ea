// The printers of a Windows, asked from outside: runs under Windows' Node and connects to the port that its test listens on,
// with one JSON text a line. An order names a method of the back end, and its answer the method's outcome.
import { createInterface } from 'node:readline'
import net from 'node:net'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { z } from 'zod'
import { runAsAdministrator } from '../../agent/cli/computer/as-administrator.ts'
import { adminOfMonitor } from '../../agent/core/printers/winspool/local/koffi-admin.ts'
import { systemLocalSpooler } from '../../agent/core/printers/winspool/local/local-spooler.ts'
import { PLAIN_DRIVER } from '../../agent/core/printers/winspool/local/names.ts'
import { WindowsFailure } from '../../agent/core/printers/winspool/worker/winspool-api.ts'
import { createWindowsPrinters } from '../../agent/core/printers/winspool/winspool.ts'

const Order = z.object({
  id: z.int(),
  call: z.enum([
    'facts',
    'list',
    'status',
    'conditions',
    'leadsTo',
    'queued',
    'print',
    'localFacts',
    'addLocal',
    'removeLocal',
    'tellLocalMonitor',
    'elevate',
  ]),
  name: z.string().default(''),
  title: z.string().default(''),
  payload: z.base64().default(''),
  port: z.int().default(9_100),
})
type Order = z.infer<typeof Order>

const socket = net.connect(Number(process.argv[2]), '127.0.0.1')
const logger: Logger = {
  ...silentLogger,
  error: (event, error) => say({ log: `${event} ${causeOf(error)}` }),
  warn: (event, fields) => say({ log: `${event} ${JSON.stringify(fields)}` }),
}
const printers = createWindowsPrinters({ clock: systemClock, logger })
const local = systemLocalSpooler({ clock: systemClock, logger })
const { signal } = new AbortController()

function say(words: Readonly<Record<string, unknown>>): void {
  socket.write(`${JSON.stringify(words)}\n`)
}

async function carryOut({ call, name, title, payload, port }: Order): Promise<unknown> {
  if (call === 'facts') return { node: process.version, platform: process.platform }
  if (call === 'list') return printers.list()
  if (call === 'queued') return printers.queued?.(name, title, signal)
  if (call === 'conditions') return printers.conditions?.(name)
  if (call === 'print')
    return printers.print({ address: name, title, signal, payload: Buffer.from(payload, 'base64') })
  if (call === 'localFacts') return local?.facts()
  if (call === 'addLocal') return local?.add({ host: '127.0.0.1', port }, PLAIN_DRIVER)
  if (call === 'removeLocal') return local?.remove()
  if (call === 'tellLocalMonitor') return tellLocalMonitor(name, Command.parse(title))
  // Wine asks nobody.
  if (call === 'elevate') return runAsAdministrator(process.execPath, ['-e', title, name])
  return printers[call](name)
}

const Command = z.enum(['AddPort', 'DeletePort'])

/** The monitor of local ports, by the calls that the one of TCP/IP ports is told with. */
async function tellLocalMonitor(port: string, command: z.infer<typeof Command>): Promise<unknown> {
  const monitor = await adminOfMonitor('Local Port')
  try {
    monitor.tellMonitor(command, Buffer.from(`${port}\0`, 'utf16le'))
    return 'done'
  } catch (error) {
    if (error instanceof WindowsFailure) return error.failure
    throw error
  }
}

async function answer(line: string): Promise<void> {
  const order = Order.parse(JSON.parse(line))
  const startMs = performance.now()
  try {
    const value = await carryOut(order)
    say({ id: order.id, value, tookMs: performance.now() - startMs })
  } catch (error) {
    say({ id: order.id, fault: causeOf(error) })
  }
}

createInterface({ input: socket }).on('line', (line) => void answer(line))
// Its test is over, or has died.
socket.on('close', () => process.exit(0))
socket.on('error', () => process.exit(1))
