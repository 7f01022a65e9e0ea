// What people read about roles, printers and test labels, in English. A group of its own in the catalogue.
import { byCount } from './language.ts'
import type { JobState } from '../../print-job.ts'
import type { PrinterCondition } from '../../printer-condition.ts'
import type { AssignmentFailure, AssignmentStatus } from '../../printer-assignment.ts'

const clients = (n: number) => byCount(n, `${n} Client`, `${n} Clients`)

export const printingEn = {
  changeRole: 'Change role',
  /** How far the newest assignment of a computer has come. */
  states: {
    waiting: 'waiting for the computer',
    sent: 'sent to the computer',
    received: 'received by the computer',
    applied: 'applied',
    failed: 'not applied',
  } satisfies Record<AssignmentStatus['state'], string>,
  failures: {
    port_taken: 'Another program on the computer uses the port. Close it, or choose another port.',
    port_refused: 'This port is not possible on the computer. Choose one from 1024, such as 9100.',
    printer_missing: 'The computer does not have this printer any more. Connect it, or choose another one.',
    target_refused:
      'The computer may not connect to the printer computer: its address or port is not allowed.',
    not_understood: 'The agent does not understand this assignment. Update the agent on the computer.',
    internal: 'Something went wrong in the agent. It tries again by itself.',
  } satisfies Record<AssignmentFailure, string>,
  goesOn: 'Until then it goes on as before.',
  /** Of a computer that was to get the printer: the others hand their labels to it already. */
  nothingPrinted:
    'Until then the labels of the pharmacy are not printed. Check afterwards whether one is missing.',
  says: 'The computer says:',
  testLabel: 'Print test label',
  testLabelOffline: 'Test label: only while it is online.',
  testLabelNoPrinter: 'Test label: choose a printer first.',
  testLabelNoTarget: 'Test label: a computer has to be the printer computer first.',
  testLabelNotReady: (computer: string) => `Test label: the printer of ${computer} is not ready.`,
  testLabelUnderWay: 'The label is on its way…',
  testLabelAnswer: (computer: string) => `Test label from ${computer}:`,
  testLabelStates: {
    accepted: 'accepted by the computer, on its way',
    forwarded: 'forwarded to the printer computer',
    sending: 'is being sent to the printer',
    sent_to_printer: 'sent to the printer',
    printed: 'printed (confirmed by the printer)',
    waiting_for_printer: 'waits for the printer',
    held: 'held at the computer',
    unknown: 'not known whether it was printed: please look at the printer',
    failed: 'failed',
    expired: 'expired',
    cancelled: 'cancelled',
    other: 'in a state that this version does not know',
  } satisfies Record<JobState, string>,
  /** In place of its state: somebody said so. */
  labelSeen: 'came out',
  testLabelNoAnswer: 'No answer in time. Look at the printer before you try again: the label may still come.',
  testLabelNotOnline: 'The computer is offline. Nothing was printed.',
  testLabelRefused: 'The computer has no role. Give it a role first.',
  testLabelNotDone: 'The computer could not print a test label.',
  saved: 'Saved. The computers are being told.',
  unchanged: 'It was so already. Nothing was changed.',
  savedPartly:
    'Saved in part: not every computer could be made a Client. This is how it is now; give the others their role once more.',
  alsoClients: 'Make these Clients with the same press',
  choosePrinterAt: 'Choose the printer at:',
  wayMore: (n: number) => byCount(n, 'and one more', `and ${n} more`),
  noPrinterComputer: (n: number) =>
    `No computer has the printer: the labels of ${clients(n)} wait. Make a computer the printer computer.`,
  printerNotApplied: (computer: string) => `${computer} could not take over this setting:`,
  editorTitle: (computer: string) => `Role of ${computer}`,
  roleQuestion: 'What is its role?',
  now: 'now',
  becomesNone: (computer: string) => `${computer} has no role and takes no labels.`,
  becomesClient: (computer: string, printerComputer: string) =>
    `${computer} prints through ${printerComputer}.`,
  becomesClientOfNone: (computer: string) =>
    `${computer} takes labels, but no computer has the printer: they wait.`,
  losesPrinter: 'No computer will have the printer: labels wait until another one gets it.',
  othersWait: (n: number) => `The labels of ${clients(n)} wait, too.`,
  staysPrinterComputer: (computer: string) =>
    `${computer} has the printer. Its printer and port can be changed here.`,
  getsPrinter: (computer: string) => `${computer} gets the printer.`,
  printerComputerBecomesClient: (printerComputer: string) =>
    `${printerComputer}, the printer computer until now, becomes a Client.`,
  learnsOnReturn: (printerComputer: string) => `${printerComputer} is offline and is told when it is back.`,
  othersPrintThrough: (computer: string, n: number) =>
    byCount(n, `${n} Client prints through ${computer}.`, `${n} Clients print through ${computer}.`),
  offlineChoice: (computer: string) =>
    `${computer} is offline. It must be online to become the printer computer, because it is asked for its printers.`,
  offlineKept: (computer: string) =>
    `${computer} is offline. Printer and port can be changed when it is back.`,
  roleFault: 'Choose a role.',
  confirm: (computer: string) =>
    `Take the printer away from ${computer}: labels wait until another computer gets it.`,
  confirmFault: 'Tick this if labels shall stop, or choose another role.',
  choosePrinter: 'Choose a printer',
  asking: (computer: string) =>
    `${computer} is asked for its printers. That takes 2 to 5 seconds, at most 10.`,
  answered: (n: number) => byCount(n, `It answered: ${n} printer.`, `It answered: ${n} printers.`),
  lastList: 'List reported',
  neverReported: (computer: string) => `${computer} has not reported any printers yet.`,
  ask: 'Ask for printers',
  askFailed: (computer: string) => `${computer} did not answer within 10 seconds. Check that it is awake.`,
  wentOffline: (computer: string) => `${computer} has gone offline. Try again when it is connected.`,
  askRefused: (computer: string) => `${computer} could not tell its printers.`,
  lastListUsable: 'The last list can still be used.',
  emptyList: (computer: string) =>
    `${computer} has no printer. Connect the printer, switch it on, set it up in the system of the computer, then ask again.`,
  notInList: (printer: string) => `${printer} is not in this list.`,
  printerFault: 'Choose a printer from the list.',
  printerUnreported: (computer: string) =>
    `${computer} does not report this printer. Ask for its printers again and choose one of them.`,
  portHint: 'Label programs expect 9100. Possible are 1024 to 65535, 515 and 631.',
  portFault: 'This port is not possible. Take 9100, or another one from 1024 to 65535, 515 or 631.',
  stale: 'Somebody else saved in the meantime. What you chose is kept below, but not saved.',
  nowPrinterComputer: (computer: string, printer: string, port: number) =>
    `As it is now, ${computer} is the printer computer, with ${printer} and port ${port}.`,
  nowNoPrinterComputer: 'As it is now, no computer is the printer computer.',
  nowRole: (computer: string, role: string) => `${computer} has the role: ${role}.`,
  saveAgain: 'Save again if your choice still holds.',
  /** What is the matter with a printer, and what to do. */
  conditions: {
    paused: 'The printer is paused. Press its pause button.',
    paper_out: 'The printer has no labels left. Put in a new roll.',
    ribbon_out: 'The ribbon is used up. Put in a new one.',
    head_open: 'The printer is open. Close its head or cover.',
    too_hot: 'The printer is too hot. It goes on by itself once it has cooled.',
    too_cold: 'The printer is too cold. It goes on by itself once it has warmed up.',
    paper_jam: 'Labels or ribbon are jammed in the printer. Open it and clear them.',
    cutter_jam: 'The cutter of the printer is stuck. Open the printer and clear it.',
    offline: 'The printer is switched offline. Switch it online at the printer.',
    buffer_full: 'The printer has more waiting than it can hold.',
    memory_lost: 'The printer lost its memory. Switch it off and on, and look at the last labels.',
    fault: 'The printer reports a fault. Look at its display.',
    not_answering:
      'The printer does not answer. Maybe its labels or ribbon are used up, or its head is open.',
    unreachable: 'The printer cannot be reached. Look whether it is switched on and connected.',
    queue_stopped:
      'The print queue of the computer is stopped. Start it in the printer settings of its system.',
    other_certificate:
      'The printer shows another certificate than before, so labels wait. If it was set up anew, compare it at its computer, on the page Printers of the window, and trust it; or: agent trust PRINTER',
    no_tls:
      'The printer does not speak TLS on this port. Switch TLS on at the printer, or add it by its address and port 9100.',
    label_waiting: 'A printed label waits to be taken off.',
    paper_low: 'The labels are nearly used up.',
    clean_head: 'The print head should be cleaned.',
    replace_head: 'The print head should be replaced.',
    other: 'The printer says something that this version does not know.',
  } satisfies Record<PrinterCondition, string>,
}
