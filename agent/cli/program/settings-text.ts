// Settings as a person reads them: the table of values, the answer to a change, and what each one means.
import type { SettingChange, SettingRow } from '../../contract/agent-api.ts'
import { SETTINGS, settingNames, variableOf, type AgentSetting } from '../../core/settings/settings-table.ts'
import { COLUMNS, table, wrapped } from '../text.ts'

const SOURCES = {
  environment: 'environment',
  stored: 'set here',
  computer: 'computer',
  default: 'default',
  none: '',
} as const satisfies Record<SettingRow['source'], string>

export function settingsText(rows: readonly SettingRow[]): string {
  const values = rows.map((row) => [row.name, row.value ?? '(not set)', SOURCES[row.source]])
  const faults = rows.flatMap(({ name, fault }) =>
    fault === null ? [] : wrapped(`! ${name}: ${fault}`, COLUMNS),
  )
  const footer = 'Change one: agent settings set NAME VALUE. Their meaning: agent help settings\n'
  return `${table([['NAME', 'VALUE', 'FROM'], ...values], 1)}${faults.map((line) => `${line}\n`).join('')}\n${footer}`
}

export function changeText({ setting, effect }: SettingChange, isRunning: boolean): string {
  const what = `${setting.name} is ${setting.value ?? 'not set'}`
  if (effect === 'overridden')
    return `Stored, but ${what}: the environment variable ${setting.variable} overrides it.\n`
  if (!isRunning) return `${what}. It takes effect when the agent starts.\n`
  return effect === 'restart' ? `${what}. It takes effect when the agent starts again.\n` : `${what}.\n`
}

/** `agent help settings` */
export function settingsHelp(): string {
  const entries = settingNames.map((name) => {
    const setting: AgentSetting = SETTINGS[name]
    const fallback = setting.fallback === null ? [] : [`default ${setting.fallback}`]
    const notes = [
      `allowed: ${setting.range}`,
      ...fallback,
      ...(setting.restart ? ['after a restart'] : []),
      ...(setting.stored ? [] : ['environment only']),
    ]
    const lines = [...wrapped(setting.help, COLUMNS - 4), ...wrapped(notes.join('; '), COLUMNS - 4)]
    return `${name}  (${variableOf(name)})\n${lines.map((line) => `    ${line}\n`).join('')}`
  })
  return entries.join('')
}
