// How many requests a second the store API answers in time: more and more of them, each begun when it is due, until too many are late.
import { setTimeout as delay } from 'node:timers/promises'
import { figuresOf } from '../bench/measure.ts'
import { busyStatements } from './busy-statements.queries.ts'

export interface Step {
  /** Asked for, and answered. */
  readonly perSecond: number
  readonly answeredPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
  /** What the database was at most often when it was looked at, with its share of the looks. */
  readonly statements: readonly string[]
}

export interface SaturationPlan {
  /** Does one request. Throws where it is refused. */
  readonly ask: (n: number) => Promise<unknown>
  /** Of the database behind. */
  readonly url: string
  readonly boundMs: number
  /** No more are tried. */
  readonly mostPerSecond: number
  readonly say: (text: string) => void
}

const FROM_PER_SECOND = 25
const STEP_MS = 10_000
const WARM_UP_MS = 5_000
/** The bound is missed by single seconds of a busy machine, too; so far beyond it nothing comes back. */
const FAR_BEYOND = 10
/** Beyond it whoever asks is held up as well, and nothing more would be learnt. */
const MOST_UNDER_WAY = 2_000

/** Ends at the first step of which the p99 is ten times its bound, or something is refused. */
export async function saturation({ ask, url, boundMs, mostPerSecond, say }: SaturationPlan): Promise<Step[]> {
  const steps: Step[] = []
  await oneStep({ ask, url }, { perSecond: FROM_PER_SECOND, forMs: WARM_UP_MS })
  for (let perSecond = FROM_PER_SECOND; perSecond <= mostPerSecond; perSecond = Math.round(perSecond * 1.5)) {
    const step = await oneStep({ ask, url }, { perSecond, forMs: STEP_MS })
    steps.push(step)
    say(`  ${perSecond} a second: p50 ${step.p50Ms} ms, p99 ${step.p99Ms} ms, ${step.failed} failed`)
    if (step.p99Ms > FAR_BEYOND * boundMs || step.failed > 0) break
  }
  return steps
}

async function oneStep(
  { ask, url }: Pick<SaturationPlan, 'ask' | 'url'>,
  { perSecond, forMs }: { readonly perSecond: number; readonly forMs: number },
): Promise<Step> {
  const times: number[] = []
  let failed = 0
  const underWay = new Set<Promise<void>>()
  const one = async (n: number, dueMs: number): Promise<void> => {
    await ask(n).catch(() => (failed += 1))
    times.push(performance.now() - dueMs)
  }
  const looking = new AbortController()
  const statements = busyStatements(url, looking.signal)
  const fromMs = performance.now()
  const count = (perSecond * forMs) / 1_000
  for (let n = 0; n < count && underWay.size < MOST_UNDER_WAY; n += 1) {
    const dueMs = fromMs + (n * 1_000) / perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 1) await delay(waitMs)
    const asked = one(n, dueMs).finally(() => underWay.delete(asked))
    underWay.add(asked)
  }
  await Promise.all(underWay)
  const seconds = (performance.now() - fromMs) / 1_000
  looking.abort()
  const { p50Ms, p99Ms } = figuresOf(times)
  const answeredPerSecond = Math.round(times.length / seconds)
  return { perSecond, answeredPerSecond, p50Ms, p99Ms, failed, statements: await statements }
}
