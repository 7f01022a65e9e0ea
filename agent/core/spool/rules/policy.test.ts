// What is done with a label: by where labels go, how long it has waited and what happened before it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import type { ComputerRoute } from './forwarding.ts'
import { decide, goesOn, LOOK_AGAIN_MS, wayOf, waysOf } from './policy.ts'
import type { ForwardRoute, NoRoute, PrinterRoute } from './route.ts'

const STOP = [reason('printer_condition', { condition: 'paper_out' })]
const NONE: NoRoute = { kind: 'none', why: reason('no_printer', {}) }
const PAUSED: NoRoute = { kind: 'none', why: reason('no_part', {}), pausedOver: 'printer' }
const printer = (stopped: PrinterRoute['stopped'] = []): PrinterRoute => ({
  kind: 'printer',
  destination: 'P1',
  stopped,
  write: async () => ({ ok: true }),
})
const computer = (destination: string): ComputerRoute => ({
  kind: 'computer',
  destination,
  window: 4,
  deliver: async () => ({ kind: 'not_sent' }),
})
const NEW = { leftMs: 90_000, restMs: 0, isThere: false }

describe('Of the first label', () => {
  test('of each way: it expires, waits and says why, or is tried', () => {
    const [here, stopped, there] = [printer(), printer(STOP), computer('A')]
    const wait = (why: unknown, forMs: number) => ({ kind: 'wait', why, forMs })
    expect([
      decide(here, { ...NEW, route: here }),
      decide(there, { ...NEW, route: there }),
      decide(here, { ...NEW, route: here, restMs: 1_500 }),
      decide(stopped, { ...NEW, route: stopped, restMs: 1_500 }),
      decide(NONE, { ...NEW, route: NONE, leftMs: 20_000 }),
      decide(NONE, { ...NEW, route: NONE, leftMs: null }),
    ]).toEqual([
      { kind: 'try', to: here },
      { kind: 'try', to: there },
      wait([], 1_500),
      wait(STOP, LOOK_AGAIN_MS),
      wait([NONE.why], 20_000),
      wait([NONE.why], LOOK_AGAIN_MS),
    ])
  })

  test.each([
    ['a printer', printer()],
    ['a printer that has stopped', printer(STOP)],
    ['a computer', computer('A')],
    ['nothing', NONE],
  ])('that goes to %s: it expires, and is not tried once more', (_, way) => {
    expect(decide(way, { ...NEW, route: way, leftMs: 0, restMs: 1_500 })).toEqual({ kind: 'expire' })
  })

  test('in a pause: it says so, and does not expire', () => {
    const said = { kind: 'wait', why: [PAUSED.why], forMs: LOOK_AGAIN_MS }
    expect(decide(PAUSED, { ...NEW, route: PAUSED, leftMs: 0 })).toEqual(said)
  })

  test('that may be at a computer: it never expires; there again, or a person is asked once that one is gone for good', () => {
    const there = computer('A')
    const mayBeThere = { ...NEW, leftMs: 0, isThere: true }
    expect(decide(there, { ...mayBeThere, route: there })).toEqual({ kind: 'try', to: there })
    expect(decide(there, { ...mayBeThere, route: there, restMs: 500 })).toMatchObject({ why: [], forMs: 500 })
    const gone = (route: ForwardRoute | NoRoute | PrinterRoute, leftMs: number) =>
      decide(null, { ...mayBeThere, route, leftMs }).kind
    expect([
      gone(computer('B'), 9),
      gone(printer(), 9),
      gone(NONE, 9),
      gone(NONE, 0),
      gone(PAUSED, 0),
    ]).toEqual(['ask', 'ask', 'wait', 'ask', 'wait'])
  })
})

test('A label goes the way of the route; one of another computer to the standby printer here; one that may be elsewhere there', () => {
  const arrivals = printer()
  const other = computer('B')
  const first: ForwardRoute = { ...computer('A'), arrivals, others: [other] }
  const at = (computerName: string | null, origin: string | null = null) =>
    wayOf(first, { at: computerName, row: { origin } })
  expect([at(null), at(null, 'key'), at('B'), at('A'), at('C')]).toEqual([
    first,
    arrivals,
    other,
    first,
    null,
  ])
  expect(waysOf(first)).toEqual([null, arrivals, first, other])
  const here = { ...printer(), others: [other] }
  expect([wayOf(here, { at: null, row: { origin: 'key' } }), waysOf(here)]).toEqual([
    here,
    [null, here, other],
  ])
  expect(wayOf(NONE, { at: null, row: { origin: null } })).toBe(NONE)
})

test('A label under way goes on with the same delivery; what may be there also where labels go elsewhere by now', () => {
  const [first, second] = [computer('A'), computer('B')]
  const moved: ForwardRoute = { ...second, others: [first] }
  expect([
    goesOn(first, false, { ...first }),
    goesOn(first, false, moved),
    goesOn(first, true, moved),
    goesOn(first, true, second),
    goesOn(first, true, NONE),
    goesOn(first, true, computer('A')),
  ]).toEqual([true, false, true, false, false, false])
})
