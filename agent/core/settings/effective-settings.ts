// Decides each setting's value: environment, then what is stored, then what the computer says, then the default.
import type { SettingRow, SettingSource } from '../../contract/agent-api.ts'
import { SettingsError, type Environment } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import { SETTINGS, settingNames, variableOf } from './settings-table.ts'
import type { AgentSetting, SettingName, SettingsValues } from './settings-table.ts'

export type StoredTexts = ReadonlyMap<string, string>
/** What the computer says about itself, used where nothing is set. */
export type ComputerTexts = Readonly<Partial<Record<SettingName, string>>>

export interface SettingTexts {
  readonly environment: Environment
  readonly stored: StoredTexts
  readonly computer: ComputerTexts
}

export interface EffectiveSettings {
  readonly values: SettingsValues
  readonly rows: readonly SettingRow[]
}

interface Resolved {
  readonly text: string | null
  readonly value: unknown
  readonly source: SettingSource
  readonly fault: string | null
}

/**
 * A faulty value in the environment throws SettingsError, all faults at once. A faulty stored value is passed over and
 * named in its row, because an agent in a pharmacy must start.
 */
export function effectiveSettings(texts: SettingTexts): EffectiveSettings {
  const resolved = settingNames.map((name) => [name, resolve(name, texts)] as const)
  const faults = resolved.flatMap(([name, { source, fault }]) =>
    source === 'environment' && fault !== null ? [`${variableOf(name)}: ${fault}`] : [],
  )
  if (faults.length > 0) throw new SettingsError(faults)
  return {
    // Each value is the output of its own schema; Object.fromEntries cannot say so.
    values: Object.fromEntries(resolved.map(([name, { value }]) => [name, value])) as SettingsValues,
    rows: resolved.map(([name, found]) => rowOf(name, found)),
  }
}

/** What is wrong with a text for a setting, in words without the text itself; null when nothing is. */
export function faultOf(name: SettingName, text: string): string | null {
  const parsed = parse(SETTINGS[name], text)
  return 'fault' in parsed ? parsed.fault : null
}

function resolve(name: SettingName, texts: SettingTexts): Resolved {
  const setting: AgentSetting = SETTINGS[name]
  const given = texts.environment[variableOf(name)]
  if (given !== undefined && given !== '') return { ...tried(setting, given), source: 'environment' }
  const stored = setting.stored ? texts.stored.get(name) : undefined
  const kept = stored === undefined ? null : tried(setting, stored)
  if (kept !== null && kept.fault === null) return { ...kept, source: 'stored' }
  const fault = kept === null ? null : `the stored value ${kept.fault}`
  const computer = texts.computer[name]
  if (computer !== undefined) return { ...tried(setting, computer), source: 'computer', fault }
  if (setting.fallback !== null) return { ...tried(setting, setting.fallback), source: 'default', fault }
  return { text: null, value: null, source: 'none', fault }
}

function tried(setting: AgentSetting, text: string): Omit<Resolved, 'source'> {
  const parsed = parse(setting, text)
  return 'fault' in parsed
    ? { text: null, value: null, fault: parsed.fault }
    : { text, value: parsed.value, fault: null }
}

function parse(
  setting: AgentSetting,
  text: string,
): { readonly value: unknown } | { readonly fault: string } {
  const parsed = setting.schema.safeParse(text)
  if (parsed.success) return { value: parsed.data }
  const issues = parsed.error.issues.map((issue) => issue.message).join('; ')
  return { fault: `${issues} (allowed: ${setting.range})` }
}

function rowOf(name: SettingName, found: Resolved): SettingRow {
  const setting: AgentSetting = SETTINGS[name]
  const { help, range, restart, schema } = setting
  return {
    name,
    variable: variableOf(name),
    value: found.text,
    source: found.source,
    help,
    range,
    restart,
    choices: schema instanceof z.ZodEnum ? schema.options.map(String) : null,
    changeable: setting.stored,
    fault: found.fault,
  }
}
