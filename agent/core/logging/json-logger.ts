// The agent's logger: one JSON line per event, handed to a writer; debug lines only when asked for, and not too many.
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'
import { fittingLine, LOG_LEVELS, LogBudget, type LogLevel } from './log-budget.ts'

export { LOG_LEVELS, type LogLevel } from './log-budget.ts'

/** A logger whose level can change while the agent runs. */
export interface LeveledLogger extends Logger {
  setLevel(level: LogLevel): void
}

/** Lines beyond the budget are left out, and their count is said with the first line of a later second. */
export function createJsonLogger(write: (line: string) => void, nowMs = Date.now): LeveledLogger {
  let lowest: number = LOG_LEVELS.indexOf('info')
  const budget = new LogBudget()
  const line = (part: string | null, level: LogLevel, entry: Readonly<Record<string, unknown>>): void => {
    if (LOG_LEVELS.indexOf(level) < lowest) return
    const time = new Date(nowMs()).toISOString()
    const { isAllowed, droppedBefore } = budget.take(level, nowMs())
    if (droppedBefore > 0)
      write(`${JSON.stringify({ time, level: 'warn', event: 'log.dropped', lines: droppedBefore })}\n`)
    if (!isAllowed) return
    const head = { time, level, ...(part === null ? {} : { part }) }
    write(`${oneLine(fittingLine({ ...head, ...entry }))}\n`)
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

/** JSON leaves DEL, C1 and two line ends as they are; terminals obey the former, and some readers of logs the latter. */
function oneLine(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
