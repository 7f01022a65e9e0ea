// The account of what people said themselves: what counts as doubled unasked, printed behind a Yes, and not made behind a No.
import { expect, test } from 'vitest'
import { reprintIdOf } from '../../agent/core/spool/rules/derived-id.ts'
import { judgeAsked, type PersonSaid } from './asked.ts'
import type { Books, Finding, SpoolJob } from './books.ts'

const FIRST = 'first'
const AGAIN = reprintIdOf(FIRST, 1)
const job = (count: number): SpoolJob => ({
  n: 1,
  state: 'sent_to_printer',
  bytes: 103 + count,
  reason: '',
  answer:
    count === 0
      ? { id: FIRST, isAnswered: true, reprint: null }
      : { id: reprintIdOf(FIRST, count), isAnswered: true, reprint: { of: FIRST, count, isMarked: true } },
})
const PRINT = { serial: 7, isWhole: true }

function found(prints: number, times: number, ...said: PersonSaid[]): string {
  const sent = [
    { payload: { serial: 7, sha256: '' }, at: 'client', sender: 0, bytes: 103, answer: 'accepted' },
  ] as const
  const printer = Array.from({ length: prints }, (_, count) => job(count))
  const roll = Array.from({ length: times }, () => PRINT)
  const books: Books = { sent, client: printer.slice(0, 1), printer, roll }
  const verdict: Readonly<Record<string, readonly Finding[]>> = { ...judgeAsked(books, said) }
  return Object.entries(verdict)
    .flatMap(([name, all]) => (all.length === 0 ? [] : [name]))
    .join()
}

const no = (over: Partial<PersonSaid> = {}): PersonSaid => ({
  at: 'printer',
  job: FIRST,
  said: 'reprint',
  told: 'taken',
  ...over,
})

test.each<[string, string, string]>([
  ['came out once, nobody said anything', found(1, 1), ''],
  ['came out twice, nobody said anything', found(1, 2), 'doubledUnasked'],
  ['came out twice, one said No', found(2, 2, no()), ''],
  ['came out twice, two said No of one print', found(2, 2, no(), no({ at: 'client' })), ''],
  [
    'came out three times, two said No of one print',
    found(2, 3, no(), no({ at: 'client' })),
    'doubledUnasked',
  ],
  ['came out three times, No was said of both prints', found(3, 3, no(), no({ job: AGAIN })), ''],
  ['came out twice, No was refused', found(2, 2, no({ told: 'refused' })), 'doubledUnasked'],
  ['came out twice, the agent died over No', found(2, 2, no({ told: 'not heard' })), ''],
  ['came out twice, both said Yes', found(2, 2, no({ said: 'printed', at: 'client' })), 'doubledUnasked'],
  ['Yes was taken, and there is a reprint', found(2, 1, no({ said: 'printed' })), 'reprintedBehindYes'],
  ['Yes of the reprint was taken', found(2, 1, no(), no({ said: 'printed', job: AGAIN })), ''],
  ['No was taken, and there is no reprint', found(1, 1, no()), 'notReprinted'],
])('%s', (_, judged, expected) => {
  expect(judged).toBe(expected)
})
