// All printers of this computer as one list, whatever they are connected by.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { SystemModel } from '../status/models/printer-model.ts'
import type { StatusLanguage } from '../status/printer-reading.ts'
import type {
  Presence,
  PrinterBackend,
  PrinterInfo,
  PrinterWay,
  PrintRequest,
  QueuedLabel,
} from './printer-backend.ts'
import type { SocketAddress } from './socket-writer.ts'
import type { StatusAnswer } from './status-query.ts'
import { writeFailure, type WriteOutcome } from './write-outcome.ts'

export interface PrintersParts {
  readonly backends: readonly PrinterBackend[]
  readonly logger: Logger
}

export interface Printers {
  /** `one_way` of a printer that this computer does not know. */
  way(id: string): PrinterWay
  /** What a label proves that was handed over, and of which the printer says nothing. */
  proves(id: string): 'L0' | 'L1'
  /** At most 200, the back ends in their order. A back end that fails leaves its printers out. */
  list(): Promise<readonly PrinterInfo[]>
  /** Calls `onChange` when a printer came or went, as far as its kind shows that by itself; until cancelled. */
  watch(onChange: () => void): Cancel
  /** What the system or the printer's own description calls its model; null when unknown. */
  systemModel(id: string): SystemModel | null
  status(id: string): Promise<Presence>
  /** Null where this kind of printer cannot be asked. `language`: what mayAsk said, never a guess. Within 3 s. */
  read(id: string, language: StatusLanguage): Promise<StatusAnswer | null>
  /** What a print queue of the system says is the matter; null where there is none, or it does not answer. */
  conditions(id: string): Promise<readonly PrinterCondition[] | null>
  /** What became of a label that an earlier process handed to a queue; null where there is none. Within 20 s. */
  queued(id: string, title: string, signal: AbortSignal): Promise<QueuedLabel | null>
  /** The raw TCP port to which this printer hands what it gets; null when it has none or none is known. */
  leadsTo(id: string): Promise<SocketAddress | null>
  print(id: string, request: Omit<PrintRequest, 'address'>): Promise<WriteOutcome>
}

const MAX_PRINTERS = 200

export function createPrinters({ backends, logger }: PrintersParts): Printers {
  return {
    way: (id) => findBackend(backends, id)?.backend.way ?? 'one_way',
    proves: (id) => findBackend(backends, id)?.backend.proves ?? 'L0',
    list: async () => listAll(backends, logger),
    watch: (onChange) => watchAll(backends, onChange),
    systemModel: (id) => {
      const found = findBackend(backends, id)
      return found?.backend.systemModel?.(found.address) ?? null
    },
    status: async (id) => {
      const found = findBackend(backends, id)
      return found === null
        ? { state: 'absent', reason: reason('printer_not_found', {}, id.slice(0, 100)) }
        : found.backend.status(found.address)
    },
    read: async (id, language) => {
      const found = findBackend(backends, id)
      return found?.backend.read === undefined ? null : found.backend.read(found.address, language)
    },
    conditions: async (id) => {
      const found = findBackend(backends, id)
      return found?.backend.conditions === undefined ? null : found.backend.conditions(found.address)
    },
    queued: async (id, title, signal) => {
      const found = findBackend(backends, id)
      return found?.backend.queued === undefined ? null : found.backend.queued(found.address, title, signal)
    },
    leadsTo: async (id) => {
      const found = findBackend(backends, id)
      return found === null ? null : found.backend.leadsTo(found.address)
    },
    print: async (id, request) => {
      const found = findBackend(backends, id)
      return found === null
        ? writeFailure('address_not_usable', false, id.slice(0, 100))
        : found.backend.print({ ...request, address: found.address })
    },
  }
}

async function listAll(backends: readonly PrinterBackend[], logger: Logger): Promise<readonly PrinterInfo[]> {
  const lists = await Promise.all(backends.map((backend) => listOf(backend, logger)))
  return lists.flat().slice(0, MAX_PRINTERS)
}

function watchAll(backends: readonly PrinterBackend[], onChange: () => void): Cancel {
  const cancels = backends.flatMap((backend) => backend.watch?.(onChange) ?? [])
  return () => {
    for (const cancel of cancels) cancel()
  }
}

async function listOf(backend: PrinterBackend, logger: Logger): Promise<readonly PrinterInfo[]> {
  try {
    return await backend.list()
  } catch (error) {
    logger.error('printers.list-failed', error, { kind: backend.kind })
    return []
  }
}

function findBackend(
  backends: readonly PrinterBackend[],
  id: string,
): { readonly backend: PrinterBackend; readonly address: string } | null {
  const colon = id.indexOf(':')
  const backend = backends.find(({ kind }) => kind === id.slice(0, Math.max(0, colon)))
  return backend === undefined ? null : { backend, address: id.slice(colon + 1) }
}
