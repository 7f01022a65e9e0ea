// Every 5 s: closes the sessions of hubs whose lease is over, and removes what is old: 30 days, counters of labels 90. One is active.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { removeOldHours } from '../jobs/job-reports.queries.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { databaseAnswered, databaseAway, holdOffAtStart, maySweep } from './hold-off.ts'
import { recomputePresence } from './recompute.queries.ts'
import {
  becomeSweeper,
  closeSessionsOfLapsedHubs,
  removeOldRows,
  serverStartedAt,
} from './sweeper.queries.ts'

const KEEP_DAYS = 30
const SESSIONS_PER_TRANSACTION = 1_000
const ROWS_PER_REMOVAL = 1_000
/** Bounds one sweep; what is left waits for the next. */
const TRANSACTIONS_PER_SWEEP = 50

export interface SweeperParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
  readonly leaseMs: number
  readonly everyMs: number
}

export interface Sweeper {
  /** One round; answers how many computers' sessions were closed. Never throws. */
  sweep(): Promise<number>
  /** Starts the rounds. */
  start(): void
  /** Ends the rounds and waits for the running one. */
  stop(): Promise<void>
}

export function createSweeper(parts: SweeperParts): Sweeper {
  const { clock, everyMs } = parts
  let holdOff = holdOffAtStart(clock.monotonicMs())
  let isStopped = false
  let cancelNext = (): void => {}
  let running: Promise<unknown> = Promise.resolve()

  const sweep = async (): Promise<number> => {
    try {
      const startedAt = await serverStartedAt(parts.db)
      const nowMs = clock.monotonicMs()
      holdOff = databaseAnswered(holdOff, { nowMs, serverStartedAt: startedAt, leaseMs: parts.leaseMs })
      return maySweep(holdOff, nowMs, parts.leaseMs) ? await sweepOnce(parts) : 0
    } catch (error) {
      holdOff = databaseAway(holdOff)
      parts.logger.warn('sweeper.failed', { reason: withoutValues(error).message })
      return 0
    }
  }
  const next = (): void => {
    cancelNext = clock.after(everyMs, () => {
      running = sweep().then(() => (isStopped ? undefined : next()))
    })
  }
  return {
    sweep,
    start: next,
    stop: async () => {
      isStopped = true
      cancelNext()
      await running
    },
  }
}

async function sweepOnce({ db, logger }: SweeperParts): Promise<number> {
  let closed = 0
  for (let round = 0; round < TRANSACTIONS_PER_SWEEP; round += 1) {
    const count = await db.transaction().execute(closeSome)
    closed += count
    if (count === 0) break
  }
  if (closed > 0) logger.warn('sweeper.closed-sessions-of-lapsed-hubs', { computers: closed })
  await db.transaction().execute(async (trx) => {
    if (!(await becomeSweeper(trx))) return
    await removeOldRows(trx, { days: KEEP_DAYS, limit: ROWS_PER_REMOVAL })
    await removeOldHours(trx, ROWS_PER_REMOVAL)
  })
  return closed
}

async function closeSome(trx: StoreTransaction): Promise<number> {
  if (!(await becomeSweeper(trx))) return 0
  const computerIds = await closeSessionsOfLapsedHubs(trx, SESSIONS_PER_TRANSACTION)
  await appendEvents(trx, await recomputePresence(trx, computerIds))
  return computerIds.length
}
