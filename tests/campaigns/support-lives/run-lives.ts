// Lives by number: life K of seed S is always the same, so that a long run goes on where another one ended.
import { diceOf } from '../../kit/dice.ts'
import type { LeftOut } from './left-out.ts'
import type { Site } from './life-store.ts'
import { liveOne, type LifeCounts } from './life.ts'
import { MemoryStore } from './memory-store.ts'
import { uuidOf } from './uuids.ts'
import type { WorldParts } from './world.ts'

/** Two computers of one pharmacy, one of another. */
export const PHARMACIES = [0, 0, 1] as const

export type Place = Pick<WorldParts, 'sites' | 'storeOf'>

export interface LivesParts {
  readonly lives: number
  readonly seed: number
  readonly from: number
  readonly leftOut: LeftOut
  /** Where a life is lived, made for it alone. */
  readonly placeOf: (life: number, seed: number) => Promise<Place>
  readonly stopping: AbortSignal
  readonly tell: (text: string) => void
  /** So many lives that broke a promise end the run. */
  readonly mostBroken: number
}

export interface LivesResult {
  readonly done: number
  readonly seconds: number
  readonly counts: LifeCounts
  /** Of each life that broke a promise, what it broke. */
  readonly broken: readonly string[]
}

const TOLD_EVERY = 1_000

export async function runLives(parts: LivesParts): Promise<LivesResult> {
  const { lives, seed, from, leftOut, placeOf, stopping, tell, mostBroken } = parts
  const startedMs = performance.now()
  let counts: LifeCounts = { tasks: 0, messages: 0, faults: 0 }
  const broken: string[] = []
  let done = 0
  while (done < lives && !stopping.aborted && broken.length < mostBroken) {
    const life = from + done
    const lived = await liveOne({ ...(await placeOf(life, seed)), dice: diceOf(seed, life), leftOut })
    done += 1
    counts = sumOf(counts, lived.counts)
    if (lived.broken.length > 0) {
      const why = `--seed ${seed} --from ${life} --lives 1: ${lived.broken.join('; ')}`
      broken.push(why)
      tell(why)
    }
    if (done % TOLD_EVERY === 0)
      tell(`${done} of ${lives} lives of seed ${seed}, ${broken.length} broke a promise`)
  }
  return { done, seconds: (performance.now() - startedMs) / 1_000, counts, broken }
}

/** Support tasks in memory, by the real table of states. */
export async function inMemory(life: number, seed: number): Promise<Place> {
  const dice = diceOf(seed, `sites of ${life}`)
  const sites: Site[] = PHARMACIES.map((pharmacy, at) => ({
    customerId: 10 * (life + 1) + pharmacy,
    computerId: at + 1,
    sessionId: uuidOf(dice),
  }))
  return Promise.resolve({ sites, storeOf: (rest) => new MemoryStore({ ...rest, sites }) })
}

function sumOf(one: LifeCounts, other: LifeCounts): LifeCounts {
  return {
    tasks: one.tasks + other.tasks,
    messages: one.messages + other.messages,
    faults: one.faults + other.faults,
  }
}
