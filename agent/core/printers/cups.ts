// Print queues of CUPS, by IPP over its local socket: raw bytes in, and the state of the job and of the queue back.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { printByQueue, queuedLabel, type CupsJobParts } from './cups-job.ts'
import { askQueue, NO_DOCUMENT, OPERATION, QUEUE_NAME } from './cups-queue.ts'
import { askIpp } from './ipp-client.ts'
import { IPP_GROUP, ippText, type IppGroup } from './ipp-message.ts'
import type { Presence, PrinterBackend, PrinterInfo } from './printer-backend.ts'
import type { SocketAddress } from './socket-writer.ts'
import { writeFailure } from './write-outcome.ts'

export const CUPS_JOB_MS = 90_000

export function createCupsPrinters(parts: CupsJobParts): PrinterBackend {
  return {
    kind: 'cups',
    way: 'queue',
    proves: 'L0',
    list: async () => listQueues(parts.socketPath),
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

/** Without a print server there are no printers. */
async function listQueues(socketPath: string): Promise<readonly PrinterInfo[]> {
  const wanted = ['printer-name', 'printer-info', 'printer-make-and-model']
  const answer = await askIpp(socketPath, '/', {
    operation: OPERATION.printers,
    attributes: [{ name: 'requested-attributes', kind: 'keyword', values: wanted }],
    document: NO_DOCUMENT,
  })
  if (!answer.ok) return []
  return answer.reply.groups.filter(({ tag }) => tag === IPP_GROUP.printer).flatMap(infoOf)
}

function infoOf(group: IppGroup): PrinterInfo[] {
  const queue = ippText(group, 'printer-name')
  if (queue === null || !QUEUE_NAME.test(queue)) return []
  const detail = ippText(group, 'printer-make-and-model') ?? ''
  const name = ippText(group, 'printer-info')?.trim() || queue
  return [{ id: `cups:${queue}`, name: name.slice(0, 200), detail: detail.slice(0, 200) }]
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
  const device = state === null || state === 'absent' ? null : URL.parse(state.device)
  if (device?.protocol !== 'socket:') return null
  return {
    host: device.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(device.port || DEFAULT_PRINTER_PORT),
  }
}

/** Where every queue sends what it gets; null when the print server does not answer. */
export async function queueDevices(socketPath: string): Promise<readonly string[] | null> {
  const answer = await askIpp(socketPath, '/', {
    operation: OPERATION.printers,
    attributes: [{ name: 'requested-attributes', kind: 'keyword', values: ['device-uri'] }],
    document: NO_DOCUMENT,
  })
  if (!answer.ok) return null
  return answer.reply.groups
    .filter(({ tag }) => tag === IPP_GROUP.printer)
    .flatMap((group) => ippText(group, 'device-uri') ?? [])
}
