// What can be the matter with a printer, as it says itself or its silence shows. Its words are in shared/texts.
import { z } from 'zod'
import { growing } from './wire.ts'

/** Nothing comes out until somebody does something, or the printer has cooled or warmed. */
const STOPPING = [
  'paused',
  'paper_out',
  'ribbon_out',
  'head_open',
  'too_hot',
  'too_cold',
  'paper_jam',
  'cutter_jam',
  'offline',
  'buffer_full',
  'memory_lost',
  'fault',
  'not_answering',
  'unreachable',
  'queue_stopped',
  /** Of a printer on a TLS port: it is not trusted, or nothing there speaks TLS. */
  'other_certificate',
  'no_tls',
] as const

/**
 * A printer that says so takes bytes and keeps them until somebody has put it right. A full buffer empties by itself, lost
 * settings keep nothing from coming out, and the rest is no word of the printer.
 */
const HOLDING: readonly PrinterCondition[] = [
  'paused',
  'paper_out',
  'ribbon_out',
  'head_open',
  'too_hot',
  'too_cold',
  'paper_jam',
  'cutter_jam',
  'offline',
  'fault',
]

const CONDITIONS = [
  ...STOPPING,
  /** Printed, and waits to be taken off. */
  'label_waiting',
  'paper_low',
  'clean_head',
  'replace_head',
  /** Said by a later version. */
  'other',
] as const
export const PrinterCondition = growing(z.enum(CONDITIONS), 'other')
/** In one list: more than are known here. */
export const MAX_CONDITIONS = 40
export type PrinterCondition = z.infer<typeof PrinterCondition>

/** Whether nothing comes out while this lasts; the others are only worth a look. */
export function stopsPrinting(condition: PrinterCondition): boolean {
  return STOPPING.some((stopping) => stopping === condition)
}

/** Whether labels had better wait here while the printer says so of itself. */
export function holdsLabels(condition: PrinterCondition): boolean {
  return HOLDING.includes(condition)
}
