// The settings of an agent that is not running, straight from its database.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { MIGRATIONS } from '../core/database/migrations.ts'
import { openDatabase } from '../core/database/open-database.ts'
import { computerTexts } from '../core/relay/this-computer.ts'
import type { Locations } from '../core/settings/locations.ts'
import { Settings } from '../core/settings/settings.ts'

/** Holds the data folder while `use` runs. Throws ProblemError state_conflict when an agent has it after all. */
export function withStoredSettings<T>(
  where: { readonly locations: Locations; readonly environment: Environment },
  use: (settings: Settings) => T,
): T {
  const { dataFolder } = where.locations
  const database = openDatabase({ dataFolder, migrations: MIGRATIONS, logger: silentLogger })
  try {
    const settings = new Settings({
      database: database.connection,
      environment: where.environment,
      computer: computerTexts(where.locations),
      clock: systemClock,
      logger: silentLogger,
    })
    return use(settings)
  } finally {
    database.close()
  }
}
