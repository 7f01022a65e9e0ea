// What an icon can say of a computer at one glance: whether a label sent now would come out, as far as is known, and the
// one thing to say about it. Tray, window and `agent status` have it from here; the words are in shared/texts/glance-*.ts.
import type { AgentStatus, HubConnection, LabelsStatus, PrintingStatus } from './agent-api.ts'
import { NEEDS_PAIRING } from './pairing.ts'
import { stopsPrinting, type PrinterCondition } from './printer-condition.ts'

/**
 * `ready`: a label would come out. `working`: labels are on their way, or the way is being set up. `attention`: a person
 * has to do something. `offline`: nothing leaves this computer at the moment.
 */
export type GlanceLevel = 'ready' | 'working' | 'attention' | 'offline'

/** What helps: a place of the window, or something that the tray does itself. */
export type GlanceAction =
  | 'start'
  | 'resume'
  | 'pair'
  | 'answer'
  | 'labels'
  | 'printers'
  | 'peers'
  | 'doctor'
  | 'updates'

interface Meaning {
  readonly level: GlanceLevel
  /** Null: nobody at this computer can do anything. */
  readonly action: GlanceAction | null
}

/** Everything that can be said. */
const MEANINGS = {
  ready: { level: 'ready', action: null },
  ready_through_hub: { level: 'ready', action: 'doctor' },
  /** Labels do not need the hub here. */
  ready_hub_away: { level: 'ready', action: 'doctor' },
  ready_printer_remark: { level: 'ready', action: 'printers' },
  /** Times on labels and lists are wrong, and sooner or later the hub is not trusted any more. */
  ready_clock_off: { level: 'ready', action: 'doctor' },
  /** Of the last day; nobody can make them right, and those after them come out. */
  ready_some_failed: { level: 'ready', action: 'labels' },
  working: { level: 'working', action: 'labels' },
  starting: { level: 'working', action: null },
  connecting: { level: 'working', action: 'doctor' },
  labels_refused: { level: 'attention', action: 'doctor' },
  paused: { level: 'attention', action: 'resume' },
  unpaired: { level: 'attention', action: 'pair' },
  pair_again: { level: 'attention', action: 'pair' },
  waits_for_approval: { level: 'attention', action: null },
  identity_conflict: { level: 'attention', action: 'pair' },
  too_old: { level: 'attention', action: 'updates' },
  hub_refuses: { level: 'attention', action: 'doctor' },
  no_role: { level: 'attention', action: null },
  no_role_no_hub: { level: 'offline', action: 'doctor' },
  /** It was given a part in printing, and could not take it up; labels are not taken until then. */
  port_taken: { level: 'attention', action: 'doctor' },
  printer_missing: { level: 'attention', action: 'printers' },
  not_set_up: { level: 'attention', action: 'doctor' },
  no_printer: { level: 'attention', action: 'printers' },
  no_target: { level: 'attention', action: null },
  port_closed: { level: 'attention', action: 'doctor' },
  printer_stopped: { level: 'attention', action: 'printers' },
  no_way: { level: 'offline', action: 'doctor' },
  not_applied: { level: 'attention', action: 'doctor' },
  peer_changed: { level: 'attention', action: 'peers' },
  unknown_labels: { level: 'attention', action: 'answer' },
  held_labels: { level: 'attention', action: 'labels' },
  labels_wait: { level: 'attention', action: 'labels' },
  not_running: { level: 'offline', action: 'start' },
  not_answering: { level: 'offline', action: 'start' },
  /** How labels are is not known then. */
  not_allowed: { level: 'attention', action: null },
  not_understood: { level: 'attention', action: null },
} as const satisfies Readonly<Record<string, Meaning>>

/** Labels expire by the clock; hours of a day on labels of a log are compared by people. */
export const CLOCK_OFF_MS = 60_000

export type GlanceCode = keyof typeof MEANINGS
export const glanceCodes = Object.keys(MEANINGS) as readonly GlanceCode[]

/** What the words may name; left out where a code has none. */
export interface GlanceFacts {
  /** The computer that labels are handed to. */
  readonly computer?: string
  readonly printer?: string
  readonly condition?: PrinterCondition
  readonly port?: number
  /** By which this computer's clock is wrong. */
  readonly seconds?: number
  /** Labels. */
  readonly count?: number
  /** Number of the label to look at first. */
  readonly job?: number
  /** Instant; of `labels_refused` when it was. */
  readonly until?: string
}

export interface Glance extends Meaning {
  readonly code: GlanceCode
  readonly facts: GlanceFacts
}

/** Why an agent said nothing. `starting`: it was started a moment ago. */
export type Silence = 'starting' | 'not_running' | 'not_answering' | 'not_allowed' | 'not_understood'

/** Of an agent that did not answer. */
export function glanceOfSilence(why: Silence): Glance {
  return glance(why)
}

/** Of an agent that answered. What stops the next label is said first, then what labels before it need. */
export function glanceOf(status: AgentStatus): Glance {
  return (
    outsider(status) ??
    stopped(status.printing) ??
    hubTrouble(status.hub) ??
    unsettled(status) ??
    asking(status.printing.labels) ??
    underWay(status.printing) ??
    readyWith(status)
  )
}

