// Everything that an icon can say of a computer, as codes: how serious it is, and what helps. The texts are in shared/texts.
import type { PrinterCondition } from './printer-condition.ts'

/**
 * `ready`: a label would come out. `working`: labels are on their way, or the way is being set up. `attention`: a person
 * has to do something. `offline`: nothing leaves this computer at the moment.
 */
export type SummaryLevel = 'ready' | 'working' | 'attention' | 'offline'

/** What helps: a place of the window, or something that the tray does itself. */
export type SummaryAction =
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
  readonly level: SummaryLevel
  /** Null: nobody at this computer can do anything. */
  readonly action: SummaryAction | null
}

/** Everything that can be said. */
export const SUMMARY_MEANINGS = {
  ready: { level: 'ready', action: null },
  ready_through_hub: { level: 'ready', action: 'doctor' },
  /** The first printer is away, and they come out at the standby printer. */
  ready_at_standby: { level: 'ready', action: 'doctor' },
  /** Labels do not need the hub here. */
  ready_hub_away: { level: 'ready', action: 'doctor' },
  /** Its model prints documents: a label may come out as text, or not at all. */
  office_printer: { level: 'attention', action: 'printers' },
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
  /** Staff ended its access: nothing else counts then. */
  withdrawn: { level: 'attention', action: 'pair' },
  pair_again: { level: 'attention', action: 'pair' },
  waits_for_approval: { level: 'attention', action: null },
  identity_conflict: { level: 'attention', action: 'pair' },
  too_old: { level: 'attention', action: 'updates' },
  hub_refuses: { level: 'attention', action: 'doctor' },
  no_role: { level: 'attention', action: null },
  no_role_no_hub: { level: 'offline', action: 'doctor' },
  /** It was given a role, and could not take it up; labels are not taken until then. */
  port_taken: { level: 'attention', action: 'doctor' },
  printer_missing: { level: 'attention', action: 'printers' },
  not_set_up: { level: 'attention', action: 'doctor' },
  no_printer: { level: 'attention', action: 'printers' },
  no_target: { level: 'attention', action: null },
  port_closed: { level: 'attention', action: 'doctor' },
  printer_stopped: { level: 'attention', action: 'printers' },
  /** The printer of the PrinterComputer, as a Client hears it. */
  stopped_there: { level: 'attention', action: 'doctor' },
  paused_there: { level: 'attention', action: null },
  no_printer_there: { level: 'attention', action: null },
  /** The PrinterComputer is neither in the local network nor at the hub. */
  off_there: { level: 'offline', action: 'doctor' },
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

export type SummaryCode = keyof typeof SUMMARY_MEANINGS
export const summaryCodes = Object.keys(SUMMARY_MEANINGS) as readonly SummaryCode[]

/** What the words may name; left out where a code has none. */
export interface SummaryFacts {
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
  readonly job?: string
  /** What it is asked for by. */
  readonly jobRef?: string
  /** Instant; of `labels_refused` when it was. */
  readonly until?: string
}

export interface Summary extends Meaning {
  readonly code: SummaryCode
  readonly facts: SummaryFacts
}
