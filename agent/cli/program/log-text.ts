// Lines of the agent's log as a person reads them on a terminal.
import { z } from 'zod'

const LogLine = z.looseObject({
  time: z.string(),
  level: z.string(),
  part: z.string().optional(),
  event: z.string(),
})
const LEVEL_WIDTH = 5

/** A line that is none of ours stays as it is. */
export function logText(lines: readonly string[]): string {
  if (lines.length === 0) return 'The agent has written no log yet.\n'
  return `${lines.map(lineText).join('\n')}\n`
}

function lineText(line: string): string {
  const parsed = LogLine.safeParse(jsonOf(line))
  if (!parsed.success) return line.replaceAll(/\p{Cc}/gu, ' ')
  const { time, level, part: _part, event, ...fields } = parsed.data
  const details = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [time, level.padEnd(LEVEL_WIDTH), event, ...details].join(' ')
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
