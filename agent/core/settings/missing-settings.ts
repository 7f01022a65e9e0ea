// What a person must still set before this computer can connect to the hub, and the command that sets each.
import type { SettingName } from './settings-table.ts'

/** What stands in place of the value; `-` asks for it, so that no process list has a secret. */
const VALUES: Readonly<Partial<Record<SettingName, string>>> = {
  HubUrl: 'https://portal.example',
  EnrolmentKey: '-',
  PharmacyId: '1042',
}

/** `command` is how this person starts the agent's command line: `agent`, or `npm run agent --`. */
export function missingSettingsText(missing: readonly SettingName[], command: string): string {
  const names = missing.length === 1 ? `${missing[0]} is` : `${missing.join(', ')} are`
  const lines = missing.map((name) => `  ${command} settings set ${name} ${VALUES[name] ?? 'VALUE'}`)
  return [
    `Not connected to the hub: ${names} not set. Set what is missing, for example:`,
    ...lines,
    'A running agent connects as soon as nothing is missing.',
  ].join('\n')
}

/** How the command line is called in the answers to a person: under npm, as npm wants it. */
export function commandName(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['npm_lifecycle_event'] === 'agent' ? 'npm run agent --' : 'agent'
}
