// Every 5 s: closes the sessions of hubs whose lease is over, ends graces, and removes what is old: 30 days, counters of
// labels 90. One is active.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { removeOldHours } from '../jobs/job-reports.queries.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { databaseAnswered, databaseAway, holdOffAtStart, maySweep } from './hold-off.ts'
import { GRACE_MS, recomputePresence } from './recompute.queries.ts'
import { looked, silentFor, type SeenLeases } from './seen-leases.ts'
import {
  becomeSweeper,
  closeSessionsOfLapsedHubs,
  computersWithoutGrace,
  leases,
  nextGraceInMs,
  removeOldRows,
  serverTime,
  type LapseRule,
} from './sweeper.queries.ts'

const KEEP_DAYS = 30
const SESSIONS_PER_TRANSACTION = 1_000
const COMPUTERS_PER_TRANSACTION = 1_000
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
  /**
   * Shows as offline whose grace is over; answers in how many ms the next one is over, null when the rounds have to see to
   * it. Nobody's is over until the database has been back for that long: nobody could return before. Never throws.
   */
  endGraces(): Promise<number | null>
  /** Starts the rounds. */
  start(): void
  /** Ends the rounds and waits for the running one. */
  stop(): Promise<void>
}

export function createSweeper(parts: SweeperParts): Sweeper {
  const { clock } = parts
  let holdOff = holdOffAtStart(clock.monotonicMs())
  let seen: SeenLeases = new Map()
  const sweep = async (): Promise<number> => {
    try {
      const server = await serverTime(parts.db)
      const nowMs = clock.monotonicMs()
      holdOff = databaseAnswered(holdOff, { nowMs, server, leaseMs: parts.leaseMs })
      seen = looked(seen, await leases(parts.db), nowMs)
      if (!maySweep(holdOff, nowMs, parts.leaseMs)) return 0
      return await sweepOnce(parts, silentFor(seen, nowMs, parts.leaseMs - parts.everyMs))
    } catch (error) {
      holdOff = databaseAway(holdOff)
      parts.logger.warn('sweeper.failed', { reason: withoutValues(error).message })
      return 0
    }
  }
  const endGraces = async (): Promise<number | null> => {
    try {
      if (!maySweep(holdOff, clock.monotonicMs(), GRACE_MS)) return null
      await endAllGraces(parts.db)
      return await nextGraceInMs(parts.db)
    } catch (error) {
      parts.logger.warn('sweeper.graces-failed', { reason: withoutValues(error).message })
      return null
    }
  }
  const round = async (): Promise<void> => {
    await sweep()
    await endGraces()
  }
  return { sweep, endGraces, ...rounds(parts, round) }
}

/** One after the other: the next begins `everyMs` after the end of the one before. */
function rounds(
  { clock, everyMs }: SweeperParts,
  round: () => Promise<void>,
): Pick<Sweeper, 'start' | 'stop'> {
  let isStopped = false
  let cancelNext = (): void => {}
  let running: Promise<void> = Promise.resolve()
  const next = (): void => {
    cancelNext = clock.after(everyMs, () => {
      running = round().then(() => (isStopped ? undefined : next()))
    })
  }
  return {
    start: next,
    stop: async () => {
      isStopped = true
      cancelNext()
      await running
    },
  }
}

async function sweepOnce(
  { db, logger, leaseMs }: SweeperParts,
  silentHubs: readonly string[],
): Promise<number> {
  const rule = { silentHubs, leaseMs, limit: SESSIONS_PER_TRANSACTION }
  let closed = 0
  for (let round = 0; round < TRANSACTIONS_PER_SWEEP; round += 1) {
    const count = await db.transaction().execute(async (trx) => closeSome(trx, rule))
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

async function closeSome(trx: StoreTransaction, rule: LapseRule): Promise<number> {
  if (!(await becomeSweeper(trx))) return 0
  const computerIds = await closeSessionsOfLapsedHubs(trx, rule)
  await appendEvents(trx, await recomputePresence(trx, computerIds))
  return computerIds.length
}

// Without the sweeper's lock: under the locks of the rows a second one finds nothing left to change.
async function endAllGraces(db: StoreDb): Promise<void> {
  for (let round = 0; round < TRANSACTIONS_PER_SWEEP; round += 1) {
    const count = await db.transaction().execute(async (trx) => {
      const computerIds = await computersWithoutGrace(trx, COMPUTERS_PER_TRANSACTION)
      await appendEvents(trx, await recomputePresence(trx, computerIds))
      return computerIds.length
    })
    if (count < COMPUTERS_PER_TRANSACTION) return
  }
}
