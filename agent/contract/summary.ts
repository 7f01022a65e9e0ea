// Whether a label sent now would come out, as far as is known, and the one thing to say about it: tray, window and
// `agent status` have it from here.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { NEEDS_PAIRING, WITHDRAWN } from '@pharmacy-relay/shared/pairing.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { healthOfSummary, type ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import {
  SUMMARY_MEANINGS,
  type Summary,
  type SummaryCode,
  type SummaryFacts,
} from '@pharmacy-relay/shared/summary-codes.ts'
import type { AgentStatus, HubConnection, LabelsStatus, PrintingStatus } from './agent-api.ts'
import type { StandbyStatus } from './status.ts'

/** Labels expire by the clock; hours of a day on labels of a log are compared by people. */
export const CLOCK_OFF_MS = 60_000

/** Why an agent said nothing. `starting`: it was started a moment ago. */
export type Silence = 'starting' | 'not_running' | 'not_answering' | 'not_allowed' | 'not_understood'

/** Of an agent that did not answer. */
export function summaryOfSilence(why: Silence): Summary {
  return summary(why)
}

/**
 * Of an agent that answered. Whether it still belongs to its pharmacy comes before all; then what stops the next label, then
 * what labels before it need.
 */
export function summaryOf(status: AgentStatus): Summary {
  return (
    withdrawn(status.hub) ??
    outsider(status) ??
    stopped(status.printing) ??
    hubTrouble(status.hub) ??
    unsettled(status) ??
    asking(status.printing.labels) ??
    underWay(status.printing) ??
    readyWith(status)
  )
}

/** What the hub is told: the same, whether or not labels are on their way at this moment. */
export function healthOf(status: AgentStatus): ReportedHealth {
  const now = summaryOf(status)
  return healthOfSummary(now.code === 'working' ? readyWith(status) : now)
}

function summary(code: SummaryCode, facts: SummaryFacts = {}): Summary {
  return { code, facts, ...SUMMARY_MEANINGS[code] }
}

/** Staff ended its access: whatever else is the matter here is nobody's to look at. */
function withdrawn(hub: HubConnection): Summary | null {
  return hub.state === 'refused' && WITHDRAWN.has(hub.code) ? summary('withdrawn') : null
}

/** It does not belong to a pharmacy, or has no part in its printing. */
function outsider({ pharmacyId, printing, hub }: AgentStatus): Summary | null {
  if (pharmacyId === null) return summary('unpaired')
  if (printing.role !== 'None') return null
  const trouble = hubTrouble(hub)
  if (trouble !== null) return trouble
  if (printing.failure !== null) return notSetUp(printing)
  return summary(
    hub.state === 'online' ? 'no_role' : hub.state === 'connecting' ? 'starting' : 'no_role_no_hub',
  )
}

/** Nothing was at work before what could not be applied. */
function notSetUp({ failed }: PrintingStatus): Summary {
  const { code = null, printerName = null, tcpPort = null } = failed ?? {}
  if (code === 'port_taken' && tcpPort !== null) return summary('port_taken', { port: tcpPort })
  if (code === 'printer_missing' && printerName !== null)
    return summary('printer_missing', { printer: printerName })
  return summary('not_set_up')
}

/** The next label would not come out. */
function stopped(printing: PrintingStatus): Summary | null {
  const { role, tcpPort, printerName, pausedUntil } = printing
  if (pausedUntil !== null) {
    return summary('paused', { until: pausedUntil, count: printing.labels.waiting })
  }
  const { refused } = printing.labels
  if (refused !== null) return summary('labels_refused', { until: refused.at })
  const { standby = null } = printing
  if (standby !== null && standby.inUse !== null) return stoppedStandby(standby)
  if (role === 'Server') {
    if (printerName === null) return summary('no_printer')
    if (tcpPort === null) return summary('port_closed')
    const condition = printing.printer?.conditions.find(stopsPrinting)
    return condition === undefined ? null : summary('printer_stopped', { condition, printer: printerName })
  }
  return stoppedClient(printing)
}

/** Labels go to the standby printer, and it does not print. */
function stoppedStandby(standby: StandbyStatus): Summary | null {
  const { computerName: computer, isThere, conditions, reasons = [] } = standby
  if (!isThere) return summary('no_way', { computer })
  if (reasons.length > 0) return stoppedThere({ reasons, conditions }, computer)
  const condition = conditions.find(stopsPrinting)
  return condition === undefined ? null : summary('stopped_there', { computer, condition })
}

