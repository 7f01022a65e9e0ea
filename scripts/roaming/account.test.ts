// The account of roaming: what counts as lost and doubled, and how soon after a change a label came out.
import { expect, test } from 'vitest'
import { accountOf, type Change } from './account.ts'
import type { SentLabel } from './counter.ts'

const label = (sha256: string, atMs: number, answer: SentLabel['answer'] = 'accepted'): SentLabel => ({
  ...{ payload: { serial: atMs, sha256 }, answer, atMs },
})
const change = (atMs: number, part: Change['part']): Change => ({ atMs, what: '', part })

test('a label that was accepted and is not on paper is lost; one that is there twice is doubled', () => {
  const sent = [label('a', 1), label('b', 2), label('c', 3), label('d', 4, 'broken')]
  const printed = [
    { sha256: 'a', atMs: 5 },
    { sha256: 'c', atMs: 6 },
    { sha256: 'c', atMs: 7 },
  ]
  const account = accountOf({ sent, printed, changes: [] })
  expect(account).toMatchObject({ sent: 4, accepted: 3, onPaper: 3, lost: 1, doubled: 1 })
})

test('after a change the first label counts that was handed in after it, not one that was under way', () => {
  const sent = [label('a', 90), label('b', 110), label('c', 120), label('d', 210)]
  const printed = [
    { sha256: 'a', atMs: 105 },
    { sha256: 'b', atMs: 150 },
    { sha256: 'c', atMs: 140 },
    { sha256: 'd', atMs: 290 },
  ]
  const changes = [change(100, 'with the hub'), change(200, 'without the hub')]
  const { recovery, way } = accountOf({ sent, printed, changes })
  expect(recovery['with the hub']).toEqual({ count: 1, p50Ms: 40, p99Ms: 40, maxMs: 40 })
  expect(recovery['without the hub']).toEqual({ count: 1, p50Ms: 90, p99Ms: 90, maxMs: 90 })
  expect(way['with the hub']).toMatchObject({ count: 3, maxMs: 40 })
})
