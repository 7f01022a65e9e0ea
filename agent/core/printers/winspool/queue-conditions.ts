// What the state of a Windows queue means: what is the matter in words, and whether a label may be handed to it. Pure.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { WriteFailureCode } from '../write-outcome.ts'
import { PRINTER_ATTRIBUTE, PRINTER_STATUS } from './constants.ts'
import type { QueueFacts } from './spooler-facts.ts'

type QueueState = Pick<QueueFacts, 'status' | 'attributes' | 'isUnplugged'>

/** Bits that are missing say nothing of a fault: the printer works, warms up or sleeps. */
const CONDITIONS: readonly (readonly [bits: number, condition: PrinterCondition])[] = [
  [PRINTER_STATUS.paused | PRINTER_STATUS.pendingDeletion, 'queue_stopped'],
  // What Windows calls offline is a printer that it does not reach; a person's switch is the attribute.
  [
    PRINTER_STATUS.offline |
      PRINTER_STATUS.notAvailable |
      PRINTER_STATUS.serverUnknown |
      PRINTER_STATUS.serverOffline,
    'unreachable',
  ],
  [PRINTER_STATUS.paperOut | PRINTER_STATUS.manualFeed, 'paper_out'],
  [PRINTER_STATUS.doorOpen, 'head_open'],
  [PRINTER_STATUS.paperJam, 'paper_jam'],
  [PRINTER_STATUS.noToner, 'ribbon_out'],
  [PRINTER_STATUS.outOfMemory, 'buffer_full'],
  [
    PRINTER_STATUS.error |
      PRINTER_STATUS.paperProblem |
      PRINTER_STATUS.userIntervention |
      PRINTER_STATUS.outputBinFull |
      PRINTER_STATUS.pagePunt,
    'fault',
  ],
]

/** Each once; empty when nothing is the matter, or when Windows does not know. */
export function queueConditions({ status, attributes, isUnplugged }: QueueState): PrinterCondition[] {
  const away: PrinterCondition[] = isUnplugged ? ['unreachable'] : []
  const switchedOff: PrinterCondition[] =
    !isUnplugged && (attributes & PRINTER_ATTRIBUTE.workOffline) !== 0 ? ['queue_stopped'] : []
  const told = CONDITIONS.filter(([bits]) => (status & bits) !== 0).map(([, condition]) => condition)
  return [...new Set([...away, ...switchedOff, ...told])]
}

/**
 * Why a label is not handed over, as Windows would keep it and print it when nobody expects it any more; null when it may be.
 * Paper, door and errors refuse nothing: many ports say how they are only when they print, and what is old would never pass.
 */
export function refusalOf(queue: QueueState & Pick<QueueFacts, 'leadsHere'>): WriteFailureCode | null {
  const { status, attributes, isUnplugged, leadsHere } = queue
  if (leadsHere) return 'printer_not_found'
  if (isUnplugged) return 'printer_unplugged'
  if ((attributes & PRINTER_ATTRIBUTE.workOffline) !== 0) return 'queue_offline'
  const conditions = queueConditions({ status, attributes, isUnplugged })
  if (conditions.includes('queue_stopped')) return 'queue_stopped'
  return conditions.includes('unreachable') ? 'printer_unreachable' : null
}
