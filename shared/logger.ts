// The logger that parts receive: a line is an event name and fields that are ids, sizes and codes, never payloads.

/** Values that may stand in a log line. Bytes and nested objects are left out on purpose: labels hold patient data. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Logger {
  /** What an operator wants to see. Events are named `what.happened`: `session.opened`, `database.connection-lost`. */
  info(event: string, fields?: LogFields): void
  /** Something is wrong and the program goes on. */
  warn(event: string, fields?: LogFields): void
  /** Something failed; `error` is logged with its stack. */
  error(event: string, error: unknown, fields?: LogFields): void
  /** What a developer wants to see. */
  debug(event: string, fields?: LogFields): void
  /** A logger whose lines carry the name of a part. */
  named(part: string): Logger
}

/** A logger that drops everything, for parts under test. */
export const silentLogger: Logger = {
  info() {},
  warn() {},
  error() {},
  debug() {},
  named: () => silentLogger,
}

/** What failed, for a field of a line that is no error line: name and message, without stack. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error
}
