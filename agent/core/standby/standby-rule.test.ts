// When labels go to the standby printer and back: by example, and against a model over random lives of both printers.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AT_FIRST,
  BACK_AFTER_MS,
  isPrinterAway,
  nextStandby,
  STANDBY_SURE_MS,
  type StandbyFacts,
  type StandbyPlan,
  type StandbyState,
} from './standby-rule.ts'

const PLAN: StandbyPlan = { key: 'a b', afterMs: 60_000, returns: 'auto', firstAgain: 0 }
const BOTH: StandbyFacts = { first: 'there', isStandbyThere: true }
const AWAY: StandbyFacts = { first: 'computer_away', isStandbyThere: true }

/** Looks once a second; `lives`: what is seen, for how many seconds. */
function live(
  lives: readonly (readonly [seconds: number, facts: StandbyFacts, plan?: StandbyPlan])[],
  from: StandbyState = AT_FIRST,
): StandbyState {
  let [state, nowMs] = [from, 1_000_000]
  for (const [seconds, facts, plan = PLAN] of lives)
    for (let n = 0; n < seconds; n += 1) {
      nowMs += 1_000
      state = nextStandby(state, { plan, facts }, { monotonicMs: nowMs, wallMs: nowMs })
    }
  return state
}

const used = ({ use }: StandbyState): string => (use === null ? 'first' : use.why)

describe('Labels go to the standby printer', () => {
  test.each([
    ['not before its time', [[60, AWAY]], 'first'],
    ['when the first was away for its time', [[61, AWAY]], 'computer_away'],
    ['and say what is away', [[61, { ...AWAY, first: 'printer_away' }]], 'printer_away'],
    [
      'not when the first was there in between',
      [
        [59, AWAY],
        [1, BOTH],
        [60, AWAY],
      ],
      'first',
    ],
    ['not while the standby is away too', [[600, { ...AWAY, isStandbyThere: false }]], 'first'],
    [
      'not in the moment in which a network comes back, standby first',
      [
        [600, { ...AWAY, isStandbyThere: false }],
        [STANDBY_SURE_MS / 1_000, AWAY],
        [60, BOTH],
      ],
      'first',
    ],
    [
      'when the standby is there for sure',
      [
        [600, { ...AWAY, isStandbyThere: false }],
        [6, AWAY],
      ],
      'computer_away',
    ],
  ] as const)('%s', (_case, lives, expected) => {
    expect(used(live(lives))).toBe(expected)
  })
})

describe('Labels go back to the first printer', () => {
  const atStandby = live([[61, AWAY]])
  const manual: StandbyPlan = { ...PLAN, returns: 'manual' }
  const back = BACK_AFTER_MS / 1_000

  test.each([
    ['not before it is there for 30 s', [[back, BOTH]], 'computer_away'],
    ['by themselves, when it is', [[back + 1, BOTH]], 'first'],
    [
      'not when it was away in between',
      [
        [back - 1, BOTH],
        [1, AWAY],
        [back, BOTH],
      ],
      'computer_away',
    ],
    ['never by themselves where a person is to say so', [[9_999, BOTH, manual]], 'computer_away'],
    ['when staff say so', [[1, BOTH, { ...manual, firstAgain: 1 }]], 'first'],
    [
      'when staff say so, also while it is away; then once more',
      [[60, AWAY, { ...manual, firstAgain: 1 }]],
      'first',
    ],
    ['after which it has its whole time', [[61, AWAY, { ...manual, firstAgain: 1 }]], 'computer_away'],
    ['when another computer gets the standby printer', [[1, AWAY, { ...PLAN, key: 'a c' }]], 'first'],
    ['also while the standby is away', [[back + 1, { ...BOTH, isStandbyThere: false }]], 'first'],
  ] as const)('%s', (_case, lives, expected) => {
    expect(used(live(lives, atStandby))).toBe(expected)
  })

  test('when there is no standby printer any more', () => {
    expect(nextStandby(atStandby, { plan: null, facts: AWAY }, { monotonicMs: 0, wallMs: 0 })).toEqual(
      AT_FIRST,
    )
  })
})

/** The same over a whole life, told by what was seen at each second. */
function model(seen: readonly StandbyFacts[], plan: StandbyPlan): string[] {
  let [isAtStandby, begun] = [false, 0]
  return seen.map((_facts, index) => {
    const lasted = (isSo: (facts: StandbyFacts) => boolean, from: number): number => {
      let start = index
      while (start >= from && isSo(seen[start] ?? BOTH)) start -= 1
      return (index - start - 1) * 1_000
    }
    if (!isAtStandby) {
      const away = lasted(({ first }) => first !== 'there', begun)
      const sure = lasted(({ isStandbyThere }) => isStandbyThere, 0)
      isAtStandby = away >= plan.afterMs && sure >= STANDBY_SURE_MS
    } else if (plan.returns === 'auto' && lasted(({ first }) => first === 'there', 0) >= BACK_AFTER_MS) {
      ;[isAtStandby, begun] = [false, index]
    }
    return isAtStandby ? 'standby' : 'first'
  })
}

test('over random lives of both printers it does what the model does', () => {
  const facts = fc.record<StandbyFacts>({
    first: fc.constantFrom('there', 'computer_away', 'printer_away'),
    isStandbyThere: fc.boolean(),
  })
  const spell = fc.tuple(fc.integer({ min: 1, max: 45 }), facts)
  const plan = fc.record({
    afterMs: fc.integer({ min: 1, max: 40 }).map((s) => s * 1_000),
    returns: fc.constantFrom('auto' as const, 'manual' as const),
  })
  fc.assert(
    fc.property(fc.array(spell, { maxLength: 30 }), plan, (spells, over) => {
      const seen = spells.flatMap(([seconds, one]) => Array.from({ length: seconds }, () => one))
      const wanted: StandbyPlan = { ...PLAN, ...over }
      let state: StandbyState = AT_FIRST
      const found = seen.map((one, index) => {
        const nowMs = index * 1_000
        state = nextStandby(state, { plan: wanted, facts: one }, { monotonicMs: nowMs, wallMs: nowMs })
        return state.use === null ? 'first' : 'standby'
      })
      expect(found).toEqual(model(seen, wanted))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['absent', [], true],
  ['none', [], true],
  ['there', [], false],
  ['unknown', [], false],
  ['there', ['unreachable'], true],
  ['there', ['paper_out'], false],
  ['there', ['head_open', 'offline'], false],
  ['there', ['offline'], true],
  ['there', ['paused'], false],
  ['there', ['paper_low', 'offline'], true],
  ['there', ['queue_stopped'], false],
] as const)('a printer that is %s and says %j is away: %s', (presence, conditions, expected) => {
  expect(isPrinterAway({ presence, conditions: [...conditions] })).toBe(expected)
})
