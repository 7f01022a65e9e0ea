// What an icon, the window's first line and `agent status` say in one sentence, in English. A group of the catalogue.
// Windows cuts a tooltip after 127 characters, so words are short; advice stands in menu and window.
import { byCount } from './language.ts'
import { spanText } from '../spans.ts'
import type { SummaryNamed, SummarySentences } from '../summary-text.ts'

export type SummaryTexts = SummarySentences

const labels = (n: number) => byCount(n, `${n} label`, `${n} labels`)
const where = ({ printer, computer }: SummaryNamed) =>
  printer !== '' ? ` on ${printer}` : computer !== '' ? ` at ${computer}` : ''

export const summaryEn: SummaryTexts = {
  levels: { ready: 'Ready', working: 'Working', attention: 'Needs attention', offline: 'Offline' },
  text: {
    ready: (n) => `Labels come out${where(n)}.`,
    ready_through_hub: (n) => `Labels come out${where(n)}, the longer way through the hub.`,
    ready_at_standby: (n) =>
      `Labels come out at ${n.computer} (standby) since ${n.time}: the first printer is away.`,
    ready_hub_away: (n) => `Labels come out${where(n)}. The hub cannot be reached.`,
    office_printer: (n) =>
      `${n.printer} prints documents, as its model says: labels may come out as text, or not at all.`,
    ready_printer_remark: (n) => `Labels come out${where(n)}.`,
    ready_clock_off: (n) =>
      `Labels come out${where(n)}. The clock of this computer is wrong by ${spanText(n.seconds, 'en')}.`,
    ready_some_failed: (n) => `Labels come out${where(n)}. Of the last day, ${labels(n.count)} did not.`,
    working: (n) => `${labels(n.count)} on the way.`,
    starting: () => 'Pharmacy Relay is starting.',
    connecting: (n) => `Connecting to ${n.computer}.`,
    labels_refused: (n) => `A label could not be taken at ${n.time}; its program was told so.`,
    paused: (n) => `Paused until ${n.time}. Labels are kept and wait.`,
    unpaired: () => 'This computer belongs to no pharmacy yet.',
    withdrawn: () => 'This computer was withdrawn from its pharmacy.',
    pair_again: () => 'The hub does not let this computer in any more.',
    waits_for_approval: () => 'This computer waits for an Admin to approve it.',
    identity_conflict: () => 'Another computer uses the identity of this one: one of the two is a copy.',
    too_old: () => 'Pharmacy Relay on this computer is too old for the hub.',
    hub_refuses: () => 'The hub refuses this computer.',
    no_role: () => 'This computer has no role yet.',
    no_role_no_hub: () => 'The hub cannot be reached, and this computer has no role yet.',
    port_taken: (n) => `Another program on this computer has port ${n.port}: no labels can be taken.`,
    printer_missing: (n) => `The chosen printer, ${n.printer}, is not on this computer.`,
    not_set_up: () => 'What support chose for this computer could not be set up: no labels can be taken.',
    no_printer: () => 'No printer is chosen for this computer.',
    no_target: () => 'No computer of the pharmacy has the printer. Labels are kept and wait.',
    port_closed: () => 'No labels can be taken: the port for them is closed.',
    printer_stopped: () => 'The printer has stopped.',
    stopped_there: (n) => `Nothing comes out at ${n.computer}.`,
    paused_there: (n) => `Printing is paused at ${n.computer}. Labels are kept there and wait.`,
    no_printer_there: (n) => `No printer is chosen for ${n.computer}. Labels are kept there and wait.`,
    off_there: (n) =>
      `${n.computer} is off or without network, or its agent was shut down. Labels are kept and go by themselves.`,
    no_way: (n) => `Labels do not reach ${n.computer}. They are kept and go by themselves.`,
    not_applied: () => 'The newest setting of this computer could not be applied; the one before goes on.',
    peer_changed: () => 'Another computer shows a certificate that nobody here knows.',
    unknown_labels: (n) =>
      byCount(
        n.count,
        `Did label ${n.job} come out? Please check.`,
        `Did ${labels(n.count)} come out? Please check.`,
      ),
    held_labels: (n) => `${labels(n.count)} held: somebody has to decide.`,
    labels_wait: (n) => `${labels(n.count)} waiting and not coming out at the moment.`,
    not_running: () => 'Pharmacy Relay does not run. No labels come out.',
    not_answering: () => 'Pharmacy Relay does not answer. Labels may not come out.',
    not_allowed: () => 'This user may not see how Pharmacy Relay is. Labels may come out all the same.',
    not_understood: () => 'This icon and the service of Pharmacy Relay have different versions.',
  },
  advice: {
    ready_through_hub: () => 'Check the connection to see why the local network is not used.',
    ready_at_standby: () => 'Look whether the first printer and its computer are switched on.',
    ready_hub_away: () => 'Labels do not need it here. Support cannot see this computer until it is back.',
    ready_clock_off: () =>
      'Set its date and time, or let the system set them; a wrong clock can cut it off from support.',
    ready_some_failed: () => 'Look which, and print again what is missing.',
    labels_refused: () =>
      'Mostly the disk of this computer is full: free space, then send the label again from its program.',
    paused: () => 'Go on to let them out.',
    unpaired: () => 'Ask support for a pairing code and type it in here.',
    withdrawn: () => 'Ask support: they restore its access, or give you a pairing code to type in here.',
    pair_again: () => 'Ask support for a pairing code and type it in here.',
    waits_for_approval: () => 'Call support. It goes on by itself within half a minute.',
    identity_conflict: () => 'Call support: one of the two gets a new pairing code.',
    too_old: () => 'Look for an update, or call support.',
    hub_refuses: () => 'Check the connection, then call support.',
    office_printer: () => 'Support chooses the label printer in the panel.',
    no_role: () => 'Support chooses in the panel what this computer does.',
    no_role_no_hub: () => 'Check the internet connection.',
    port_taken: () =>
      'End that program, or restart the computer; then it goes on by itself. If it stays, call support.',
    printer_missing: () =>
      'Connect it and switch it on; then it goes on by itself. If it is another printer now, call support.',
    not_set_up: () => 'Check the connection to see why, and call support.',
    no_printer: () => 'Support chooses it in the panel.',
    no_target: () => 'Support chooses in the panel which computer has the printer.',
    port_closed: () => 'Check the connection to see what has the port.',
    stopped_there: (n) =>
      `Look at the printer of ${n.computer}; labels wait there and come out by themselves.`,
    paused_there: (n) => `It ends by itself, or with “Go on now” at ${n.computer}.`,
    no_printer_there: () => 'Support chooses it in the panel.',
    off_there: (n) => `Switch ${n.computer} on, and check its network.`,
    no_way: (n) => `Check that ${n.computer} is switched on and in the same network.`,
    not_applied: () => 'Check the connection to see why.',
    peer_changed: () => 'Compare the certificates on both computers, then say whether it is the right one.',
    unknown_labels: () => 'Look at the printer, then say whether it came out.',
    held_labels: () => 'Look why, then print or cancel.',
    labels_wait: () => 'They come out by themselves as soon as the printer takes them. Look at the printer.',
    not_running: () => 'Start it. If that does not help, restart the computer or call support.',
    not_answering: () => 'Wait a minute, then restart the computer. If it stays, call support.',
    not_allowed: () => 'An administrator adds this user to the group pharmacy-relay; then sign in again.',
    not_understood: () => 'Restart the computer. If it stays, install the newest version.',
  },
  actions: {
    start: 'Start',
    resume: 'Go on now',
    pair: 'Type in the pairing code',
    answer: 'Say whether it came out',
    labels: 'Look at the labels',
    printers: 'Look at the printer',
    peers: 'Compare certificates',
    doctor: 'Check the connection',
    updates: 'Look for an update',
  },
}