function glance(code: GlanceCode, facts: GlanceFacts = {}): Glance {
  return { code, facts, ...MEANINGS[code] }
}

/** It does not belong to a pharmacy, or has no part in its printing. */
function outsider({ pharmacyId, printing, hub }: AgentStatus): Glance | null {
  if (pharmacyId === null) return glance('unpaired')
  if (printing.role !== 'None') return null
  const trouble = hubTrouble(hub)
  if (trouble !== null) return trouble
  if (printing.failure !== null) return notSetUp(printing)
  return glance(
    hub.state === 'online' ? 'no_role' : hub.state === 'connecting' ? 'starting' : 'no_role_no_hub',
  )
}

/** Nothing was at work before what could not be applied. */
function notSetUp({ failed }: PrintingStatus): Glance {
  const { code = null, printerName = null, tcpPort = null } = failed ?? {}
  if (code === 'port_taken' && tcpPort !== null) return glance('port_taken', { port: tcpPort })
  if (code === 'printer_missing' && printerName !== null)
    return glance('printer_missing', { printer: printerName })
  return glance('not_set_up')
}

/** The next label would not come out. */
function stopped(printing: PrintingStatus): Glance | null {
  const { role, tcpPort, printerName, pausedUntil } = printing
  if (pausedUntil !== null && pausedUntil !== undefined) {
    return glance('paused', { until: pausedUntil, count: printing.labels.waiting })
  }
  const refused = printing.labels.refused ?? null
  if (refused !== null) return glance('labels_refused', { until: refused.at })
  if (role === 'Server') {
    if (printerName === null) return glance('no_printer')
    if (tcpPort === null) return glance('port_closed')
    const condition = printing.printer?.conditions.find(stopsPrinting)
    return condition === undefined ? null : glance('printer_stopped', { condition, printer: printerName })
  }
  return stoppedClient(printing)
}

function stoppedClient({ target, tcpPort, way }: PrintingStatus): Glance | null {
  if (target === null) return glance('no_target')
  if (tcpPort === null) return glance('port_closed')
  // An agent of the version before says nothing of it; null: nobody told the certificate of that computer yet.
  if (way === undefined || (way !== null && way.path !== null)) return null
  if (way === null) return glance('no_way', { computer: target })
  // Before the first try has ended nothing speaks against either way.
  const isFirstTry = way.lanFailure === null && way.hubFailure === null
  return glance(isFirstTry ? 'connecting' : 'no_way', { computer: target })
}

/** The hub says no until somebody does something; labels that know their way go on. */
function hubTrouble(hub: HubConnection): Glance | null {
  if (hub.state !== 'refused') return null
  if (NEEDS_PAIRING.has(hub.code)) return glance('pair_again')
  switch (hub.code) {
    case 'NOT_APPROVED':
      return glance('waits_for_approval')
    case 'IDENTITY_CONFLICT':
      return glance('identity_conflict')
    case 'UPGRADE_REQUIRED':
      return glance('too_old')
    default:
      return glance('hub_refuses')
  }
}

/** What came from outside and cannot be taken as it is. */
function unsettled({ printing, peerAlarms = [] }: AgentStatus): Glance | null {
  if (peerAlarms.length > 0) return glance('peer_changed')
  return printing.failure === null ? null : glance('not_applied')
}

/** Labels of which somebody has to say something, or that do not go on as they should. */
function asking({ unknown, held, waiting, look }: LabelsStatus): Glance | null {
  const job = look === null ? {} : { job: look.n }
  if (unknown > 0) return glance('unknown_labels', { count: unknown, ...job })
  if (held > 0) return glance('held_labels', { count: held, ...job })
  const isSlow = look !== null && look.state !== 'failed' && look.state !== 'expired'
  return waiting > 0 && isSlow ? glance('labels_wait', { count: waiting, ...job }) : null
}

function underWay({ labels }: PrintingStatus): Glance | null {
  return labels.waiting > 0 ? glance('working', { count: labels.waiting }) : null
}

/** A label would come out; what is worth a remark. */
function readyWith({ hub, printing, hubAheadMs = null }: AgentStatus): Glance {
  const { labels, printer, way } = printing
  const where = whereTo(printing)
  const [condition] = printer?.conditions ?? []
  if (condition !== undefined) return glance('ready_printer_remark', { ...where, condition })
  const offMs = Math.abs(hubAheadMs ?? 0)
  if (offMs > CLOCK_OFF_MS) return glance('ready_clock_off', { ...where, seconds: Math.round(offMs / 1_000) })
  if (labels.failed > 0) return glance('ready_some_failed', { ...where, count: labels.failed })
  if (way?.path === 'hub') return glance('ready_through_hub', where)
  return glance(hub.state === 'online' ? 'ready' : 'ready_hub_away', where)
}

function whereTo({ role, printerName, target }: PrintingStatus): GlanceFacts {
  if (role === 'Server') return printerName === null ? {} : { printer: printerName }
  return target === null ? {} : { computer: target }
}
