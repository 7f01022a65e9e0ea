// The servers' logger: pino behind the shared Logger interface; one JSON line per event, pretty on a terminal.
import { pino } from 'pino'
import type { Logger as Pino } from 'pino'
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'
import { z } from 'zod'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { currentTraceId } from './trace.ts'

export const LogLevel = z.enum(['debug', 'info', 'warn', 'error', 'silent'])
export type LogLevel = z.infer<typeof LogLevel>

export const logSettings = {
  Log__Level: {
    schema: LogLevel,
    help: 'Least serious lines to write: debug, info, warn, error or silent',
    fallback: 'info',
  },
} as const satisfies SettingsTable

/** Writes to standard output: pretty when a person watches, JSON lines otherwise. */
export function createLogger(program: string, level: LogLevel): Logger {
  const base = { name: program, level }
  const out = process.stdout.isTTY
    ? pino({ ...base, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
    : pino({ ...base, base: { program } })
  return over(out, program)
}

function over(out: Pino, part: string): Logger {
  return {
    info: (event, fields = {}) => out.info({ part, ...traced(), ...fields }, event),
    warn: (event, fields = {}) => out.warn({ part, ...traced(), ...fields }, event),
    error: (event, error, fields = {}) =>
      out.error({ part, ...traced(), ...fields, ...errorFields(error) }, event),
    debug: (event, fields = {}) => out.debug({ part, ...traced(), ...fields }, event),
    named: (name) => over(out, name),
  }
}

/** Of the request that a line belongs to; work by the clock has none. */
function traced(): LogFields {
  const traceId = currentTraceId()
  return traceId === null ? {} : { traceId }
}

// Only text that our code wrote: database drivers put values into other properties of their errors.
function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined
  return { error: error.name, message: error.message, stack: error.stack, cause }
}
