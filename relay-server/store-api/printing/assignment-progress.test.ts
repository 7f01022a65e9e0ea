// An assignment goes forward only, and only by reports about its very version and hash.
import { describe, expect, test } from 'vitest'
import type { ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { advance, advanceAll, statusOf, type HeldProgress } from './assignment-progress.ts'

const about = { version: 3, hash: 'a'.repeat(64) }
const failure = { code: 'port_taken', reason: 'Port 9100 is taken' } as const
const held = (state: HeldProgress['state']): HeldProgress => ({
  ...about,
  state,
  failure: state === 'failed' ? failure : null,
})
const failed = { ...about, state: 'failed', ...failure } as const
const report = (state: ConfigProgress['state']): ConfigProgress =>
  state === 'failed' ? failed : { ...about, state }

const states = ['waiting', 'sent', 'received', 'applied', 'failed'] as const
const moves = new Set([
  'waiting → sent',
  'waiting → received',
  'waiting → applied',
  'waiting → failed',
  'sent → received',
  'sent → applied',
  'sent → failed',
  'received → applied',
  'received → failed',
  'applied → failed',
  'failed → applied',
])
const pairs = states.flatMap((from) =>
  (['sent', 'received', 'applied', 'failed'] as const).map((to) => ({ from, to, move: `${from} → ${to}` })),
)

test.each(pairs)('$move', ({ from, to, move }) => {
  const next = advance(held(from), report(to))
  expect(next?.state ?? null).toBe(moves.has(move) ? to : null)
})

describe('a report', () => {
  test.each([
    ['an older version', { version: 2 }],
    ['a newer version', { version: 4 }],
    ['another hash', { hash: 'b'.repeat(64) }],
  ])('about %s says nothing', (_case, other) => {
    expect(advance(held('sent'), { ...about, state: 'applied', ...other })).toBeNull()
  })

  test('of another reason replaces the failure; applied clears it', () => {
    const other = { ...failed, code: 'printer_missing', reason: 'No such printer' } as const
    expect(advance(held('failed'), other)).toMatchObject({ failure: { reason: 'No such printer' } })
    expect(advance(held('failed'), failed)).toBeNull()
    expect(advance(held('failed'), report('applied'))).toEqual(held('applied'))
  })

  test('of several is taken one after the other', () => {
    const late = { ...about, version: 2, state: 'applied' } as const
    expect(advanceAll(held('waiting'), [report('sent'), late])).toEqual(held('sent'))
    expect(advanceAll(held('waiting'), [report('sent'), report('received'), failed])).toEqual(held('failed'))
    expect(advanceAll(held('applied'), [report('sent'), report('received')])).toBeNull()
  })
})

test('the panel is shown the failure with its reason, and nothing where there is no assignment', () => {
  const stateAt = new Date('2026-11-20T09:00:00.000Z')
  expect(statusOf({ ...held('failed'), stateAt })).toEqual({
    version: 3,
    state: 'failed',
    at: '2026-11-20T09:00:00.000Z',
    failure: { code: 'port_taken', reason: 'Port 9100 is taken' },
  })
  const empty = { version: null, state: null, stateAt: null, failure: null }
  expect(statusOf(empty)).toBeNull()
})
