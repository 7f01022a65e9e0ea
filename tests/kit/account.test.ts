// The account of the campaign: which labels count as lost, doubled, contradicted or unknown.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { expect, test } from 'vitest'
import type { Answer } from './sender.ts'
import { cameEarly, judge } from './account.ts'

interface Case {
  readonly answer?: Answer
  readonly client: JobState | null
  readonly printer: JobState | null
  readonly onPaper: number
}

function account({ answer = 'accepted', client, printer, onPaper }: Case) {
  const job = (state: JobState | null) =>
    state === null ? [] : [{ n: 1, state, bytes: 103, reason: '', carrier: null }]
  const verdict = judge({
    sent: [{ payload: { serial: 7, sha256: '' }, at: 'client', sender: 0, bytes: 103, answer }],
    client: job(client),
    printer: job(printer),
    roll: Array.from({ length: onPaper }, () => ({ serial: 7, isWhole: true })),
  })
  const { lost, doubled, contradictions, unknown } = verdict
  return { lost: lost.length, doubled: doubled.length, contradictions: contradictions.length, unknown }
}

const good = { lost: 0, doubled: 0, contradictions: 0, unknown: 0 }

test.each<[string, Case, object]>([
  ['printed', { client: 'forwarded', printer: 'printed', onPaper: 1 }, good],
  ['lost at the Client', { client: null, printer: null, onPaper: 0 }, { ...good, lost: 1 }],
  ['lost between the two', { client: 'forwarded', printer: null, onPaper: 0 }, { ...good, lost: 1 }],
  ['never accepted', { answer: 'broken', client: null, printer: null, onPaper: 0 }, good],
  ['told: unknown', { client: 'unknown', printer: null, onPaper: 0 }, { ...good, unknown: 1 }],
  ['told: failed', { client: 'forwarded', printer: 'failed', onPaper: 0 }, good],
  ['still waiting', { client: 'waiting_for_printer', printer: null, onPaper: 0 }, good],
  ['unknown on paper', { client: 'forwarded', printer: 'unknown', onPaper: 1 }, { ...good, unknown: 1 }],
  ['twice', { client: 'forwarded', printer: 'printed', onPaper: 2 }, { ...good, doubled: 1 }],
  [
    'a state that lies',
    { client: 'forwarded', printer: 'printed', onPaper: 0 },
    { ...good, lost: 1, contradictions: 1 },
  ],
  [
    'failed, and on paper',
    { client: 'forwarded', printer: 'failed', onPaper: 1 },
    { ...good, contradictions: 1 },
  ],
  [
    'not sent, and on paper',
    { client: 'waiting_for_printer', printer: 'printed', onPaper: 1 },
    { ...good, contradictions: 1 },
  ],
])('%s', (_, given, expected) => {
  expect(account(given)).toEqual(expected)
})

test('a label on paper before an earlier one of its sender is out of order, unless somebody answered for one of them', () => {
  const sent = [1, 2].map((serial) => ({
    payload: { serial, sha256: '' },
    at: 'client' as const,
    sender: 0,
    bytes: 100 + serial,
    answer: 'accepted' as const,
  }))
  const jobs = (isAnswered: boolean) =>
    sent.map(({ bytes }, n) => ({
      n,
      state: 'printed' as const,
      bytes,
      reason: '',
      answer: { id: String(n), isAnswered: isAnswered && n === 0, reprint: null },
    }))
  const roll = [2, 1].map((serial) => ({ serial, isWhole: true }))
  const overtaking = (isAnswered: boolean) =>
    judge({ sent, client: [], printer: jobs(isAnswered), roll }).overtaking.map(({ serial }) => serial)
  expect(overtaking(false)).toEqual([2])
  expect(overtaking(true)).toEqual([])
})

const paper = (...serials: number[]) => serials.map((serial) => ({ serial }))

test('labels in the order of their sender overtake nothing, whatever other senders put between them', () => {
  expect(cameEarly([1, 3, 5], paper(1, 2, 3, 4, 5))).toEqual([])
})

test('each label that came out before an earlier one is found', () => {
  expect(cameEarly([1, 2, 3], paper(1, 3, 2))).toEqual([{ serial: 3, before: 2 }])
  expect(cameEarly([1, 2, 3, 4], paper(4, 3, 1, 2))).toEqual([
    { serial: 3, before: 2 },
    { serial: 4, before: 2 },
  ])
})

test('what is not on paper overtakes nothing, and of a double the first one counts', () => {
  expect(cameEarly([1, 2, 3], paper(1, 3))).toEqual([])
  expect(cameEarly([1, 2], paper(1, 2, 1))).toEqual([])
})
