// The shell of every server program: settings in, one running part, an orderly end on Ctrl-C, SIGTERM or a dead parent.
import { constants } from 'node:os'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import path from 'node:path'
import {
  SettingsError,
  describeSettings,
  readSettings,
  wholeNumberText,
  type Environment,
  type SettingsOf,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { z } from 'zod'
import { withCredentials } from './credentials.ts'
import { withDevelopmentSecrets } from './development-secrets.ts'
import { PortBusyError } from './listen.ts'
import { LogLevel, createLogger, logSettings } from './logger.ts'

/** What a started program gives back: where it listens, and how it ends. */
export interface RunningProgram {
  /** One line for people: `identity API on http://127.0.0.1:5193`. */
  readonly where: string
  stop(): Promise<void>
}

export interface Program<T extends SettingsTable> {
  /** In words and in log lines: `gateway`, `identity API`. */
  readonly name: string
  readonly settings: T
  start(parts: {
    readonly settings: SettingsOf<T>
    readonly logger: Logger
    readonly dataFolder: string
  }): Promise<RunningProgram>
}

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const PARENT_ENDED = 'parent ended'
/** Ctrl-C comes from the terminal and from npm: what comes again within this time is the same request. */
const SAME_REQUEST_MS = 1_000

export const dataFolderSettings = {
  Data__Folder: {
    schema: z.string().min(1),
    help: 'Folder for development data: databases, secrets',
    fallback: '.data',
  },
} as const satisfies SettingsTable

const stopSettings = {
  Stop__LimitSeconds: {
    schema: wholeNumberText(1, 600),
    help: 'Longest an orderly end may take before the program leaves anyway, 1 to 600; less than its service manager waits (systemd: 90)',
    fallback: '75',
  },
} as const satisfies SettingsTable

const sharedSettings = { ...dataFolderSettings, ...stopSettings, ...logSettings } as const

/** Production or development, decided by NODE_ENV alone. */
export function isProduction(environment: Environment): boolean {
  return environment['NODE_ENV'] === 'production'
}

/**
 * Runs a program until it is told to stop. Prints faults in words and sets the exit code (2 for arguments, which it
 * does not take, else 1); never throws.
 */
export async function runProgram<T extends SettingsTable>(program: Program<T>): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(describeSettings(program.name, { ...program.settings, ...sharedSettings }))
    return
  }
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) {
    process.stderr.write(`${program.name}: ${notUnderstood(argument)}\n`)
    process.exit(EXIT_USAGE)
  }
  try {
    await startAndWatch(program)
  } catch (error) {
    process.stderr.write(`${program.name}: ${asText(error)}\n`)
    process.exit(EXIT_FAILED)
  }
}

async function startAndWatch<T extends SettingsTable>(program: Program<T>): Promise<void> {
  const base = readSettings(sharedSettings, process.env)
  const dataFolder = path.resolve(base.Data__Folder)
  const environment = withCredentials(process.env, program.settings)
  const settings = readSettings(program.settings, withDevelopmentSecrets(environment, dataFolder))
  const logger = createLogger(program.name, LogLevel.parse(base.Log__Level))
  // A stop that comes during the start waits for it, so that whatever was started is also stopped.
  const stopRequested = firstStopRequest(base.Stop__LimitSeconds * 1_000)
  const running = program.start({ settings, logger, dataFolder })
  const started = await running
  logger.info('program.ready', { where: started.where })
  // With a callback, so that a parent who is gone already is no error here: its end is a stop request.
  process.send?.({ kind: 'ready', where: started.where }, undefined, undefined, () => {})
  const why = await stopRequested
  logger.info('program.stopping', { why })
  await started.stop()
  process.exit(0)
}

/** What follows a `=` may be a secret and is not repeated. */
function notUnderstood(argument: string): string {
  const [name = ''] = argument.split('=')
  return `"${name.slice(0, 64)}" is not understood. Settings are environment variables; --help lists them.`
}

/** Resolves with why. From then on the process leaves after `limitMs`, and at once when a person asks a second time. */
async function firstStopRequest(limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    let firstAtMs: number | null = null
    onStopRequest((why) => {
      const nowMs = performance.now()
      if (firstAtMs === null) setTimeout(() => process.exit(EXIT_FAILED), limitMs).unref()
      // A parent that ended meanwhile is in no hurry.
      else if (why !== PARENT_ENDED && nowMs - firstAtMs > SAME_REQUEST_MS) process.exit(EXIT_FAILED)
      firstAtMs ??= nowMs
      resolve(why)
    })
  })
}

/** Ctrl-C, SIGTERM, or the end of the parent: by its IPC channel, or as the event of a signal that nobody sent (run.cjs). */
function onStopRequest(listener: (why: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, (_name: string, number: number) =>
      listener(number === constants.signals[signal] ? signal : PARENT_ENDED),
    )
  process.on('disconnect', () => listener(PARENT_ENDED))
}

/** Faults of settings and ports are for people; anything else shows its stack. */
function asText(error: unknown): string {
  const isSaid = error instanceof SettingsError || error instanceof PortBusyError
  // Data that this version cannot work with: the message says what to do.
  if (isSaid || (error instanceof ProblemError && error.code === 'state_conflict')) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
