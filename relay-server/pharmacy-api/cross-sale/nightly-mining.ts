// Looks for pairs each night.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { startNightly, type Nightly } from '../nightly.ts'
import { minePairs } from './mining.queries.ts'

export function startNightlyMining({
  url,
  clock,
  logger,
}: {
  /** Holds the password: never log it. */
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
}): Nightly {
  const work = async (): Promise<void> => {
    const today = new Date(clock.wallMs()).toISOString().slice(0, 10)
    try {
      const isDone = await withConnection(url, (client) => minePairs(client, today))
      logger.info('cross-sale.mined', { isDone })
    } catch (error) {
      logger.error('cross-sale.not-mined', error)
    }
  }
  return startNightly({ clock, hour: 2, work })
}
