// Test support: a logger that keeps its lines, to look for what must not stand in them.
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'

export function keptLines(): { readonly lines: string[]; readonly logger: Logger } {
  const lines: string[] = []
  const keep = (...said: unknown[]): void => void lines.push(JSON.stringify(said))
  const logger: Logger = {
    ...silentLogger,
    info: keep,
    warn: keep,
    error: (event: string, error: unknown, fields: LogFields = {}) => keep(event, String(error), fields),
    named: () => logger,
  }
  return { lines, logger }
}
