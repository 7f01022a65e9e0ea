// What a part of a test logs, of every level, kept to be searched.
import { causeOf, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'

export interface KeptLog {
  readonly logger: Logger
  /** A line as JSON for each event, in order. */
  lines(): string
}

export function keptLog(): KeptLog {
  const kept: string[] = []
  const keep = (event: string, fields?: LogFields) => void kept.push(JSON.stringify({ event, ...fields }))
  const logger: Logger = {
    debug: keep,
    info: keep,
    warn: keep,
    error: (event, error, fields) => keep(event, { ...fields, cause: causeOf(error) }),
    named: () => logger,
  }
  return { logger, lines: () => kept.join('\n') }
}
