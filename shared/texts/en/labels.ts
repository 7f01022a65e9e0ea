// What people read about labels at the computer that has them, in English. A group of the catalogue.
import type { JobListName } from '../../labels/job-lists.ts'
import type { Evidence, JobState } from '../../print-job.ts'

export const labelsEn = {
  name: (n: string) => `Label ${n}`,
  /** In one or two words; nothing is called printed before the printer confirmed it. */
  states: {
    accepted: 'Taken',
    forwarded: 'Handed over',
    sending: 'Being sent',
    sent_to_printer: 'Sent to the printer',
    printed: 'Printed (confirmed)',
    waiting_for_printer: 'Waiting',
    held: 'Held',
    unknown: 'Please check',
    failed: 'Did not come out',
    expired: 'Too old',
    cancelled: 'Cancelled',
    other: 'Not known here',
  } satisfies Record<JobState, string>,
  /** What that means, and what to do. */
  meanings: {
    accepted: 'It is kept safely on this computer and goes out in its turn.',
    forwarded: 'The computer that has the printer has it and prints it.',
    sending: 'It is on its way into the printer at this moment.',
    sent_to_printer: 'The printer took all of it. This printer does not say whether it came out.',
    printed: 'The printer says that it came out.',
    waiting_for_printer: 'It is kept safely and comes out by itself as soon as that is possible.',
    held: 'It does not come out by itself. Decide below what becomes of it.',
    unknown: 'The connection broke while it was being printed. Look at the printer.',
    failed: 'Nothing more happens with it by itself. Print it again if it is needed.',
    expired:
      'It waited too long. So that it does not come out late and unnoticed, it is not printed any more.',
    cancelled: 'Somebody cancelled it. It does not come out.',
    other:
      'The computer runs a later version, which names a state that this one does not know. The label is not lost.',
  } satisfies Record<JobState, string>,
  /** Of one that the printer took, and that somebody has seen. */
  seen: 'Somebody looked: it came out.',
  /** Its state then, where that of the others stands. */
  seenState: 'Came out',
  none: 'No label has come to this computer yet.',
  noneAdvice: 'Print a test label on the overview, or send one from your label program.',
  asking: 'These need an answer',
  all: 'All labels, newest first',
  older: 'Older labels',
  newest: 'To the newest',
  noOlder: 'There are no older ones.',
  /** In the row of a label that did not come out; null: another computer said so. */
  again: (n: string | null) => (n === null ? 'Printed again' : `Printed again as label ${n}`),
  find: {
    label: 'Find a label by its number',
    hint: 'As it is written: B-75. Without the letter a label of this computer is meant.',
    fault: 'This is no number of a label. It is written as B-75.',
    button: 'Find',
  },
  lists: {
    title: 'Lists of labels',
    all: 'All',
    'not-out': 'Did not come out',
    waits: 'Waiting',
    asks: 'Need an answer',
    counted: (list: string, n: number) => `${list} (${n})`,
    titles: {
      'not-out': 'Labels that did not come out, newest first',
      waits: 'Labels that wait, newest first',
      asks: 'Labels that need an answer, newest first',
    } satisfies Record<JobListName, string>,
    lastDay: 'Of the last day',
    earlier: 'Earlier',
    none: 'There is no such label.',
  },
  numberColumn: 'Label',
  stateColumn: 'State',
  timeColumn: 'Taken at',
  toColumn: 'To',
  toLabels: 'To all labels',
  why: 'Why',
  question: (n: string) => `Did label ${n} come out?`,
  questionAdvice: 'Look at the printer, then choose one answer.',
  came: 'Yes, it came out',
  cameNot: 'No, print it again',
  /** Of one that somebody said did not come out, before the computer that has it heard so. */
  foundAdvice: 'Have you found it? Say so, and it is not printed again, unless that has begun there already.',
  found: 'It came out after all',
  mayStillCome:
    'It may still come out when the printer has paper again or is otherwise ready. Put the printer right first and see: printed again, it could come out twice.',
  reprintMark: 'A label that is printed again says so on itself.',
  release: 'Print it now',
  cancel: 'Cancel it…',
  cancelAsk: (n: string) => `Nothing comes out of label ${n} then. This cannot be undone.`,
  cancelYes: (n: string) => `Cancel label ${n}`,
  cancelNo: 'Keep it',
  reprint: 'Print it again…',
  reprintAsk: 'Only when it is missing or cannot be read: the patient must not get it twice.',
  reprintYes: (n: string) => `Print label ${n} again`,
  reprintNo: 'Do not print it again',
  gone: 'What was on it is not kept any more, so it cannot be printed again. Send it anew from your label program.',
  said: {
    printed: (n: string) => `Thank you. Label ${n} came out.`,
    reprinted: (n: string) => `It is printed again as label ${n}.`,
    /** Another computer has it and has not heard of it yet. */
    toldLater: (n: string) =>
      `That is kept. Label ${n} is printed again by the computer that has it, as soon as that can be reached.`,
    released: (n: string) => `Label ${n} goes out now.`,
    cancelled: (n: string) => `Label ${n} is cancelled.`,
  },
  /** Of something that was asked of it, by the agent's code. */
  refused: {
    state_conflict:
      'That is not possible with this label any more. How it stands now, and what is possible, is on this page.',
    not_found: 'This computer does not have that label: another one took it, or it was cleaned up.',
    unavailable:
      'The program could not do that at the moment. Look how the label stands before you try again.',
  },
  toNew: (n: string) => `To label ${n}`,
  facts: 'About this label',
  sender: 'From',
  thisComputer: 'this computer',
  to: 'To',
  nowhere: 'nowhere yet',
  size: 'Size',
  bytes: (n: number) => (n < 1_000 ? `${n} bytes` : `${(n / 1_000).toFixed(1)} kB`),
  language: 'Label language',
  languageUnknown: 'not recognised',
  copies: 'Copies',
  reprintOf: 'Printed again',
  isReprint: (count: number) => `yes, reprint number ${count}`,
  evidence: 'What proves it',
  evidences: {
    L0: 'All of it left this computer.',
    L1: 'The printer closed the connection after the last byte.',
    L2: 'The printer had nothing left to print and reported no fault.',
    L3: 'The label counter of the printer went up.',
    L4: 'The printer named this label.',
  } satisfies Record<Evidence, string>,
  steps: 'Step by step',
  took: (text: string) => `after ${text}`,
  picture: {
    title: 'What is on it',
    show: 'Show the label',
    text: 'It holds a patient’s data. That somebody looked at it is recorded.',
    drawing: 'The label is being drawn…',
    hide: 'Hide it',
    alt: (n: string) => `Picture of label ${n}`,
    approximate: 'Drawn by this program; the printer may draw it a little differently.',
    more: (n: number) => `The first of ${n} labels is shown.`,
    noLanguage: 'There is no picture of labels in this language.',
    tooLarge: 'The picture of this label is too large to be shown.',
    notDrawn: 'This label could not be drawn. That says nothing about whether it prints.',
    notKept: 'What was on it is not kept any more.',
  },
}

export type LabelsTexts = typeof labelsEn
