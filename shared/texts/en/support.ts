// What people read on the pages for support: computers by problem, the search, the history of a connection. In English.
import { count, number } from './language.ts'
import type { SupportProblem } from '../../api/relay-support.ts'
import type { Presence } from '../../device.ts'
import { bulkEn } from './support/bulk.ts'

export const supportEn = {
  title: 'Support',
  intro: 'Computers of all pharmacies that need somebody, those that have needed it longest first.',
  problemsLabel: 'Problems',
  problems: {
    printer: 'Printer stops labels',
    way: 'Labels do not reach the printer',
    stopped: 'Labels stopped otherwise',
    offline: 'Offline for over an hour',
    conflict: 'Two with one identity',
    configuration: 'Settings not applied',
    answers: 'Labels wait for an answer',
    expired: 'Labels expired (24 h)',
    approval: 'Waiting for approval',
    outdated: 'Outdated agents',
    clock: 'Clock is wrong',
  } satisfies Record<SupportProblem, string>,
  /** What to know of each, above its table. */
  advice: {
    printer: 'Labels do not come out because of this printer: no labels in it, off, open, or not chosen.',
    way: 'The computer with the printer is off, or labels of other computers do not reach it.',
    stopped:
      'Labels do not come out for another reason: a port that is taken, a pause, a full disk, labels that wait.',
    offline: 'Computers that may connect and have not been connected for more than an hour.',
    conflict: 'Two computers take turns under one identity, mostly because a disk was copied.',
    configuration: 'The computer could not take over its newest role or printer, and goes on as before.',
    answers: 'Somebody at the pharmacy has to say whether these labels came out.',
    expired: 'Labels that nobody printed in time within the last 24 hours.',
    approval: 'Paired with a code that asks for approval. Until then they may do nothing.',
    outdated: 'Older than the newest version that runs anywhere, or too old for the relay.',
    clock:
      'Connected, with a clock that is off by more than two minutes. Its system should set the time by itself.',
  } satisfies Record<SupportProblem, string>,
  none: {
    printer: 'No printer stops labels.',
    way: 'Every computer with a printer is reached.',
    stopped: 'Nothing else stops labels.',
    offline: 'No computer has been offline for over an hour.',
    conflict: 'No two computers share an identity.',
    configuration: 'Every computer has taken over its settings, or is about to.',
    answers: 'No label waits for an answer.',
    expired: 'No label expired within the last 24 hours.',
    approval: 'No computer waits for approval.',
    outdated: 'Every agent has the newest version.',
    clock: 'Every connected computer has the right time.',
  } satisfies Record<SupportProblem, string>,
  atLeast: (n: number) => `${number(n)} or more`,
  computers: (n: number) => count(n, 'computer', 'computers'),
  asOf: 'As of',
  computer: 'Computer',
  pharmacy: 'Pharmacy',
  what: 'What is the matter',
  since: 'Since',
  status: 'Status',
  neverCame: 'It was paired and has not connected yet.',
  takeTurns: 'One of them has to get a new identity.',
  waitsForApproval: (roles: string) => `${roles} has to approve it.`,
  /** Behind the reason. */
  labelsWait: (n: number) => `${count(n, 'label waits', 'labels wait')}.`,
  answersWait: (n: number) => `${count(n, 'label waits', 'labels wait')} for an answer at the pharmacy.`,
  labelsExpired: (n: number) => `${count(n, 'label', 'labels')} expired.`,
  newestIs: (version: string) => `The newest version is ${version}.`,
  search: 'Find a computer',
  searchLabel: 'Name, user or address of a computer',
  searchHint:
    'Part of a name, of its user, of a local or public address such as 192.168.1.20, of the pharmacy’s phone number, a support number, or a printer’s serial number.',
  searchButton: 'Search',
  searchTitle: 'Find a computer',
  tooShort: 'Type at least two characters.',
  nobody: (q: string) => `No computer has “${q}” in its name or addresses.`,
  nobodyAdvice: 'With two characters the beginning counts, with three or more any part does.',
  tooMany: (n: number) => `More than ${number(n)} match; these are some of them. Type more of it.`,
  /** The way to the history of a computer. */
  historyLink: 'History',
  historyTitle: (computer: string) => `Connection of ${computer}`,
  historyIntro: (zone: string) => `The last 30 days. Each box is a day, midnight to midnight (${zone}).`,
  stripLabel: 'The last 30 days, one by one',
  legend: 'What the bars mean',
  states: {
    online: 'online',
    degraded: 'online, not answering',
    reconnecting: 'reconnecting',
    offline: 'offline',
  } satisfies Record<Presence, string>,
  unknownState: 'not known',
  changes: 'What changed',
  /** In words for who cannot see the bars: `online 9 h, offline 15 h`. */
  dayText: (day: string, parts: string) => `${day}: ${parts}`,
  state: 'State',
  lasted: 'Lasted',
  why: 'Why',
  still: (duration: string) => `${duration} so far`,
  cameBack: 'It connected.',
  silent: 'Its agent left heartbeats unanswered.',
  answersAgain: 'Its agent answers again.',
  before: 'Before that nothing is known.',
  cut: (n: number) => `It came and went more often: these are the newest ${number(n)} changes.`,
  noHistory: 'This computer has not connected within the last 30 days.',
  bulk: bulkEn,
}

export type SupportTexts = typeof supportEn
