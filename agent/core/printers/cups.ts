// Print queues of CUPS, by IPP over its local socket: raw bytes in, and the state of the job and of the queue back.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { printByQueue, queuedLabel, type CupsJobParts } from './cups-job.ts'
import { askQueue, askQueues, QUEUE_NAME } from './cups-queue.ts'
import type { SystemModel } from '../status/models/printer-model.ts'
import { decoded } from './device/usb-queue.ts'
import { ippText, type IppGroup } from './ipp-message.ts'
import { looksLikeLabels } from './listing/label-words.ts'
import type { Presence, PrinterBackend, PrinterInfo, PrinterPlace } from './printer-backend.ts'
import type { SocketAddress } from './socket-writer.ts'
import { writeFailure } from './write-outcome.ts'

export const CUPS_JOB_MS = 90_000

/** Of thousands; a report holds fewer. */
const MAX_SHOWN = 200

export function createCupsPrinters(parts: CupsJobParts): PrinterBackend {
  const modelByQueue = new Map<string, SystemModel>()
  return {
    kind: 'cups',
    way: 'queue',
    proves: 'L0',
    list: async () => {
      const shown = await shownQueues(parts.socketPath)
      modelByQueue.clear()
      for (const { queue, model } of shown) modelByQueue.set(queue, model)
      return shown.map(({ info }) => info)
    },
    systemModel: (queue) => modelByQueue.get(queue) ?? null,
    status: async (queue) => statusOf(parts.socketPath, queue),
    leadsTo: async (queue) => socketOf(parts.socketPath, queue),
    conditions: async (queue) => conditionsOf(parts.socketPath, queue),
    queued: async (queue, title, signal) =>
      QUEUE_NAME.test(queue) ? queuedLabel(parts, { queue, title, signal }) : 'unknown',
    print: async (request) => {
      if (!QUEUE_NAME.test(request.address))
        return writeFailure('address_not_usable', false, 'not a queue name')
      return printByQueue(parts, request)
    },
  }
}

interface ShownQueue {
  readonly queue: string
  readonly info: PrinterInfo
  readonly model: SystemModel
}

/**
 * Those for labels first. Without a print server there are none; throws Error when there is one that does not tell.
 * Of the thousands that are not shown nothing is kept.
 */
async function shownQueues(socketPath: string): Promise<ShownQueue[]> {
  const labels: ShownQueue[] = []
  const others: ShownQueue[] = []
  const wanted = ['printer-info', 'printer-make-and-model', 'device-uri']
  const answer = await askQueues(socketPath, wanted, (group, queue) => {
    if (!QUEUE_NAME.test(queue)) return
    const told = toldOf(group, queue)
    const list = looksLikeLabels(`${queue} ${told.name} ${told.model}`) ? labels : others
    if (list.length < MAX_SHOWN) list.push(shownQueue(queue, told))
  })
  if (answer.ok) return [...labels, ...others].slice(0, MAX_SHOWN)
  if (answer.cause === 'ENOENT' || answer.cause === 'ECONNREFUSED') return []
  throw new Error(`the print server does not tell its queues: ${answer.cause}`)
}

interface ToldOfQueue {
  readonly name: string
  readonly detail: string
  readonly device: string
  readonly model: string
}

function toldOf(group: IppGroup, queue: string): ToldOfQueue {
  const detail = ippText(group, 'printer-make-and-model') ?? ''
  const device = ippText(group, 'device-uri') ?? ''
  const name = ippText(group, 'printer-info')?.trim() || queue
  return { name, detail, device, model: modelText(detail, device) }
}

function shownQueue(queue: string, { name, detail, device, model }: ToldOfQueue): ShownQueue {
  const shown = { name: name.slice(0, 200), detail: detail.slice(0, 200) }
  return { queue, info: { id: `cups:${queue}`, ...shown, place: placeOf(device) }, model: { text: model } }
}

/** A queue without a driver is a "Local Raw Printer"; the address of a USB printer has maker and model all the same. */
function modelText(makeAndModel: string, device: string): string {
  const uri = device.startsWith('usb:') ? URL.parse(device) : null
  if (uri === null || !/^$|^Local (?:Raw|System V) Printer$/.test(makeAndModel)) return makeAndModel
  return decoded(`${uri.hostname} ${uri.pathname.slice(1)}`)
}

async function statusOf(socketPath: string, queue: string): Promise<Presence> {
  if (!QUEUE_NAME.test(queue))
    return { state: 'absent', reason: reason('address_not_usable', {}, 'not a queue name') }
  const state = await askQueue(socketPath, queue)
  if (state === null) return { state: 'unknown', reason: reason('print_server_silent', {}) }
  if (state === 'absent') return { state: 'absent', reason: reason('printer_not_found', {}) }
  return { state: 'present', reason: null }
}

async function conditionsOf(socketPath: string, queue: string): Promise<readonly PrinterCondition[] | null> {
  const state = QUEUE_NAME.test(queue) ? await askQueue(socketPath, queue) : null
  return state === null || state === 'absent' ? null : state.conditions
}

/** Of a queue whose device is `socket://HOST:PORT`; CUPS takes 9100 where the port is left out. */
async function socketOf(socketPath: string, queue: string): Promise<SocketAddress | null> {
  const state = QUEUE_NAME.test(queue) ? await askQueue(socketPath, queue) : null
  return state === null || state === 'absent' ? null : socketIn(state.device)
}

function socketIn(device: string): SocketAddress | null {
  const uri = URL.parse(device)
  if (uri?.protocol !== 'socket:') return null
  return { host: uri.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(uri.port || DEFAULT_PRINTER_PORT) }
}

/** `socket://HOST:PORT`, or `serial:/dev/ttyUSB0?baud=9600`. */
function placeOf(device: string): PrinterPlace | null {
  const socket = socketIn(device)
  if (socket !== null) return { kind: 'socket', ...socket, secured: null }
  const name = /^serial:(\/[^?]+)/.exec(device)?.[1]
  return name === undefined ? null : { kind: 'port', name }
}

/** Where every queue sends what it gets; null when the print server does not answer. */
export async function queueDevices(socketPath: string): Promise<readonly string[] | null> {
  const devices: string[] = []
  const answer = await askQueues(socketPath, ['device-uri'], (queue) => {
    devices.push(ippText(queue, 'device-uri') ?? '')
  })
  return answer.ok ? devices : null
}
