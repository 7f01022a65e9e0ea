// Keeps the health of every pharmacy as what happens there says: follows the outbox, in which each change stands.
//
//   a change commits ─▶ its row in the outbox ─▶ wake ─▶ the pharmacies of the new rows are computed ─▶ what is otherwise is
//   kept, and a row of the outbox tells the pages
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { lockHealth } from './health-rows.queries.ts'
import { judgePharmacies } from './judge-pharmacies.ts'
import {
  changedPharmacies,
  pharmaciesAfter,
  readProgress,
  writeProgress,
  type HealthProgress,
} from './progress.queries.ts'

/** Of one transaction: a fleet that comes back at once must not keep its rows waiting. */
const EVENTS_AT_ONCE = 500
const PHARMACIES_AT_ONCE = 100
const RETRY_MS = 1_000

export interface HealthKeeper {
  /** Something happened; calls while one look is under way are answered by one more. */
  wake(): void
  /** Waits for the look under way. */
  stop(): Promise<void>
}

/** Looks at once. Failures are logged and made up for. */
export function startHealthKeeper({
  db,
  clock,
  logger,
}: {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}): HealthKeeper {
  let isStopped = false
  let isWoken = false
  let cancel: Cancel = () => {}
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    try {
      while (isWoken && !isStopped) {
        isWoken = false
        await followHealth(db, () => isStopped)
      }
    } catch (error) {
      logger.warn('health.look-failed', { reason: withoutValues(error).message })
      cancel()
      if (!isStopped) cancel = clock.after(RETRY_MS, wake)
    }
  }
  const wake = (): void => {
    isWoken = true
    if (isStopped || looking !== null) return
    looking = look().finally(() => (looking = null))
  }
  wake()
  return {
    wake,
    stop: async () => {
      isStopped = true
      cancel()
      await looking
    },
  }
}

/** Until nothing is left, or `isEnough` says so. Any number of processes may do it at once: each waits for the one before. */
export async function followHealth(db: StoreDb, isEnough: () => boolean = () => false): Promise<void> {
  while (!isEnough() && (await step(db)));
}

/** Whether there may be more. */
async function step(db: StoreDb): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockHealth(trx)
    const progress = await readProgress(trx)
    const { customerIds, lastEventId, hasGap } = await changedPharmacies(
      trx,
      progress.lastEventId,
      EVENTS_AT_ONCE,
    )
    if (lastEventId === null) return sweep(trx, progress)
    const changed = await judgePharmacies(trx, customerIds)
    await writeProgress(trx, { lastEventId, fromCustomerId: hasGap ? 0 : progress.fromCustomerId })
    await appendEvents(
      trx,
      changed.map((customerId) => ({ kind: 'customer', customerId })),
    )
    return true
  })
}

/** Pharmacies of which nothing was heard: at the first start of this version, and after a gap. */
async function sweep(trx: StoreTransaction, progress: HealthProgress): Promise<boolean> {
  if (progress.fromCustomerId === null) return false
  const customerIds = await pharmaciesAfter(trx, progress.fromCustomerId, PHARMACIES_AT_ONCE)
  await judgePharmacies(trx, customerIds)
  await writeProgress(trx, { ...progress, fromCustomerId: customerIds.at(-1) ?? null })
  return true
}
