// Reads lines of the agent's log, the newest first.
import { z } from 'zod'

const Line = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  part: z.string().optional(),
  event: z.string(),
})

export interface LogEvent {
  /** Null: the line could not be read, and `event` is all of it. */
  readonly time: string | null
  readonly level: z.infer<typeof Line>['level']
  readonly event: string
  /** `name: value`, one after the other. */
  readonly details: string
}

export function eventsIn(lines: readonly string[]): LogEvent[] {
  return lines.map(eventIn).toReversed()
}

function eventIn(text: string): LogEvent {
  const parsed = Line.safeParse(jsonOf(text))
  if (!parsed.success) return { time: null, level: 'warn', event: text, details: '' }
  const { time, level, part: _part, event, ...fields } = parsed.data
  const details = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`)
  return { time, level, event, details: details.join(', ') }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
