// Printers that are set up in Windows, by its print spooler: raw bytes in, and the state of the job and of the queue back.
import os from 'node:os'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { SystemModel } from '../../status/models/printer-model.ts'
import type { Presence, PrinterBackend, PrinterInfo, PrinterPlace } from '../printer-backend.ts'
import { writeFailure } from '../write-outcome.ts'
import { printByWindows, queuedLabel } from './label-job.ts'
import { isLocalPort } from './local/names.ts'
import { inOrder } from './printer-order.ts'
import { queueConditions } from './queue-conditions.ts'
import { spoolerOn, type Spooler } from './spooler.ts'
import { causeOf, codeOf } from './spooler-failure.ts'
import type { ListedPrinter } from './spooler-facts.ts'
import { SpoolerThread } from './spooler-thread.ts'

export interface WindowsPrintersParts {
  readonly clock: Clock
  readonly logger: Logger
}

/** What Windows allows in a name. A comma or `!` would name something else: `NAME,Job 3` is a job. */
const QUEUE_NAME = /^[^\s,!\p{Cc}](?:[^,!\p{Cc}]{0,218}[^\s,!\p{Cc}])?$/u
const MAX_SHOWN = 200

/**
 * Up to three threads, each from its first use on: labels have one that does nothing else, and questions do not stand behind
 * a list of thousands, or one that waits for a print server that is away.
 */
export function createWindowsPrinters({ clock, logger }: WindowsPrintersParts): PrinterBackend {
  const thread = (name: string): Spooler => spoolerOn(new SpoolerThread({ name, clock, logger }))
  const [labels, questions] = [thread('winspool-labels'), thread('winspool-questions')]
  const lists = thread('winspool-lists')
  return windowsPrintersOn({
    labels,
    questions,
    lists,
    clock,
    computer: process.env['COMPUTERNAME'] ?? os.hostname(),
  })
}

export interface SpoolersParts {
  readonly labels: Spooler
  readonly questions: Spooler
  readonly lists: Spooler
  readonly clock: Clock
  readonly computer: string
}

export function windowsPrintersOn({
  labels,
  questions,
  lists,
  clock,
  computer,
}: SpoolersParts): PrinterBackend {
  const modelByName = new Map<string, SystemModel>()
  return {
    kind: 'win',
    way: 'queue',
    proves: 'L0',
    list: async () => {
      const shown = await listPrinters(lists)
      modelByName.clear()
      for (const { name, driver } of shown) modelByName.set(name, { text: driver })
      return shown.map(infoOf)
    },
    systemModel: (name) => modelByName.get(name) ?? null,
    status: async (name) => statusOf(questions, name),
    leadsTo: async (name) => {
      const address = QUEUE_NAME.test(name) ? await questions.address(name) : null
      return address?.ok === true ? address.value : null
    },
    conditions: async (name) => {
      const queue = QUEUE_NAME.test(name) ? await questions.queue(name) : null
      return queue?.ok === true ? queueConditions(queue.value) : null
    },
    queued: async (name, title, signal) =>
      QUEUE_NAME.test(name)
        ? queuedLabel({ spooler: questions, clock, computer }, { name, title, signal })
        : 'unknown',
    print: async (request) =>
      QUEUE_NAME.test(request.address)
        ? printByWindows({ spooler: labels, clock, computer }, request)
        : writeFailure('address_not_usable', false, 'not a printer name'),
  }
}

/** Those that look like label printers first. Throws Error when Windows does not tell. */
async function listPrinters(spooler: Spooler): Promise<readonly ListedPrinter[]> {
  const printers = await spooler.printers()
  if (!printers.ok) throw new Error(causeOf(printers.failure))
  // What leads to this agent is no printer of labels: each would come back without end.
  const named = printers.value.filter(({ name, port }) => QUEUE_NAME.test(name) && !isLocalPort(port))
  return inOrder(named).slice(0, MAX_SHOWN)
}

function infoOf(printer: ListedPrinter): PrinterInfo {
  const { name, driver, location, comment } = printer
  const detail = [...new Set([driver, location, comment].map((part) => part.trim()))].filter(Boolean)
  const shown = { name: name.slice(0, 200), detail: detail.join(', ').slice(0, 200) }
  return { id: `win:${name}`, ...shown, place: placeOf(printer) }
}

/** `COM3:` is the port of Windows' monitor of local ports. */
function placeOf({ port, address }: ListedPrinter): PrinterPlace | null {
  if (address !== null) return { kind: 'socket', ...address, secured: null }
  const name = /^(COM\d{1,3}):?$/i.exec(port)?.[1]
  return name === undefined ? null : { kind: 'port', name }
}

async function statusOf(spooler: Spooler, name: string): Promise<Presence> {
  if (!QUEUE_NAME.test(name))
    return { state: 'absent', reason: reason('address_not_usable', {}, 'not a printer name') }
  const queue = await spooler.queue(name)
  if (queue.ok && queue.value.leadsHere) return { state: 'absent', reason: reason('printer_not_found', {}) }
  if (queue.ok)
    return queue.value.isUnplugged
      ? { state: 'absent', reason: reason('printer_unplugged', {}) }
      : { state: 'present', reason: null }
  const code = codeOf(queue.failure)
  const state = code === 'printer_not_found' ? 'absent' : 'unknown'
  return { state, reason: reason(code, {}, causeOf(queue.failure)) }
}
