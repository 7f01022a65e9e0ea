// Which process dies how, decided by the seed before anything runs.
import { diceOf, type Dice } from './dice.ts'

/** The failpoints of agent/core/failpoint.ts. */
export const POINTS = ['FP0', 'FP1', 'FP2', 'FP9', 'FP10', 'FP11', 'FP12', 'FP13'] as const
export type Point = (typeof POINTS)[number]

export type AgentName = 'printer' | 'client'

/** How one life of an agent ends. */
export type Fate =
  | { readonly how: 'kill'; readonly afterMs: number }
  /** At the `hit`th label that comes to the point. */
  | { readonly how: Point; readonly hit: number }

export type Plan = Readonly<Record<AgentName, readonly Fate[]>>

export interface PlanOptions {
  readonly kills: number
  readonly seed: number
  /** Then every kill is the printer agent's, at this point. */
  readonly point: Point | null
}

/** Of ten kills: seven of the printer agent, of which five at a point; three of the client, of which one is. */
const AT_RANDOM_AFTER_MS = { low: 20, high: 2_500 }
const MAX_HIT = 4

/** One plan for each pharmacy; together they have exactly `kills` fates. */
export function plansOf({ kills, seed, point }: PlanOptions, pharmacies: number): readonly Plan[] {
  return Array.from({ length: pharmacies }, (_, index) => {
    const own = Math.floor(kills / pharmacies) + (index < kills % pharmacies ? 1 : 0)
    const dice = diceOf(seed, `plan-${index}`)
    if (point !== null) return { printer: fates(own, () => atPoint(point, dice)), client: [] }
    const ofClient = Math.round(own * 0.25)
    return {
      printer: fates(own - ofClient, (n) => (n % 10 < 7 ? turn(n, index, dice) : atRandom(dice))),
      client: fates(ofClient, (n) => (n % 3 === 0 ? turn(n / 3, index, dice) : atRandom(dice))),
    }
  })
}

function fates(count: number, fate: (n: number) => Fate): readonly Fate[] {
  return Array.from({ length: count }, (_, n) => fate(n))
}

/** Every point in turn, so that each gets its share also of a short campaign. */
function turn(n: number, index: number, dice: Dice): Fate {
  const rank = Math.floor(n / 10) * 7 + (n % 10) + index
  return atPoint(POINTS[rank % POINTS.length] ?? 'FP0', dice)
}

function atPoint(how: Point, dice: Dice): Fate {
  return { how, hit: dice.between(1, MAX_HIT) }
}

function atRandom(dice: Dice): Fate {
  return { how: 'kill', afterMs: dice.between(AT_RANDOM_AFTER_MS.low, AT_RANDOM_AFTER_MS.high) }
}
