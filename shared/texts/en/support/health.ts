// Whether labels come out, as everybody says it: list, pages, support, check and window. In English.
import type { HealthLevel } from '../../../labels/health.ts'
import type { HealthWords } from '../../health-text.ts'

export interface HealthTexts extends HealthWords {
  /** Head of the column. */
  readonly title: string
  /** As a choice of the list's filter. */
  readonly counts: Readonly<Record<HealthLevel, string>>
  readonly filterAll: string
  /** Of a pharmacy without computers. */
  readonly nothing: string
  /** In front of the cause, where it is at another computer. */
  readonly at: (computer: string) => string
}

export const healthEn: HealthTexts = {
  title: 'Labels',
  levels: {
    stopped: 'Labels do not come out',
    warning: 'Labels come out, with a warning',
    closed: 'Closed: computers are off',
    well: 'Labels come out',
  },
  settling: 'Being set up',
  counts: {
    stopped: 'Do not come out',
    warning: 'With a warning',
    closed: 'Closed',
    well: 'Come out',
  },
  filterAll: 'All',
  nothing: 'No computers',
  at: (computer: string) => `At ${computer}:`,
  causes: {
    computer_off: () => 'The computer is off or without network, or its agent was shut down',
    never_came: () => 'The computer was paired and has not connected yet',
    not_paired: () => 'The computer has to be paired',
    withdrawn: () => 'The access of the computer was withdrawn',
    waits_for_approval: () => 'The computer waits for approval',
    no_role: () => 'The computer has no role and cannot print',
    no_printer: () => 'No printer is chosen',
    no_target: () => 'No computer has the printer',
    printer_stopped: () => 'The printer has stopped',
    printer_missing: ({ printer }) =>
      printer === '' ? 'The chosen printer is not there' : `The chosen printer, ${printer}, is not there`,
    port_taken: ({ port }) =>
      port === 0 ? 'Another program has the port for labels' : `Another program has port ${port}`,
    port_closed: () => 'The port for labels is closed',
    not_set_up: () => 'Role and printer could not be set up',
    paused: () => 'Printing is paused at the computer',
    no_way: () => 'Labels do not reach the computer with the printer',
    labels_refused: () => 'Labels cannot be taken: mostly the disk is full',
    labels_wait: () => 'Labels wait',
    not_applied: () => 'The newest setting could not be applied',
    peer_changed: () => 'Another computer shows an unknown certificate',
    identity_conflict: () => 'Two computers use one identity',
    too_old: () => 'The agent is too old',
    hub_refuses: () => 'The hub refuses the computer',
    connecting: () => 'Just paired, or taking over its settings',
    unknown_labels: () => 'Labels wait for an answer: did they come out?',
    held_labels: () => 'Labels are held until somebody decides',
    at_standby: () => 'Labels come out at the standby printer',
    printer_remark: () => 'The printer is no label printer: it prints documents',
    clock_off: () => 'The clock is wrong',
    some_failed: () => 'Some labels of the last day did not come out',
    other: () => 'Something that this version does not know',
  },
  noRoles: 'Computers have no role and cannot print',
  conditions: {
    paused: 'The printer is paused',
    paper_out: 'The printer has no labels left',
    ribbon_out: 'The ribbon is used up',
    head_open: 'The printer is open',
    too_hot: 'The printer is too hot',
    too_cold: 'The printer is too cold',
    paper_jam: 'Labels or ribbon are jammed in the printer',
    cutter_jam: 'The cutter of the printer is stuck',
    offline: 'The printer is switched offline',
    buffer_full: 'The printer has more waiting than it can hold',
    memory_lost: 'The printer lost its memory',
    fault: 'The printer reports a fault',
    not_answering: 'The printer does not answer',
    unreachable: 'The printer is off or not connected',
    queue_stopped: 'The print queue is stopped',
    other_certificate: 'The printer shows another certificate',
    no_tls: 'The printer does not speak TLS',
    label_waiting: 'A printed label waits to be taken off',
    paper_low: 'The labels are nearly used up',
    clean_head: 'The print head should be cleaned',
    replace_head: 'The print head should be replaced',
    other: 'The printer says something that this version does not know',
  },
}
