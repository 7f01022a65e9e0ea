// Looks for pairs each night, at a quiet hour of UTC; a night that fails is told, and the next one looks again.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { minePairs } from './mining.queries.ts'

const DAY_MS = 86_400_000
/** After midnight UTC. */
const HOUR_MS = 2 * 3_600_000

export interface NightlyMining {
  /** Waits for a search that is under way. */
  stop(): Promise<void>
}

export function startNightlyMining({
  url,
  clock,
  logger,
}: {
  /** Holds the password: never log it. */
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
}): NightlyMining {
  let underWay: Promise<void> = Promise.resolve()
  let cancel: Cancel = () => undefined
  const plan = (): void => {
    cancel = clock.after(untilNext(clock.wallMs()), () => {
      underWay = mine()
      plan()
    })
  }
  const mine = async (): Promise<void> => {
    const today = new Date(clock.wallMs()).toISOString().slice(0, 10)
    try {
      const isDone = await withConnection(url, (client) => minePairs(client, today))
      logger.info('cross-sale.mined', { isDone })
    } catch (error) {
      logger.error('cross-sale.not-mined', error)
    }
  }
  plan()
  return {
    stop: async () => {
      cancel()
      await underWay
    },
  }
}

/** Milliseconds from then to the next search. */
function untilNext(wallMs: number): number {
  return DAY_MS - ((wallMs - HOUR_MS) % DAY_MS)
}
