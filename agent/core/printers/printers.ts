// All printers of this computer as one list, whatever they are connected by.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
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
import { PrinterLists } from './listing/printer-lists.ts'
import type { SocketAddress } from './socket-writer.ts'
import type { StatusAnswer } from './status-query.ts'
import { writeFailure, type WriteOutcome } from './write-outcome.ts'

export interface PrintersParts {
  readonly backends: readonly PrinterBackend[]
  readonly clock: Clock
  readonly logger: Logger
}

export interface Printers {
  /** `one_way` of a printer that this computer does not know. */
  way(id: string): PrinterWay
  /** What a label proves that was handed over, and of which the printer says nothing. */
  proves(id: string): 'L0' | 'L1'
  /**
   * At most 200 within 1.5 s, the back ends in their order. Of one that fails or takes longer, what it listed last; when it lists others
   * after all, `watch` tells.
   */
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

export function createPrinters({ backends, clock, logger }: PrintersParts): Printers {
  const find = (id: string) => findBackend(backends, id)
  return {
    ...listedOf({ backends, clock, logger }),
    way: (id) => find(id)?.backend.way ?? 'one_way',
    proves: (id) => find(id)?.backend.proves ?? 'L0',
    systemModel: (id) => {
      const found = find(id)
      return found?.backend.systemModel?.(found.address) ?? null
    },
    status: async (id) => {
      const found = find(id)
      return found === null
        ? { state: 'absent', reason: reason('printer_not_found', {}, id.slice(0, 100)) }
        : found.backend.status(found.address)
    },
    read: async (id, language) => {
      const found = find(id)
      return (await found?.backend.read?.(found.address, language)) ?? null
    },
    conditions: async (id) => {
      const found = find(id)
      return (await found?.backend.conditions?.(found.address)) ?? null
    },
    queued: async (id, title, signal) => {
      const found = find(id)
      return (await found?.backend.queued?.(found.address, title, signal)) ?? null
    },
    leadsTo: async (id) => {
      const found = find(id)
      return found === null ? null : found.backend.leadsTo(found.address)
    },
    print: async (id, request) => {
      const found = find(id)
      return found === null
        ? writeFailure('address_not_usable', false, id.slice(0, 100))
        : found.backend.print({ ...request, address: found.address })
    },
  }
}

/** Who watches hears of what a back end shows by itself, and of a list that came late. */
function listedOf({ backends, clock, logger }: PrintersParts): Pick<Printers, 'list' | 'watch'> {
  const watchers = new Set<() => void>()
  const onLate = (): void => {
    for (const onChange of watchers) onChange()
  }
  const lists = new PrinterLists({ backends, clock, logger, onLate })
  return {
    list: async () => lists.list(),
    watch: (onChange) => {
      watchers.add(onChange)
      const cancel = watchAll(backends, onChange)
      return () => {
        watchers.delete(onChange)
        cancel()
      }
    },
  }
}

function watchAll(backends: readonly PrinterBackend[], onChange: () => void): Cancel {
  const cancels = backends.flatMap((backend) => backend.watch?.(onChange) ?? [])
  return () => {
    for (const cancel of cancels) cancel()
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
