// Every reason that agents and services store or send, with the parameters of each. A reason is a code: texts/LANGUAGE/reasons.ts
// says it to people, and a code without a text does not compile.
//
// Without zod, so that what commits labels need not load it.
import type { PrinterCondition } from '../printer-condition.ts'
import { ACCOUNT_REASONS } from './account-reason-codes.ts'
import { LABEL_REASONS } from './label-reason-codes.ts'
import { PATIENT_REASONS } from './patient-reason-codes.ts'
import { SUPPORT_REASONS } from './support-reason-codes.ts'

/** How a parameter is formatted for people, and what it holds. Never anything of a label's content but one character. */
interface ParamKinds {
  /** Of a computer or pharmacy. */
  readonly name: string
  /** Id of a printer, or the name of a computer that has one. */
  readonly printer: string
  /** Hours and minutes where it happens: `14:05`. */
  readonly time: string
  /** Seconds. */
  readonly duration: number
  readonly count: number
  /** Ordinal, such as of a port: without separators. */
  readonly number: number
  /** Number of a label (label-number.ts); what was stored before has a count there. */
  readonly label: string
  readonly condition: PrinterCondition
}
export type ParamKind = keyof ParamKinds

export const REASONS = {
  ...ACCOUNT_REASONS,
  ...PATIENT_REASONS,
  ...SUPPORT_REASONS,
  ...LABEL_REASONS,

  // A try to hand a label to a printer (agent/core/printers/write-outcome.ts has what follows from each).
  printer_unreachable: {},
  printer_busy: {},
  printer_not_found: {},
  printer_unplugged: {},
  address_not_usable: {},
  write_stalled: {},
  connection_reset: {},
  closed_early: {},
  close_not_seen: {},
  queue_failed: {},
  queue_stopped: {},
  queue_waits: {},
  queue_cancelled: {},
  queue_offline: {},
  queue_denied: {},
  queue_disk_full: {},
  raw_refused: {},
  spooler_stopped: {},
  job_not_finished: {},
  file_not_written: {},
  device_no_rights: {},
  device_gone: {},
  usb_twins: {},
  printer_has_queue: {},
  stopped: {},
  /** Another certificate than the one that is trusted; nothing of a label was sent. */
  other_certificate: {},
  no_tls: {},
  tls_silent: {},
  folder_not_usable: {},
  printer_in_use: {},
  print_server_silent: {},
  /** What the printer says of itself. */
  printer_condition: { condition: 'condition' },

  // A label of which bytes left, and what its printer says afterwards.
  agent_ended: {},
  agent_failed: {},
  being_asked: {},
  cannot_be_asked: {},
  says_nothing: {},
  queue_finished: {},
  queue_never_began: {},
  queue_cannot_tell: {},
  no_counter: {},
  counter_unknown: {},
  asked_once: {},
  not_at_rest: {},
  other_language: {},
  maybe_later: {},
  /** Its printer has stopped at this moment; what stops it stands behind it. */
  may_still_come: {},
  nothing_came: {},
  counter_back: {},
  some_came: {},
  it_came: {},
  part_came: { some: 'count', all: 'count' },
  more_came: {},
  tried_before: { times: 'count' },

  // Why a label waits, or does not any more.
  paused: { until: 'time' },
  no_part: {},
  no_printer: {},
  no_computer: {},
  expired: { after: 'duration' },
  clock_jumped: {},
  content_locked: {},
  content_gone: {},
  not_confirmed_yet: {},
  others_first: {},
  sending_to: { place: 'printer' },
  moved: { pharmacy: 'name' },
  copied: {},

  // How a label arrived.
  cut_label: {},
  cut_data: {},
  cut_command: {},
  cut_binary: {},
  cut_line: {},
  cut_unprinted: {},
  not_checked: {},
  no_end_mark: {},
  sender_closed: {},
  sender_silent: {},
  sender_broke: {},
  handed_over: {},

  // What people said.
  cancelled_here: {},
  cancelled_by_staff: {},
  /** By somebody at the computer that the label came from. */
  cancelled_at: { computer: 'name' },
  print_anyway: {},
  print_now: {},
  seen_out: {},
  printed_again: { label: 'label' },
  seen_out_by: { computer: 'name' },
  printed_again_by: { computer: 'name', label: 'label' },
  /** Said here, of a label that another computer has. */
  answer_waits: { computer: 'name' },
  answer_too_old: { computer: 'name', after: 'duration' },
  answer_not_heard: { computer: 'name' },
  answer_not_told: { computer: 'name' },
  reprint_marked: { count: 'count', label: 'label' },
  reprint_unmarked: { count: 'count', label: 'label' },

  // A label for another computer; the first four begin what that computer says.
  at_computer: { computer: 'name' },
  waits_there: { computer: 'name' },
  held_there: { computer: 'name' },
  forwarded_there: { computer: 'name' },
  says_so: { computer: 'name' },
  came_home: {},
  through_hub: {},
  /** It went to the computer with the standby printer. */
  at_standby: { computer: 'printer' },
  no_news_yet: {},
  in_doubt: { computer: 'name' },
  gone_elsewhere: { computer: 'name' },
  not_known_there: { computer: 'name' },
  link_refused_size: {},
  link_refused_hash: {},
  link_refused_conflict: {},
  link_refused_expired: {},
  link_refused_busy: {},
  link_refused_storage: {},
  link_refused_not_ready: {},
  computer_unreachable: { computer: 'name' },
  and_through_hub: {},

  // Why a connection to another computer failed (agent/core/link/link-parts.ts).
  link_unreachable: {},
  link_no_address: {},
  link_not_pinned: {},
  link_not_welcome: {},
  link_hub_away: {},
  link_peer_offline: {},
  link_timeout: {},
  link_protocol: {},
  link_closed: {},
  link_bye: {},
  certificate_changed: { computer: 'name' },
  certificate_not_told: { computer: 'name' },
  /** Waits for a person; what was trusted before goes on. */
  certificate_not_used: { computer: 'name', shown: 'name' },
  /** Waits for a person, and nothing is exchanged until then. */
  certificate_refused: { computer: 'name', shown: 'name' },

  // Why a label was not taken.
  spool_full: {},
  too_many_waiting: {},
  disk_full: {},
  disk_slow: {},
  disk_failed: {},

  // Why an assignment was not applied.
  port_taken: { port: 'number' },
  port_not_allowed: { port: 'number' },
  port_impossible: { port: 'number' },
  port_not_opened: { port: 'number' },
  port_not_for_labels: { port: 'number' },
  port_refused_here: {},
  address_not_here: { address: 'name' },
  assignment_incomplete: {},
  assignment_failed: {},
  printer_not_here: { printer: 'printer' },
  printer_not_seen: { printer: 'printer' },
  printer_leads_back: { printer: 'printer', port: 'number' },
  // The printer of Windows that leads to the agent.
  local_printer_not_here: {},
  local_printer_no_port: {},
  /** An administrator may. */
  local_printer_denied: {},
  local_printer_busy: {},
  local_printer_no_driver: {},
  local_printer_no_monitor: {},
  local_printer_failed: { code: 'number' },
  target_out_of_reach: { computer: 'name', addresses: 'name' },

  // Why there is no connection to the hub.
  not_started: {},
  agent_stopping: {},
  becoming_another: {},
  not_paired: {},
  settings_missing: { names: 'name' },
  settings_changed: {},
  hub_unreachable: { hub: 'name' },
  host_answered: { status: 'number' },
  host_refused: {},
  host_cut: {},
  host_silent: {},
  name_unknown: {},
  name_server_silent: {},
  network_away: {},
  local_address_wrong: {},
  certificate_expired: {},
  certificate_not_valid_yet: {},
  certificate_self_signed: {},
  certificate_foreign: {},
  certificate_other_host: {},
  connection_failed: {},
  hub_closed: {},
  hub_silent: {},
  hub_cut: {},
  hub_unreadable: {},
  hub_restarting: {},
  hub_no_heartbeat: {},
  identity_used: {},
  hub_not_registered: {},
  hub_wants_pairing: {},
  hub_wants_approval: {},
  hub_removed: {},
  hub_has_copy: {},
  hub_wants_newer: {},
  hub_busy: {},
  hub_refuses: { code: 'name' },

  // Why what somebody asked for was not done.
  label_answer_first: { label: 'label' },
  label_reprint_instead: { label: 'label' },
  label_release_instead: { label: 'label' },
  label_not_asked: { label: 'label' },
  label_answered_yes: { label: 'label', computer: 'name' },
  label_answered_no: { label: 'label', computer: 'name', again: 'label' },
  label_known_there: { label: 'label', computer: 'name' },
  label_being_sent: { label: 'label' },
  label_over: { label: 'label' },
  label_send_again: { label: 'label' },
  label_not_printed_yet: { label: 'label' },
  label_elsewhere: { label: 'label', computer: 'name' },
  label_reprinted: { label: 'label', times: 'count' },
  agent_too_old: { computer: 'name' },
  computer_no_part: { computer: 'name' },
  computer_no_printer: { computer: 'name' },
  updates_no_launcher: {},
  updates_no_key: {},
  updates_no_address: {},
  no_version_before: {},
  paired_already: { pharmacy: 'name' },
  pairing_under_way: {},
  pairing_code_refused: {},
  pairing_too_often: { after: 'duration' },
  pairing_unsure: {},
  pairing_hub_away: {},
  portal_unknown: {},
  portal_fixed: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ParamKind>>>>

export type ReasonCode = keyof typeof REASONS

type Kinds<Code extends ReasonCode> = (typeof REASONS)[Code]
/** What a reason with that code is about. */
export type ReasonParams<Code extends ReasonCode> = {
  readonly [Name in keyof Kinds<Code>]: Kinds<Code>[Name] extends ParamKind
    ? ParamKinds[Kinds<Code>[Name]]
    : never
}

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(REASONS, code)
}
