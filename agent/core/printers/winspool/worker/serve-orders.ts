// The thread's side: does one order after the other and answers each. Nothing is kept open between two orders, so a spooler
// that was restarted is simply the one that the next order meets.
import type { MessagePort } from 'node:worker_threads'
import { addLocalPrinter, localFacts, removeLocalPrinter } from '../local/local-orders.ts'
import { isLocalPort } from '../local/names.ts'
import type {
  ListedPrinter,
  LocalOrder,
  LocalPlace,
  Order,
  QueueFacts,
  SpoolFailure,
} from '../spooler-facts.ts'
import { handOver, takeBack } from './hand-over.ts'
import { WindowsFailure, type Handle, type WinspoolApi } from './winspool-api.ts'

export type Asked = Order & { readonly number: number }

export type Answered =
  | { readonly number: number; readonly ok: true; readonly value: unknown }
  | { readonly number: number; readonly ok: false; readonly failure: SpoolFailure }

/** An error that is none of Windows' ends the thread. */
export function serveOrders(port: MessagePort, api: WinspoolApi): void {
  port.on('message', ({ number, ...order }: Asked) => {
    try {
      port.postMessage({ number, ok: true, value: carryOut(api, order) } satisfies Answered)
    } catch (error) {
      if (!(error instanceof WindowsFailure)) throw error
      port.postMessage({ number, ok: false, failure: error.failure } satisfies Answered)
    } finally {
      // A copy of a label; what stays in memory is the spool's.
      if (order.call === 'handOver') order.payload.fill(0)
    }
  })
}

function carryOut(api: WinspoolApi, order: Order): unknown {
  if (order.call === 'printers') return listed(api)
  if (isLocal(order)) return onLocalPrinter(api, order)
  const printer = api.open(order.name)
  try {
    return onPrinter(api, printer, order)
  } finally {
    api.close(printer)
  }
}

/** A port is looked up once, as thousands may print on one. */
function listed(api: WinspoolApi): ListedPrinter[] {
  const addresses = new Map<string, LocalPlace | null>()
  return api.printers().map((printer) => {
    const { port } = printer
    const known = addresses.get(port)
    const address = known === undefined ? addressOf(api, port) : known
    addresses.set(port, address)
    return { ...printer, address }
  })
}

function isLocal(order: Order): order is LocalOrder {
  return order.call === 'localFacts' || order.call === 'addLocal' || order.call === 'removeLocal'
}

function onLocalPrinter(api: WinspoolApi, order: LocalOrder): unknown {
  const admin = api.admin()
  if (order.call === 'addLocal') return addLocalPrinter(admin, order.place, order.driver)
  return order.call === 'removeLocal' ? removeLocalPrinter(admin) : localFacts(admin)
}

function onPrinter(
  api: WinspoolApi,
  printer: Handle,
  order: Exclude<Order, LocalOrder | { readonly call: 'printers' }>,
): unknown {
  switch (order.call) {
    case 'queue':
      return queueFacts(api, printer)
    case 'address':
      return addressOf(api, api.queue(printer).port)
    case 'jobs':
      return api.jobs(printer)
    case 'job':
      return api.job(printer, order.job)
    case 'takeBack':
      return takeBack(api, printer, { job: order.job, isOpen: false })
    case 'handOver':
      return handOver(api, printer, order)
  }
}

function addressOf(api: WinspoolApi, port: string): LocalPlace | null {
  const found = api.tcpPort(port)
  return found === null ? null : { host: found.host, port: found.port }
}

/** Port of Windows' monitor for USB printers. */
const USB_PORT = /^USB(\d{3,})$/i

function queueFacts(api: WinspoolApi, printer: Handle): QueueFacts {
  const { port, ...facts } = api.queue(printer)
  const usbPort = USB_PORT.exec(port)?.[1]
  const present = usbPort === undefined ? null : api.usbPorts()
  const isUnplugged = present !== null && !present.includes(Number(usbPort))
  return { ...facts, isUnplugged, leadsHere: isLocalPort(port) }
}
