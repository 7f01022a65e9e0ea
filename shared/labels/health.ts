// Whether labels come out of a computer, and of a pharmacy: the one word that list, pages, support, check and window say,
// with the first cause as a code. An agent reports that of its own computer; the store API makes the rest of it.
import { z } from 'zod'
import { Id, Instant, TcpPort, lineOfText } from '../ids.ts'
import { PrinterCondition } from '../printer-condition.ts'
import type { Summary, SummaryCode } from '../summary-codes.ts'
import { growing } from '../wire.ts'

/**
 * `well`: a label sent now comes out; `warning`: it does, and something is worth a look; `stopped`: it does not; `closed`: it does not
 * because a computer is off, outside the opening hours of its pharmacy.
 */
export const HealthLevel = growing(z.enum(['stopped', 'warning', 'closed', 'well']), 'warning')
export type HealthLevel = z.infer<typeof HealthLevel>
/** The worst first. */
export const healthLevels = HealthLevel.options

/** What can be the first cause, with the level it makes; the texts are in shared/texts. */
const CAUSES = {
  /** Off, or without network. */
  computer_off: 'stopped',
  never_came: 'stopped',
  not_paired: 'stopped',
  withdrawn: 'stopped',
  waits_for_approval: 'stopped',
  no_role: 'stopped',
  no_printer: 'stopped',
  no_target: 'stopped',
  printer_stopped: 'stopped',
  printer_missing: 'stopped',
  port_taken: 'stopped',
  port_closed: 'stopped',
  /** Role or printer could not be applied, and nothing was at work before. */
  not_set_up: 'stopped',
  paused: 'stopped',
  /** The computer with the printer is there, and its labels do not reach it. */
  no_way: 'stopped',
  labels_refused: 'stopped',
  labels_wait: 'stopped',
  /** The newest setting could not be applied; the one before goes on. */
  not_applied: 'warning',
  peer_changed: 'warning',
  identity_conflict: 'warning',
  too_old: 'warning',
  hub_refuses: 'warning',
  /** Paired or given its role a moment ago, or a connection is being made. */
  connecting: 'warning',
  unknown_labels: 'warning',
  held_labels: 'warning',
  at_standby: 'warning',
  /** With a condition what the printer says; without one it is no label printer, as its model says. */
  printer_remark: 'warning',
  clock_off: 'warning',
  some_failed: 'warning',
  /** Said by a later version. */
  other: 'warning',
} as const satisfies Readonly<Record<string, Exclude<HealthLevel, 'well' | 'closed'>>>

export type HealthCode = keyof typeof CAUSES
export const healthCodes = Object.keys(CAUSES) as [HealthCode, ...HealthCode[]]
export const HealthCode = growing(z.enum(healthCodes), 'other')

/** What a cause is about; what it does not need is left out. */
export const HealthParams = z
  .strictObject({
    /** The computer that has the cause, where it is another one. */
    computer: lineOfText(63),
    /** As its computer names it. */
    printer: z.string().min(1).max(260),
    condition: PrinterCondition,
    port: TcpPort,
  })
  .partial()
export type HealthParams = z.infer<typeof HealthParams>

export const HealthCause = z.strictObject({ code: HealthCode, params: HealthParams })
export type HealthCause = z.infer<typeof HealthCause>

/** What an agent says of its own computer. No cause with `well` alone. */
export const ReportedHealth = z
  .strictObject({ level: HealthLevel, cause: HealthCause.nullable() })
  .meta({ id: 'ReportedHealth' })
export type ReportedHealth = z.infer<typeof ReportedHealth>

/** Of a computer or a pharmacy, as everybody is told. */
export const Health = ReportedHealth.extend({
  /** The computer that has the cause; null without a cause. */
  at: z.strictObject({ computerId: Id, name: lineOfText(63) }).nullable(),
  /** Since when it is so. */
  since: Instant,
}).meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

export const WELL: ReportedHealth = { level: 'well', cause: null }

/** With the level that the cause makes. */
export function unwell(code: HealthCode, params: HealthParams = {}): ReportedHealth {
  return { level: CAUSES[code], cause: { code, params } }
}

/** Something is being set up; the store API bounds it in time, and has a cause of its own for it afterwards. */
export function isSettling({ level, cause }: Pick<ReportedHealth, 'level' | 'cause'>): boolean {
  return level === 'warning' && cause?.code === 'connecting'
}

/** Null: labels come out, or nothing is known that speaks against it. */
const OF_SUMMARY: Readonly<Record<SummaryCode, HealthCode | null>> = {
  ready: null,
  ready_through_hub: null,
  ready_at_standby: 'at_standby',
  ready_hub_away: null,
  office_printer: 'printer_remark',
  ready_printer_remark: 'printer_remark',
  ready_clock_off: 'clock_off',
  ready_some_failed: 'some_failed',
  working: null,
  starting: 'connecting',
  connecting: 'connecting',
  labels_refused: 'labels_refused',
  paused: 'paused',
  unpaired: 'not_paired',
  withdrawn: 'withdrawn',
  pair_again: 'not_paired',
  waits_for_approval: 'waits_for_approval',
  identity_conflict: 'identity_conflict',
  too_old: 'too_old',
  hub_refuses: 'hub_refuses',
  no_role: 'no_role',
  no_role_no_hub: 'no_role',
  port_taken: 'port_taken',
  printer_missing: 'printer_missing',
  not_set_up: 'not_set_up',
  no_printer: 'no_printer',
  no_target: 'no_target',
  port_closed: 'port_closed',
  printer_stopped: 'printer_stopped',
  stopped_there: 'printer_stopped',
  paused_there: 'paused',
  no_printer_there: 'no_printer',
  off_there: 'computer_off',
  no_way: 'no_way',
  not_applied: 'not_applied',
  peer_changed: 'peer_changed',
  unknown_labels: 'unknown_labels',
  held_labels: 'held_labels',
  labels_wait: 'labels_wait',
  not_running: 'computer_off',
  not_answering: 'computer_off',
  not_allowed: 'other',
  not_understood: 'other',
}

/** The one thing that tray and window say of a computer, as everybody else says it. */
export function healthOfSummary({ code, facts }: Pick<Summary, 'code' | 'facts'>): ReportedHealth {
  const cause = OF_SUMMARY[code]
  if (cause === null) return WELL
  const { computer, printer, condition, port } = facts
  // Counts, times and seconds move while the cause stays.
  return unwell(cause, {
    ...(computer === undefined || computer === '' ? {} : { computer }),
    ...(printer === undefined || printer === '' ? {} : { printer }),
    ...(condition === undefined ? {} : { condition }),
    ...(port === undefined ? {} : { port }),
  })
}
