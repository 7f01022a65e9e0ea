// The settings of one agent: read once, changed whole or not at all, and told to whoever listens.
import type { Database } from 'better-sqlite3'
import type { SettingChange, SettingRow } from '../../contract/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { effectiveSettings, faultOf } from './effective-settings.ts'
import type { ComputerTexts, EffectiveSettings } from './effective-settings.ts'
import { findSetting } from './setting-name.ts'
import { removeSetting, storeSetting, storedSettings } from './settings.queries.ts'
import { SETTINGS, variableOf } from './settings-table.ts'
import type { AgentSetting, SettingName, SettingsValues } from './settings-table.ts'

export interface SettingsParts {
  readonly database: Database
  readonly environment: Environment
  readonly computer: ComputerTexts
  readonly clock: Clock
  readonly logger: Logger
}

export class Settings {
  readonly #parts: SettingsParts
  readonly #listeners = new Set<(values: SettingsValues) => void>()
  #effective: EffectiveSettings

  /** Throws SettingsError when the environment holds a faulty value. */
  constructor(parts: SettingsParts) {
    this.#parts = parts
    this.#effective = this.#read()
    for (const { name, fault } of this.#effective.rows) {
      if (fault !== null) parts.logger.warn('settings.stored-value-not-used', { name, fault })
    }
  }

  values(): SettingsValues {
    return this.#effective.values
  }

  rows(): SettingRow[] {
    return [...this.#effective.rows]
  }

  onChange(listener: (values: SettingsValues) => void): void {
    this.#listeners.add(listener)
  }

  /**
   * Stores a value, or removes the stored one when `text` is null. Throws ProblemError: not_found with a name
   * that is near, invalid with what is allowed, state_conflict for settings that only the environment has.
   */
  change(nameText: string, text: string | null): SettingChange {
    const name = knownName(nameText)
    const setting: AgentSetting = SETTINGS[name]
    if (!setting.stored) {
      throw new ProblemError(
        'state_conflict',
        `${name} is set by the environment variable ${variableOf(name)} only`,
      )
    }
    const trimmed = text?.trim() ?? null
    const fault = trimmed === null ? null : faultOf(name, trimmed)
    if (fault !== null) throw new ProblemError('invalid', `${name} ${fault}`)
    this.#store(name, trimmed)
    this.#effective = this.#read()
    this.#parts.logger.info('settings.changed', { name, removed: trimmed === null })
    for (const listener of this.#listeners) listener(this.#effective.values)
    return { setting: this.#row(name), effect: this.#effectOf(name, setting) }
  }

  #store(name: SettingName, value: string | null): void {
    const { database, clock } = this.#parts
    if (value === null) removeSetting(database, name)
    else storeSetting(database, { name, value, changedAt: instant(clock.wallMs()) })
  }

  #effectOf(name: SettingName, setting: AgentSetting): SettingChange['effect'] {
    if (this.#row(name).source === 'environment') return 'overridden'
    return setting.restart ? 'restart' : 'now'
  }

  #row(name: SettingName): SettingRow {
    const row = this.#effective.rows.find((candidate) => candidate.name === name)
    if (row === undefined) throw new RangeError(`no row for ${name}`)
    return row
  }

  #read(): EffectiveSettings {
    const { database, environment, computer } = this.#parts
    return effectiveSettings({ environment, computer, stored: storedSettings(database) })
  }
}

function knownName(text: string): SettingName {
  const found = findSetting(text)
  if ('name' in found) return found.name
  const advice = found.nearest === null ? 'agent help settings lists all' : `Did you mean ${found.nearest}?`
  throw new ProblemError('not_found', `There is no setting "${text.slice(0, 64)}". ${advice}`)
}
