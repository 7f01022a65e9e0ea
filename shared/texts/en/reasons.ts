// Every reason as people read it, in English: a part of a sentence in lower case, or a whole one where it stands for itself.
import type { ReasonTexts } from '../../reasons/reason-text.ts'

export const reasonsEn: ReasonTexts = {
  printer_unreachable: 'the printer cannot be reached',
  printer_busy: 'the printer refuses the connection: in use, or not listening',
  printer_not_found: 'there is no such printer',
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
  job_not_finished: 'the print queue did not finish the label in time',
  file_not_written: 'the label could not be written to the folder',
  stopped: 'the agent was stopped',
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
  nothing_came: 'the printer shows that nothing came out',
  counter_back: 'the counter of the printer went back: it may be another printer',
  some_came: 'something came out, and nobody knows how many labels it makes',
  it_came: 'the counter of the printer shows that it came out',
  part_came: ({ some, all }) => `${some} of its ${all} labels came out`,
  more_came: 'more labels came out than it makes: somebody else printed, or the printer repeated one',
  tried_before: (said, { times }) =>
    `so did ${said.times} ${times === 1 ? 'try' : 'tries'} before: see whether the printer can print it`,

  paused: ({ until }) =>
    `printing is paused at this computer until ${until}: it goes on by itself then, or with “Go on printing now” on the overview, or with: agent resume`,
  no_part: 'this computer has no part in printing',
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
  print_anyway: 'somebody said: print anyway',
  print_now: 'somebody said: print now',
  seen_out: 'somebody at this computer saw that it came out',
  printed_again: ({ label }) =>
    `somebody at this computer said that it did not come out; printed again as label ${label}`,
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
}
