// The settings of an agent that is not running, straight from its database.
import { existsSync, statfsSync } from 'node:fs'
import type { SettingChange, SettingRow } from '../../contract/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { MIGRATIONS } from '../../core/database/migrations.ts'
import { openDatabase } from '../../core/database/open-database.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { computerTexts } from '../../core/relay/this-computer.ts'
import { effectiveSettings } from '../../core/settings/effective-settings.ts'
import type { Locations } from '../../core/settings/locations.ts'
import { Settings } from '../../core/settings/settings.ts'

interface Where {
  readonly locations: Locations
  readonly environment: Environment
}

/** In words that the data folder does not exist; null when it does. Only a stored setting or a start makes it. */
export function missingFolder({ dataFolder }: Locations): string | null {
  if (existsSync(dataFolder)) return null
  return `There is no folder ${dataFolder} yet. Agent__DataFolder says which agent is meant.\n`
}

/** Less than an agent needs to start. */
const FULL_BYTES = 1_000_000

/** In words that there is no room where an agent writes; null where there is. */
export function fullDisk({ dataFolder }: Locations): string | null {
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize >= FULL_BYTES) return null
  return `The disk with its data folder ${dataFolder} is full: free space on it first.\n`
}

/** Of a folder that does not exist: what the environment, the computer and the defaults say. Throws as changeStored. */
export function storedRows(where: Where): SettingRow[] {
  if (missingFolder(where.locations) === null) return withStoredSettings(where, (settings) => settings.rows())
  const { environment, locations } = where
  return [...effectiveSettings({ environment, stored: new Map(), computer: computerTexts(locations) }).rows]
}

/**
 * Stores a value, or removes it when `text` is null. Throws ProblemError: as Settings.change, not_found when there is
 * no folder to remove it from, state_conflict when an agent has the folder after all.
 */
export function changeStored(where: Where, name: string, text: string | null): SettingChange {
  const nowhere = missingFolder(where.locations)
  if (text === null && nowhere !== null) throw new ProblemError('not_found', nowhere.trim())
  return withStoredSettings(where, (settings) => settings.change(name, text))
}

/** Holds the data folder while `use` runs. */
function withStoredSettings<T>(where: Where, use: (settings: Settings) => T): T {
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
