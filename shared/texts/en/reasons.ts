// Every reason as people read it, in English: a part of a sentence in lower case, or a whole one where it stands for itself.
import { byCount } from './language.ts'
import type { ReasonTexts } from '../../reasons/reason-text.ts'
import { accountReasonsEn } from './reasons/accounts.ts'
import { labelReasonsEn } from './reasons/labels.ts'
import { patientReasonsEn } from './reasons/patients.ts'
import { supportReasonsEn } from './reasons/support.ts'

export const reasonsEn: ReasonTexts = {
  ...accountReasonsEn,
  ...patientReasonsEn,
  ...supportReasonsEn,
  ...labelReasonsEn,
  printer_unreachable: 'the printer cannot be reached',
  printer_busy: 'the printer refuses the connection: in use, or not listening',
  printer_not_found: 'there is no such printer',
  printer_unplugged: 'the printer is not plugged in, or switched off',
  address_not_usable: 'the address of the printer is not usable',
  write_stalled: 'the printer stopped taking bytes',
  connection_reset: 'the printer broke the connection off',
  closed_early: 'the printer closed before it had the whole label',
  close_not_seen: 'the printer did not confirm the end of the label',
  queue_failed: 'the print queue of this computer failed',
  queue_stopped:
    'the print queue of this computer is stopped: start it in the printer settings of the system',
  queue_waits: 'the label waited in the print queue of this computer',
  queue_cancelled: 'it was cancelled in the print queue of this computer',
  queue_offline:
    'the print queue of this computer is set to “Use Printer Offline”: take that off in its menu',
  queue_denied:
    'the system does not let the agent print on this printer: on Windows give everybody the right Print in the properties of the printer, elsewhere let the agent’s account print on the queue',
  queue_disk_full: 'the disk for print jobs is full: make room on this computer',
  raw_refused:
    'the driver of this printer takes no label commands: set the printer up with the driver of its maker',
  spooler_stopped:
    'the print service of this computer is stopped: start it, “Print Spooler” in the services of Windows, elsewhere cups',
  job_not_finished: 'the print queue did not finish the label in time',
  file_not_written: 'the label could not be written to the folder',
  device_no_rights:
    'the agent may not use the port of the printer: add its account to the group that owns the port (dialout for serial ports, lp for USB), then start the agent again',
  device_gone: 'the cable or the printer was pulled out',
  usb_twins:
    'two printers of this model are plugged in that cannot be told apart: set them up as printers of the system, or unplug one',
  printer_has_queue:
    'this printer is set up in the system of this computer: choose it there in the list of printers, as two ways to one printer mix labels',
  stopped: 'the agent was stopped',
  other_certificate:
    'the printer shows another certificate than the one that is trusted, so nothing is sent to it; compare it on the page Printers of the window and trust it, or with: agent trust PRINTER',
  no_tls: 'the printer does not speak TLS on this port, so nothing is sent to it',
  tls_silent: 'the printer does not answer with TLS: it is in use, or TLS is not switched on at this port',
  folder_not_usable: 'the folder does not exist or cannot be written to',
  printer_in_use: 'the printer is in use by this computer',
  print_server_silent: 'the print server of this computer does not answer',
  printer_condition: ({ condition }) => condition,

  agent_ended: 'the agent ended while it sent this label',
  agent_failed: 'the agent failed while it sent the label',
  being_asked: 'the printer is being asked whether it came out',
  cannot_be_asked: 'whether it came out cannot be asked',
  says_nothing: 'the printer says nothing about it',
  queue_finished: 'the print queue says that it is finished',
  queue_never_began: 'the print queue never began to print it',
  queue_cannot_tell: 'the print queue cannot tell whether it came out',
  no_counter: 'the printer does not count its labels',
  counter_unknown: 'the counter of the printer was not known before',
  asked_once: 'the printer was asked only once',
  not_at_rest: 'the printer was not at rest when it was asked',
  other_language: 'the printer may not count labels of its language',
  maybe_later: 'the printer may have it and print it later',
  may_still_come: 'it may still come out when the printer goes on',
  nothing_came: 'the printer shows that nothing came out',
  counter_back: 'the counter of the printer went back: it may be another printer',
  some_came: 'something came out, and nobody knows how many labels it makes',
  it_came: 'the counter of the printer shows that it came out',
  part_came: ({ some, all }) => `${some} of its ${all} labels came out`,
  more_came: 'more labels came out than it makes: somebody else printed, or the printer repeated one',
  tried_before: (said, { times }) =>
    `so did ${said.times} ${byCount(times, 'try', 'tries')} before: see whether the printer can print it`,

  paused: ({ until }) =>
    `printing is paused at this computer until ${until}: it goes on by itself then, or with “Go on printing now” on the overview, or with: agent resume`,
  no_part: 'this computer has no role',
  no_printer: 'no printer has been chosen',
  no_computer: 'no other computer has the printer',
  expired: ({ after }) => `nothing could print it within ${after}`,
  clock_jumped:
    'the clock of this computer jumped, so this label does not expire by itself: cancel it when nobody wants it any more',
  content_locked: 'what was on this label cannot be opened any more: send it again',
  content_gone: 'what was on this label is not kept any more: send it again',
  not_confirmed_yet: 'the printer has not confirmed the end of the label yet',
  others_first: 'labels before it have not left yet',
  sending_to: ({ place }) => place,
  moved: ({ pharmacy }) =>
    `this computer moved to another pharmacy: the label is one of ${pharmacy}, and is printed only when somebody here says so`,
  copied:
    'this computer became one of its own: the label may be printed by the computer that it was copied from',

  cut_label: 'the label ends inside a label: ^XZ is missing',
  cut_data: 'the label ends inside the data that a command declared',
  cut_command: 'the label ends inside a command',
  cut_binary: 'the label ends inside the binary data of a command',
  cut_line: 'the label ends inside a line',
  cut_unprinted: 'the label ends before the command that prints it',
  not_checked: 'not checked: the label language is not known',
  no_end_mark: 'not checked: ESC/POS has no mark at its end',
  sender_closed: 'its sender closed the connection',
  sender_silent: 'its sender fell silent',
  sender_broke: 'its sender broke off',
  handed_over: 'it was handed over like that',

  cancelled_here: 'somebody at this computer cancelled it',
  cancelled_by_staff: 'staff, in the panel, cancelled it',
  cancelled_at: ({ computer }) => `somebody at ${computer} cancelled it`,
  print_anyway: 'somebody said: print anyway',
  print_now: 'somebody said: print now',
  seen_out: 'somebody at this computer saw that it came out',
  printed_again: ({ label }) =>
    `somebody at this computer said that it did not come out; printed again as label ${label}`,
  seen_out_by: ({ computer }) => `somebody at ${computer} saw that it came out`,
  printed_again_by: ({ computer, label }) =>
    `somebody at ${computer} said that it did not come out; printed again as label ${label}`,
  answer_waits: ({ computer }) =>
    `somebody at this computer said that it did not come out: ${computer} prints it again as soon as it can be reached`,
  answer_too_old: ({ computer, after }) =>
    `somebody at this computer said that it did not come out, and ${computer} could not be told within ${after}: it is not printed again any more; look whether it is still needed, and answer again`,
  answer_not_heard: ({ computer }) =>
    `${computer} has an earlier version of this program, which does not hear what is said here: say it at ${computer} too`,
  answer_not_told: ({ computer }) => `${computer} could not be told, and may still ask the same there`,
  reprint_marked: ({ count, label }) => `reprint ${count} of label ${label}, and the label says so`,
  reprint_unmarked: ({ count, label }) =>
    `reprint ${count} of label ${label}; this label cannot carry a mark`,

  at_computer: ({ computer }) => computer,
  waits_there: ({ computer }) => `${computer}: waiting for printer`,
  held_there: ({ computer }) => `${computer}: held`,
  forwarded_there: ({ computer }) => `${computer}: forwarded`,
  says_so: ({ computer }) => `${computer} says so`,
  came_home: 'this computer had sent it there before the printer was here',
  through_hub: 'through the hub',
  at_standby: ({ computer }) => `at ${computer} (standby)`,
  no_news_yet: 'the computer that has the printer has not said yet what became of it',
  in_doubt: ({ computer }) => `${computer} could not be asked any more whether it has this label`,
  gone_elsewhere: ({ computer }) =>
    `it may have been handed to ${computer}, and cannot be asked for there any more: look whether it came out`,
  not_known_there: ({ computer }) =>
    `${computer} does not know this label any more: look whether it came out`,
  link_refused_size: 'the label is larger than that computer takes, or not as long as was announced',
  link_refused_hash: 'the label did not arrive as it was sent: print it again from its program',
  link_refused_conflict:
    'another label was sent under the same number before: print it again from its program',
  link_refused_expired: 'the label was too old when it arrived',
  link_refused_busy: 'it has too much to do at the moment',
  link_refused_storage: 'it could not keep the label',
  link_refused_not_ready: 'it is starting or stopping, or has no printer at the moment',
  computer_unreachable: ({ computer }) => `${computer} cannot be reached`,
  and_through_hub: 'through the hub',

  link_unreachable: 'it does not answer in the local network',
  link_no_address: 'no address of it in the local network is known',
  link_not_pinned: 'what answers there is not the computer of the assignment',
  link_not_welcome: 'it does not take labels of this computer, or not yet',
  link_hub_away: 'there is no connection to the hub at the moment',
  link_peer_offline: 'it is not connected to the hub',
  link_timeout: 'it did not answer in time',
  link_protocol: 'what answers there does not speak as agreed',
  link_closed: 'the connection ended',
  link_bye: 'it ended the connection',
  certificate_changed: ({ computer }) =>
    `${computer} shows another certificate than before: compare it on both computers`,
  certificate_not_told: ({ computer }) =>
    `the hub has not told the certificate of ${computer} yet: start the agent there`,
  certificate_not_used: ({ computer, shown }) =>
    `the hub names a certificate of ${computer} that this computer does not know (${shown} …); it is not used until somebody has compared it here`,
  certificate_refused: ({ computer, shown }) =>
    `the hub names a certificate of ${computer} that this computer does not know (${shown} …); no labels are exchanged with it until somebody has compared it here`,

  spool_full: 'the spool is full of labels that wait: print or cancel some of them',
  too_many_waiting: 'too many labels are waiting for the printer',
  disk_full: 'the disk of this computer is full: labels are taken again when there is room',
  disk_slow: 'the disk of this computer cannot keep up with its labels',
  disk_failed: 'the disk of this computer failed, so nothing was taken: check the disk',

  port_taken: ({ port }) =>
    `port ${port} is taken by another program on this computer: end that program, or choose another port in the panel`,
  port_not_allowed: ({ port }) => `this program may not listen on port ${port}: choose a port from 1024`,
  port_impossible: ({ port }) => `${port} is no port: 1 to 65535`,
  port_not_opened: ({ port }) => `port ${port} cannot be opened`,
  port_not_for_labels: ({ port }) => `port ${port} is not for labels: choose one from 1024, or 515 or 631`,
  port_refused_here: 'it refuses connections',
  address_not_here: ({ address }) => `${address} is not an address of this computer`,
  assignment_incomplete: 'the assignment of a printer computer names no printer or no port',
  assignment_failed: 'the agent failed while it applied the assignment; its log says more',
  printer_not_here: ({ printer }) => `the printer ${printer} is not on this computer`,
  printer_not_seen: ({ printer }) => `the printer ${printer} cannot be seen`,
  printer_leads_back: ({ printer, port }) =>
    `${printer} hands labels to port ${port} of this computer, where they come in again: choose another printer or port`,
  local_printer_not_here: 'this computer has no Windows, and such a printer is for Windows',
  local_printer_no_port:
    'this computer takes no labels at this moment: the support team gives it a role in the panel first',
  local_printer_denied: 'Windows lets an administrator alone do that',
  local_printer_busy: 'Windows still prints what is in it: try again in a minute',
  local_printer_no_driver: 'Windows does not have that printer driver: install it first, or name another one',
  local_printer_no_monitor: 'this Windows has no TCP/IP printer ports',
  local_printer_failed: ({ code }) => `Windows did not do it (error ${code})`,
  target_out_of_reach: ({ computer, addresses }) =>
    `${computer} has no address in a private network that this computer may send labels to, only ${addresses}`,

  not_started: 'not started',
  agent_stopping: 'the agent is stopping',
  becoming_another: 'this computer was a copy and becomes one of its own',
  not_paired: 'this computer does not belong to a pharmacy yet',
  settings_missing: ({ names }) => `missing settings: ${names}`,
  settings_changed: 'the settings changed',
  hub_unreachable: ({ hub }) => `the hub at ${hub} cannot be reached`,
  host_answered: ({ status }) => `the server there answered HTTP ${status}`,
  host_refused: 'nothing answers at that address and port; is the portal running?',
  host_cut: 'the connection was cut while it was being made',
  host_silent: 'it did not answer in time',
  name_unknown: 'the host name is not known to the name server',
  name_server_silent: 'the name server does not answer; is the network connected?',
  network_away: 'there is no network path to it; is the network connected?',
  local_address_wrong: 'LocalAddress is not an address of this computer',
  certificate_expired: 'its certificate has expired; are this computer’s date and time right?',
  certificate_not_valid_yet: 'its certificate is not valid yet; are this computer’s date and time right?',
  certificate_self_signed: 'its certificate is signed by itself',
  certificate_foreign: 'its certificate comes from an authority that this computer does not trust',
  certificate_other_host: 'its certificate is for another host name',
  connection_failed: 'the connection failed',
  hub_closed: 'the hub closed the connection',
  hub_silent: 'the hub does not answer any more',
  hub_cut: 'the connection to the hub was cut',
  hub_unreadable: 'the hub sent something that cannot be read',
  hub_restarting: 'the hub is being restarted',
  hub_no_heartbeat: 'the hub sent no heartbeat for 5 minutes',
  identity_used: 'another agent connected with the identity of this one',
  hub_not_registered: 'the hub does not register this computer',
  hub_wants_pairing: 'the hub lets this computer in with a pairing code only',
  hub_wants_approval: 'this computer is paired and waits for an Admin to approve it',
  hub_removed: 'this computer was removed from its pharmacy',
  hub_has_copy: 'another computer is connected with the identity of this one: one of the two is a copy',
  hub_wants_newer: 'this agent is too old for the hub: it needs the newest version',
  hub_busy: 'the hub has too much to do at the moment',
  hub_refuses: ({ code }) => `the hub refuses this computer (${code})`,

  label_answer_first: ({ label }) => `say first whether label ${label} came out`,
  label_reprint_instead: ({ label }) => `label ${label} is not held any more: print it again instead`,
  label_release_instead: ({ label }) => `label ${label} has not been printed yet: print it anyway instead`,
  label_not_asked: ({ label }) => `of label ${label} nobody has to say whether it came out`,
  label_answered_yes: ({ label, computer }) =>
    `label ${label} was answered at ${computer} already: it came out`,
  label_answered_no: ({ label, computer, again }) =>
    `label ${label} was answered at ${computer} already: it did not come out; printed again as label ${again}`,
  label_known_there: ({ label, computer }) =>
    `${computer} knows by now what became of label ${label}: see how it stands`,
  label_being_sent: ({ label }) => `label ${label} is being sent at this moment and cannot be taken back`,
  label_over: ({ label }) => `of label ${label} there is nothing to cancel any more`,
  label_send_again: ({ label }) => `label ${label} was cancelled: send it again from its program`,
  label_not_printed_yet: ({ label }) => `label ${label} has not been printed yet`,
  label_elsewhere: ({ label, computer }) =>
    `label ${label} is at ${computer}: do it there, or print the label again here`,
  label_reprinted: (said, { times }) =>
    `label ${said.label} was printed again ${said.times} ${byCount(times, 'time', 'times')} so far`,
  agent_too_old: ({ computer }) =>
    `the agent on ${computer} cannot do this yet: install the newest version there`,
  computer_no_part: ({ computer }) => `${computer} has no role: give it a role first`,
  computer_no_printer: ({ computer }) => `${computer} has no printer of its own: ask the printer computer`,
  updates_no_launcher: 'this agent was started by hand: only the installed service updates it',
  updates_no_key: 'this build knows no publisher whose updates it could trust',
  updates_no_address: 'no address of updates is set',
  no_version_before: 'there is no version before this one to go back to',
  paired_already: ({ pharmacy }) => `this computer is paired with ${pharmacy} already`,
  pairing_under_way: 'this computer is being paired at this moment',
  pairing_code_refused: 'the hub does not take this code: it may be mistyped, used up or too old',
  pairing_too_often: ({ after }) => `there were too many tries: try again after ${after}`,
  pairing_unsure: 'the hub did not answer in time: it may be paired all the same, so try the same code again',
  pairing_hub_away:
    'the hub does not answer: check the internet connection, the address of the portal, and date and time of this computer',
  portal_unknown: 'the address of the portal is not known yet',
  portal_fixed:
    'the address of the portal is set for this computer from outside, and wins over the one given here',
}
