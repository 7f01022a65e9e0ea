// The agent's logger: one JSON line per event, handed to a writer; debug lines only when asked for.
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A logger whose level can change while the agent runs. */
export interface LeveledLogger extends Logger {
  setLevel(level: LogLevel): void
}

export function createJsonLogger(write: (line: string) => void): LeveledLogger {
  let lowest: number = LOG_LEVELS.indexOf('info')
  const line = (part: string | null, level: LogLevel, entry: Readonly<Record<string, unknown>>): void => {
    if (LOG_LEVELS.indexOf(level) < lowest) return
    const head = { time: new Date().toISOString(), level, ...(part === null ? {} : { part }) }
    write(`${JSON.stringify({ ...head, ...entry })}\n`)
  }
  return { ...loggerOf(null, line), setLevel: (level) => void (lowest = LOG_LEVELS.indexOf(level)) }
}

type Line = (part: string | null, level: LogLevel, entry: Readonly<Record<string, unknown>>) => void

function loggerOf(part: string | null, line: Line): Logger {
  const at = (level: LogLevel) => (event: string, fields?: LogFields) =>
    line(part, level, { event, ...fields })
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: (event, error, fields) => line(part, 'error', { event, ...fields, error: stackOf(error) }),
    named: (name) => loggerOf(part === null ? name : `${part}.${name}`, line),
  }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
