// What a person must still do before this computer can connect to the hub, and the command for each.
import type { SettingName } from './settings-table.ts'

export interface ToDo {
  readonly missing: readonly SettingName[]
  readonly isUnpaired: boolean
}

/** `command` is how this person starts the agent's command line: `agent`, or `npm run agent --`. */
export function setupAdvice({ missing, isUnpaired }: ToDo, command: string): string {
  const others = isUnpaired ? missing.filter((name) => name !== 'HubUrl') : missing
  const hub = missing.includes('HubUrl') ? ' --hub https://portal.example' : ''
  const pairing = [
    'Not connected to the hub: this computer belongs to no pharmacy yet.',
    'An Admin makes a pairing code in the panel; type it here, with the agent running:',
    `  ${command} pair CODE${hub}`,
  ]
  const settings = [
    `Not connected to the hub: ${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} not set. Set what is missing, for example:`,
    ...others.map(
      (name) => `  ${command} settings set ${name} ${name === 'HubUrl' ? 'https://portal.example' : 'VALUE'}`,
    ),
  ]
  return [...(isUnpaired ? pairing : []), ...(others.length > 0 ? settings : []), LAST_LINE].join('\n')
}

const LAST_LINE = 'A running agent connects as soon as nothing is missing.'

/** How the command line is called in the answers to a person: under npm, as npm wants it; installed, by its own name. */
export function commandName(environment: Readonly<Record<string, string | undefined>>): string {
  if (environment['npm_lifecycle_event'] === 'agent') return 'npm run agent --'
  return environment['Agent__CommandName'] === 'pharmacy-relay' ? 'pharmacy-relay' : 'agent'
}
