// The account of answers: what counts as reprinted twice or unasked, and as answered otherwise at two computers.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { expect, test } from 'vitest'
import { judge } from './account.ts'
import type { Books, SpoolJob } from './books.ts'
import { judgeAnswers } from './answered.ts'

const job = (state: JobState, isAnswered = true): SpoolJob => ({
  n: 1,
  state,
  bytes: 103,
  reason: '',
  answer: { id: 'one', isAnswered, reprint: null },
})
const reprint = (isMarked = true): SpoolJob => ({
  ...job('sent_to_printer', false),
  bytes: isMarked ? 140 : 103,
  answer: { id: 'two', isAnswered: false, reprint: { of: 'one', count: 1, isMarked } },
})
const PRINT = { serial: 7, isWhole: true }
const MARKED = { ...PRINT, reprint: 1 }

function account({ client, printer, roll }: Pick<Books, 'client' | 'printer' | 'roll'>) {
  const sent = [
    { payload: { serial: 7, sha256: '' }, at: 'client', sender: 0, bytes: 103, answer: 'accepted' },
  ] as const
  const books: Books = { sent, client, printer, roll }
  const { reprintedTwice, reprintedUnasked, disagreed, reprintsOnPaper } = judgeAnswers(books)
  const { lost, doubled, contradictions } = judge(books)
  const wrong = { lost, doubled, contradictions, reprintedTwice, reprintedUnasked, disagreed }
  const found = Object.entries(wrong).filter(([, { length }]) => length > 0)
  return `${reprintsOnPaper} ${found.map(([name]) => name).join()}`
}

const [YES, NO] = [job('sent_to_printer'), job('failed')]

test.each<[string, Pick<Books, 'client' | 'printer' | 'roll'>, string]>([
  ['No, printed again', { client: [NO], printer: [NO, reprint()], roll: [PRINT, MARKED] }, '1 '],
  ['No, without a mark', { client: [NO], printer: [NO, reprint(false)], roll: [PRINT, PRINT] }, '0 '],
  ['Yes, as a person said', { client: [YES], printer: [YES], roll: [] }, '0 '],
  [
    'No, printed again twice',
    { client: [NO], printer: [NO, reprint()], roll: [MARKED, MARKED] },
    '1 reprintedTwice',
  ],
  [
    'Yes, and printed again',
    { client: [YES], printer: [YES, reprint()], roll: [PRINT, MARKED] },
    '1 reprintedUnasked',
  ],
  [
    'No at the Client, of a label that the PrinterComputer does not know, printed again',
    { client: [NO, reprint()], printer: [reprint()], roll: [MARKED] },
    '1 ',
  ],
  [
    'Yes at the Client, of a label that the PrinterComputer does not know, and printed again',
    { client: [YES, reprint()], printer: [reprint()], roll: [MARKED] },
    '1 reprintedUnasked',
  ],
  ['two answers', { client: [YES], printer: [NO, reprint()], roll: [MARKED] }, '1 disagreed'],
  ['No, and the first print twice', { client: [NO], printer: [NO], roll: [PRINT, PRINT] }, '0 doubled'],
])('%s', (_, books, expected) => {
  expect(account(books)).toBe(expected)
})
