// The sweeper of a test: its clock and the time of the database move on together, as they do in life.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { StoreDb } from '../database.ts'
import { createSweeper, type Sweeper } from '../presence/sweeper.ts'
import { LEASE_MS, stepDatabaseTime, type StoreTestDatabase } from './test-store.ts'

const ROUND_MS = 5_000

export interface TestSweeper {
  readonly clock: SteppedClock
  readonly sweeper: Sweeper
  /** Time goes on, and nobody looks. */
  step(ms: number): Promise<void>
  /** Time goes on, and the sweeper makes its rounds every 5 s, and `afterRound` what happens besides. */
  pass(ms: number, afterRound?: () => Promise<unknown>): Promise<void>
}

/** `db`: by which the sweeper asks, where that is to fail. */
export function newTestSweeper(store: StoreTestDatabase, db: StoreDb = store.db): TestSweeper {
  const clock = new SteppedClock()
  const parts = { db, clock, logger: silentLogger, leaseMs: LEASE_MS, everyMs: ROUND_MS }
  const sweeper = createSweeper(parts)
  // The database first: what a timer asks must not come before the time at which it asks.
  const step = async (ms: number): Promise<void> => {
    await stepDatabaseTime(store, ms)
    clock.stepMs(ms)
  }
  const pass = async (ms: number, afterRound?: () => Promise<unknown>): Promise<void> => {
    for (let left = ms; left > 0; left -= ROUND_MS) {
      await step(Math.min(ROUND_MS, left))
      await sweeper.sweep()
      await sweeper.endGraces()
      await afterRound?.()
    }
  }
  return { clock, sweeper, step, pass }
}

/** One whose hold-off is over, as in a store API that runs. */
export async function runningSweeper(store: StoreTestDatabase, db?: StoreDb): Promise<TestSweeper> {
  const running = newTestSweeper(store, db)
  await running.pass(LEASE_MS)
  return running
}
