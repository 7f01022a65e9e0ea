// What people read about the labels of a computer, in English. A group of its own in the catalogue.
import { byCount } from './language.ts'
import type { CountedState } from '../../labels/job-report.ts'

const labels = (n: number) => byCount(n, `${n} label`, `${n} labels`)
const wait = (n: number) => byCount(n, 'waits', 'wait')

export const jobsEn = {
  forPerson: (n: number) => `${labels(n)} ${wait(n)} for an answer at the pharmacy`,
  held: (n: number) => `${labels(n)} held until somebody at the pharmacy decides`,
  older: 'Older labels',
  newest: 'To the newest',
  noOlder: 'There are no older ones.',
  again: (n: string) => `Printed again as label ${n}`,
  find: {
    title: 'Find a label',
    label: 'Number of a label',
    button: 'Find',
    hint: 'As it stands in the window of a computer, for example B-75. It leads to the computer that took the label, and its list begins with it.',
    noNumber: (n: string) => `${n} is no number of a label. It is written as B-75.`,
    noComputer: (n: string) =>
      `No computer of this pharmacy takes labels that begin as ${n} does. Look at the letter.`,
  },
  lists: {
    title: 'Lists of labels',
    intro: 'Newest first, as the computer tells them. What is on a label never leaves the pharmacy.',
    all: 'All',
    'not-out': 'Did not come out',
    waits: 'Waiting',
    asks: 'Need an answer',
    none: 'There is no such label.',
  },
  forPrinter: (n: number) => `${labels(n)} ${wait(n)} for the printer`,
  lastKnown: 'As of when it was last online.',
  link: 'Labels',
  title: (computer: string) => `Labels of ${computer}`,
  now: 'Labels now',
  intro:
    'Labels that wait, then the newest, as the computer tells them. What is on a label never leaves the pharmacy.',
  ask: 'Ask the computer for its labels',
  askAgain: 'Ask again',
  asking: 'The computer is asked for its labels. That takes at most 10 seconds.',
  offline: 'The computer is offline. Its labels can be seen when it is back.',
  silent: 'The computer did not answer within 10 seconds. Check that it is awake, then ask again.',
  noAnswer: 'No answer came. Check your connection, then ask again.',
  refused: 'The computer could not do this.',
  none: 'No label came to this computer within the last days.',
  number: 'Label',
  accepted: 'Accepted',
  state: 'State',
  size: 'Size',
  sender: 'From',
  itself: 'the computer itself',
  destination: 'To',
  attempts: 'Attempts',
  cancel: 'Cancel…',
  cancelOf: (n: string) => `Cancel label ${n}`,
  cancelAsk: (n: string) => `Nothing comes out of label ${n} then. This cannot be undone.`,
  cancelled: (n: string) => `Label ${n} is cancelled. Nothing comes out of it.`,
  cancelUnsure:
    'The computer did not answer in time. Ask for its labels again to see whether the label is cancelled.',
  counters: 'What became of labels',
  what: 'Labels',
  lastDay: 'Last 24 hours',
  last90Days: 'Last 90 days',
  overTime: {
    day: 'The last 24 hours',
    month: 'The last 30 days',
    took: 'Time a label took',
    when: 'When',
    accepted: 'Accepted',
    trouble: 'Not known, failed or expired',
    hint: 'Dark: nobody knows whether they came out, or they did not.',
    tookHint: 'Half of the labels of a day took at most so long.',
    /** Of a whole pharmacy. */
    title: 'Labels',
    onceHint:
      'Dark: nobody knows whether they came out, or they did not. A label that goes from one computer to another counts once.',
  },
  countersNote:
    'As the computer reported them, every 30 seconds at most. A label that was sent and then confirmed counts in both.',
  counted: {
    accepted: 'Accepted',
    printed: 'Printed (confirmed by the printer)',
    sent_to_printer: 'Sent to the printer',
    forwarded: 'Forwarded to the printer computer',
    unknown: 'Not known whether it was printed',
    failed: 'Failed',
    expired: 'Expired',
    cancelled: 'Cancelled',
  } satisfies Record<CountedState, string>,
  p50: 'Half of them left within',
  p99: '99 of 100 left within',
}
