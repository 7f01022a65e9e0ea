// What a person is told to type begins with the name that this command line has here; words of the agent call it `agent`.

const COMMANDS = [
  'answer',
  'bundle',
  'cancel',
  'doctor',
  'help',
  'job',
  'jobs',
  'keys',
  'local-printer',
  'logs',
  'open',
  'pair',
  'pause',
  'peers',
  'print',
  'printers',
  'release',
  'reprint',
  'resume',
  'run',
  'service',
  'settings',
  'status',
  'stop',
  'test',
  'trust',
  'updates',
  'use-first',
  'waiting',
]
/** Not the agent itself, of which something is said. */
const COMMAND = new RegExp(
  `(?<!\\b(?:an|another|one|that|the|this) )\\bagent (?=(?:${COMMANDS.join('|')})\\b)`,
  'g',
)

/** `name`: as a person types it, such as `pharmacy-relay`. */
export function inOwnName(text: string, name: string): string {
  return text.replaceAll(COMMAND, `${name} `)
}
