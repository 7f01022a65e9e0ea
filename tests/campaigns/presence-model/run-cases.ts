// A range of cases on a PostgreSQL of its own, batch by batch.
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { CASES_PER_BATCH, runBatch } from './cases.ts'
import { withOwnDatabase } from './own-database.ts'

export interface CaseRange {
  readonly cases: number
  readonly seed: number
  readonly from: number
  readonly isRealTime: boolean
  /** Ends the run behind the present batch. */
  readonly stopping: AbortSignal
}

export interface RangeResult {
  readonly done: number
  /** Where the same seed goes on. */
  readonly next: number
  readonly seed: number
  readonly seconds: number
  readonly broken: readonly string[]
}

const TOLD_EVERY = 1_000

export async function runCases(range: CaseRange, tell: (text: string) => void): Promise<RangeResult> {
  return withOwnDatabase((db) => runOn(db, range, tell))
}

async function runOn(db: StoreDb, range: CaseRange, tell: (text: string) => void): Promise<RangeResult> {
  const { cases, seed, from, isRealTime, stopping } = range
  const parts = { db, isRealTime, leftOut: null }
  const broken: string[] = []
  const startedMs = performance.now()
  let done = 0
  while (done < cases && !stopping.aborted) {
    const batch = (from + done) / CASES_PER_BATCH
    const text = await runBatch(parts, { seed, batch, isShrunk: !isRealTime })
    if (text !== null) broken.push(text)
    if (text !== null) tell(text)
    done += CASES_PER_BATCH
    if (done % TOLD_EVERY === 0 || isRealTime) tell(`cases ${from} to ${from + done - 1} of seed ${seed}`)
  }
  return { done, next: from + done, seed, seconds: (performance.now() - startedMs) / 1_000, broken }
}
