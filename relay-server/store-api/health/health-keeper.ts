// Keeps the health of every pharmacy as what happens there says: follows the outbox, in which each change stands.
//
//   a change commits ─▶ its row in the outbox ─▶ wake ─▶ the pharmacies of the new rows are computed ─▶ what is otherwise is
//   kept, and a row of the outbox tells the pages
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { lockHealth, settlingPharmacies } from './health-rows.queries.ts'
import { judgePharmacies, type Judged } from './judge-pharmacies.ts'
import {
  changedPharmacies,
  pharmaciesAfter,
  readProgress,
  writeProgress,
  type HealthProgress,
} from './progress.queries.ts'
import { SettlingPharmacies } from './settling.ts'

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

interface KeeperParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}

/** Looks at once. Failures are logged and made up for. */
export function startHealthKeeper(parts: KeeperParts): HealthKeeper {
  const keeper = new Keeper(parts)
  keeper.wake()
  return { wake: () => keeper.wake(), stop: async () => keeper.stop() }
}

class Keeper implements HealthKeeper {
  readonly #parts: KeeperParts
  readonly #settling: SettlingPharmacies
  #isStopped = false
  #isWoken = false
  #isFirst = true
  #cancel: Cancel = () => {}
  #looking: Promise<void> | null = null

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#settling = new SettlingPharmacies(parts.clock, () => this.wake())
  }

  wake(): void {
    this.#isWoken = true
    if (this.#isStopped || this.#looking !== null) return
    this.#looking = this.#look().finally(() => (this.#looking = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    this.#settling.stop()
    await this.#looking
  }

  async #look(): Promise<void> {
    const { db, clock, logger } = this.#parts
    try {
      if (this.#isFirst) await noteSettling(db, this.#settling)
      this.#isFirst = false
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        await followHealth(db, () => this.#isStopped, this.#settling)
      }
    } catch (error) {
      logger.warn('health.look-failed', { reason: withoutValues(error).message })
      this.#cancel()
      if (!this.#isStopped) this.#cancel = clock.after(RETRY_MS, () => this.wake())
    }
  }
}

/** Until nothing is left, or `isEnough` says so; whose time is over is taken from `settling`, which hears of the next. Any number of processes may do it at once: each waits for the one before. */
export async function followHealth(
  db: StoreDb,
  isEnough: () => boolean = () => false,
  settling: SettlingPharmacies | null = null,
): Promise<void> {
  while (!isEnough() && (await step(db, settling)));
}

/** The process before may have ended before their time was over: they are looked at once more. */
async function noteSettling(db: StoreDb, settling: SettlingPharmacies): Promise<void> {
  const ids = await db.transaction().execute(settlingPharmacies)
  settling.note(new Map(ids.map((id) => [id, 0])))
}

interface Step extends Pick<Judged, 'settles'> {
  readonly isMore: boolean
}

/** Whether there may be more. */
async function step(db: StoreDb, settling: SettlingPharmacies | null): Promise<boolean> {
  const due = settling?.due(PHARMACIES_AT_ONCE) ?? []
  const { isMore, settles } = await db.transaction().execute(async (trx): Promise<Step> => {
    await lockHealth(trx)
    const progress = await readProgress(trx)
    const { customerIds, lastEventId, hasGap } = await changedPharmacies(
      trx,
      progress.lastEventId,
      EVENTS_AT_ONCE,
    )
    if (lastEventId === null && due.length === 0) return sweep(trx, progress)
    const judged = await judgePharmacies(trx, [...new Set([...customerIds, ...due])])
    if (lastEventId !== null)
      await writeProgress(trx, { lastEventId, fromCustomerId: hasGap ? 0 : progress.fromCustomerId })
    await appendEvents(
      trx,
      judged.changed.map((customerId) => ({ kind: 'customer', customerId })),
    )
    return { isMore: true, settles: judged.settles }
  })
  settling?.note(settles)
  return isMore
}

/** Pharmacies of which nothing was heard: at the first start of this version, and after a gap. */
async function sweep(trx: StoreTransaction, progress: HealthProgress): Promise<Step> {
  if (progress.fromCustomerId === null) return { isMore: false, settles: new Map() }
  const customerIds = await pharmaciesAfter(trx, progress.fromCustomerId, PHARMACIES_AT_ONCE)
  const { settles } = await judgePharmacies(trx, customerIds)
  await writeProgress(trx, { ...progress, fromCustomerId: customerIds.at(-1) ?? null })
  return { isMore: true, settles }
}