function stoppedClient({ target, tcpPort, way, printerThere = null }: PrintingStatus): Summary | null {
  if (target === null) return summary('no_target')
  if (tcpPort === null) return summary('port_closed')
  // Null: nobody told the certificate of that computer yet.
  if (way === null) return summary('no_way', { computer: target })
  if (way.path !== null) return printerThere === null ? null : stoppedThere(printerThere, target)
  // Before the first try has ended nothing speaks against either way.
  const { lanFailure, hubFailure } = way
  if (hubFailure?.code === 'link_peer_offline') return summary('off_there', { computer: target })
  const isFirstTry = lanFailure === null && hubFailure === null
  return summary(isFirstTry ? 'connecting' : 'no_way', { computer: target })
}

/** Its labels arrive, and do not come out. */
function stoppedThere(
  { reasons, conditions }: Pick<NonNullable<PrintingStatus['printerThere']>, 'reasons' | 'conditions'>,
  computer: string,
): Summary | null {
  if (reasons.length === 0) return null
  if (hasReason(reasons, 'paused')) return summary('paused_there', { computer })
  if (hasReason(reasons, 'no_printer')) return summary('no_printer_there', { computer })
  const condition = conditions.find(stopsPrinting)
  return summary('stopped_there', condition === undefined ? { computer } : { computer, condition })
}

/** The hub says no until somebody does something; labels that know their way go on. */
function hubTrouble(hub: HubConnection): Summary | null {
  if (hub.state !== 'refused') return null
  if (NEEDS_PAIRING.has(hub.code)) return summary('pair_again')
  switch (hub.code) {
    case 'NOT_APPROVED':
      return summary('waits_for_approval')
    case 'IDENTITY_CONFLICT':
      return summary('identity_conflict')
    case 'UPGRADE_REQUIRED':
      return summary('too_old')
    default:
      return summary('hub_refuses')
  }
}

/** What came from outside and cannot be taken as it is. */
function unsettled({ printing, peerAlarms }: AgentStatus): Summary | null {
  if (peerAlarms.length > 0) return summary('peer_changed')
  return printing.failure === null ? null : summary('not_applied')
}

/** Labels of which somebody has to say something, or that do not go on as they should. */
function asking({ unknown, held, waiting, look }: LabelsStatus): Summary | null {
  const job = named(look)
  if (unknown > 0) return summary('unknown_labels', { count: unknown, ...job })
  if (held > 0) return summary('held_labels', { count: held, ...job })
  const isSlow = look !== null && look.state !== 'failed' && look.state !== 'expired'
  return waiting > 0 && isSlow ? summary('labels_wait', { count: waiting, ...job }) : null
}

/** The label to look at first. */
function named(look: LabelsStatus['look']): SummaryFacts {
  return look === null ? {} : { job: labelNumber(look), jobRef: look.id ?? String(look.n) }
}

function underWay({ labels }: PrintingStatus): Summary | null {
  return labels.waiting > 0 ? summary('working', { count: labels.waiting }) : null
}

/** A label would come out; what is worth a remark. */
function readyWith({ hub, printing, hubAheadMs }: AgentStatus): Summary {
  const { labels, way, printerThere = null, standby = null } = printing
  if (standby !== null && standby.inUse !== null)
    return summary('ready_at_standby', { computer: standby.computerName, until: standby.inUse.since })
  const where = whereTo(printing)
  if (printing.printer?.isOffice === true) return summary('office_printer', where)
  const [condition] = (printing.printer ?? printerThere)?.conditions ?? []
  if (condition !== undefined) return summary('ready_printer_remark', { ...where, condition })
  const offMs = Math.abs(hubAheadMs ?? 0)
  if (offMs > CLOCK_OFF_MS)
    return summary('ready_clock_off', { ...where, seconds: Math.round(offMs / 1_000) })
  if (labels.failed > 0)
    return summary('ready_some_failed', { ...where, ...named(labels.look), count: labels.failed })
  if (way?.path === 'hub') return summary('ready_through_hub', where)
  return summary(hub.state === 'online' ? 'ready' : 'ready_hub_away', where)
}

function whereTo({ role, printerName, target }: PrintingStatus): SummaryFacts {
  if (role === 'Server') return printerName === null ? {} : { printer: printerName }
  return target === null ? {} : { computer: target }
}
