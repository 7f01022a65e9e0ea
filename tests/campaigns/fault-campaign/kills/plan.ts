// Which process dies how, decided by the seed before anything runs.
import { diceOf, type Dice } from '../../../kit/dice.ts'
import type { Connection } from '../../../kit/printer-place.ts'

/** The failpoints of agent/core/failpoints and relay-server/hub/relay/failpoint.ts, in the order of a label's way. */
export const POINTS = [
  ...(['FP0', 'FP1', 'FP2', 'FP3', 'FP4', 'FP5', 'FP6', 'FP7', 'FP8'] as const),
  ...(['FP9', 'FP10', 'FP11', 'FP12', 'FP13'] as const),
] as const
export type Point = (typeof POINTS)[number]

export const PROCESSES = ['printer', 'client', 'hub'] as const
export type ProcessName = (typeof PROCESSES)[number]

/** How one life of a process ends. */
export type PlannedKill =
  | { readonly how: 'kill'; readonly afterMs: number }
  /** At the `hit`th label that comes to the point. */
  | { readonly how: Point; readonly hit: number }

export type Plan = Readonly<Record<ProcessName, readonly PlannedKill[]>>

export interface PlanOptions {
  readonly kills: number
  readonly seed: number
  /** Then every kill is at this point. */
  readonly point: Point | null
  readonly connection: Connection
}

const AT_RANDOM_AFTER_MS = { low: 20, high: 2_500 }
/** The hub's lives are longer, or no agent would be there when it dies. */
const HUB_AFTER_MS = { low: 4_000, high: 15_000 }
const MAX_HIT = 4
/** Places within the agent's own writing; a queue writes, so a kill at any moment takes their part. */
const NOT_OF_QUEUES: ReadonlySet<Point> = new Set(['FP10', 'FP11'])
/** One kill of each process at any moment, for each round of points: 17, a prime, so that each pharmacy has all kinds. */
const ROUND = POINTS.length + PROCESSES.length

/** One plan for each pharmacy; together they have exactly `kills` kills. Every kind gets its share, also of few kills. */
export function plansOf(
  { kills, seed, point, connection }: PlanOptions,
  pharmacies: number,
): readonly Plan[] {
  return Array.from({ length: pharmacies }, (_, index) => {
    const dice = diceOf(seed, `plan-${index}`)
    const plan: Record<ProcessName, PlannedKill[]> = { printer: [], client: [], hub: [] }
    for (let n = index; n < kills; n += pharmacies) {
      const how = point ?? POINTS[n % ROUND] ?? null
      const process = how === null ? PROCESSES[(n % ROUND) - POINTS.length] : ownerOf(how, dice)
      const isAtPoint = how !== null && !(connection === 'winspool' && NOT_OF_QUEUES.has(how))
      if (process !== undefined) plan[process].push(isAtPoint ? atPoint(how, dice) : atRandom(process, dice))
    }
    return plan
  })
}

/** Labels of programs come in at both computers. */
function ownerOf(point: Point, dice: Dice): ProcessName {
  if (point === 'FP5') return 'hub'
  if (point === 'FP0' || point === 'FP1' || point === 'FP2') return dice.oneOf(['printer', 'client'])
  return point === 'FP3' || point === 'FP4' || point === 'FP8' ? 'client' : 'printer'
}

function atPoint(how: Point, dice: Dice): PlannedKill {
  return { how, hit: dice.between(1, MAX_HIT) }
}

function atRandom(process: ProcessName, dice: Dice): PlannedKill {
  const { low, high } = process === 'hub' ? HUB_AFTER_MS : AT_RANDOM_AFTER_MS
  return { how: 'kill', afterMs: dice.between(low, high) }
}
