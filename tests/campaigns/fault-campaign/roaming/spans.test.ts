// How soon after a change of an address a label came out.
import { expect, test } from 'vitest'
import { spansOf, type Change } from './spans.ts'

const label = (serial: number, atMs: number) => ({ payload: { serial }, answer: 'accepted', atMs })
const change = (atMs: number, part: Change['part']): Change => ({ atMs, what: '', part })

test('after a change the first label counts that was handed in after it, not one that was under way', () => {
  const sent = [label(1, 90), label(2, 110), label(3, 120), label(4, 210)]
  const roll = [
    { serial: 1, atMs: 105 },
    { serial: 2, atMs: 150 },
    { serial: 3, atMs: 140 },
    { serial: 4, atMs: 290 },
  ]
  const changes = [change(100, 'with the hub'), change(200, 'without the hub')]
  const { recovery, way } = spansOf({ sent, roll, changes })
  expect(recovery['with the hub']).toEqual({ count: 1, p50Ms: 40, p99Ms: 40, maxMs: 40 })
  expect(recovery['without the hub']).toEqual({ count: 1, p50Ms: 90, p99Ms: 90, maxMs: 90 })
  expect(way['with the hub']).toMatchObject({ count: 3, maxMs: 40 })
})

test('a label that nobody accepted, or that is not on paper, has no way', () => {
  const sent = [{ ...label(1, 1), answer: 'broken' }, label(2, 2)]
  const { way } = spansOf({ sent, roll: [{ serial: 1, atMs: 3 }], changes: [] })
  expect(way['with the hub'].count).toBe(0)
})
