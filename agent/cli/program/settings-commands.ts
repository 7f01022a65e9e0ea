// Commands about settings, of the agent that runs or, while none does, of its database.
import type { SettingChange, SettingRow } from '../../contract/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Locations } from '../../core/settings/locations.ts'
import type { Command } from '../arguments.ts'
import { askAgent, NotRunningError } from '../../contract/socket-client.ts'
import { done, type Outcome } from '../outcome.ts'
import { changeText, settingsText } from './settings-text.ts'
import { changeStored, missingFolder, storedRows } from './stored-settings.ts'

type SettingsCommand = Extract<Command, { readonly kind: 'settings' | 'set' | 'unset' }>

interface SettingsTerminal {
  readonly environment: Environment
  readonly locations: Locations
  readonly readInput: () => string
}

/** Throws ProblemError and SettingsError. */
export async function carryOutSettingsCommand(
  command: SettingsCommand,
  terminal: SettingsTerminal,
): Promise<Outcome> {
  switch (command.kind) {
    case 'settings': {
      const rows = await settingRows(terminal)
      return done(settingsText(rows) + (missingFolder(terminal.locations) ?? ''), rows)
    }
    case 'set': {
      const value = command.value === '-' ? terminal.readInput().trim() : command.value
      return change(terminal, command.name, value)
    }
    case 'unset':
      return change(terminal, command.name, null)
    default:
      return command satisfies never
  }
}

async function settingRows(terminal: SettingsTerminal): Promise<SettingRow[]> {
  return runningOrStored(
    () => askAgent(terminal.locations.controlSocket, 'getSettings', null),
    () => storedRows(terminal),
  ).then(({ value }) => value)
}

async function change(terminal: SettingsTerminal, name: string, value: string | null): Promise<Outcome> {
  const { value: result, isRunning } = await runningOrStored<SettingChange>(
    () => askAgent(terminal.locations.controlSocket, 'setSetting', { name, value }),
    () => changeStored(terminal, name, value),
  )
  return done(changeText(result, isRunning), result)
}

async function runningOrStored<T>(
  running: () => Promise<T>,
  stored: () => T,
): Promise<{ readonly value: T; readonly isRunning: boolean }> {
  try {
    return { value: await running(), isRunning: true }
  } catch (error) {
    if (!(error instanceof NotRunningError)) throw error
    return { value: stored(), isRunning: false }
  }
}
