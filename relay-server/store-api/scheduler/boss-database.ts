// The database as pg-boss uses it: few connections of its own, with the limits of every pool here, and our listener, which comes
// back by itself. pg-boss's own pool has no limit for a statement, and waits for ever for a server that is silent.
import type { ConstructorOptions } from 'pg-boss'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Database } from '../../db/database.ts'
import { createPool } from '../../db/database-pool.ts'
import type { StoreSchema } from '../schema.ts'

/** A fetch waits for another one of a few ms. */
const MAX_CONNECTIONS = 3

type Adapter = NonNullable<ConstructorOptions['db']>

export interface BossDatabase extends Adapter {
  /** Closes the connections; listeners end by their own handles. */
  stop(): Promise<void>
}

export function bossDatabase(
  database: Pick<Database<StoreSchema>, 'url' | 'listen'>,
  logger: Logger,
): BossDatabase {
  const pool = createPool(database.url, logger, MAX_CONNECTIONS)
  return {
    executeSql: async (text, values) => pool.query(text, values === undefined ? undefined : [...values]),
    listen: async (channel, onNotification, onReconnect) => {
      const listener = await database.listen(channel, onNotification, { onReconnect })
      return { close: () => listener.stop() }
    },
    stop: () => pool.end(),
  }
}
