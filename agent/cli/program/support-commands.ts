// `agent logs` and `agent bundle`: of the agent that runs or, while none does, from what it left on the disk.
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { logFolder } from '../../core/logging/log-file.ts'
import { newestLines } from '../../core/logging/read-log.ts'
import type { Locations } from '../../core/settings/locations.ts'
import { bundleText } from '../../core/support/bundle-text.ts'
import { computerFacts } from '../../core/support/computer-facts.ts'
import { LOG_OF_BUNDLE } from '../../core/support/support-service.ts'
import type { Command } from '../arguments.ts'
import { askAgent, NotRunningError } from '../../contract/socket-client.ts'
import { logText } from './log-text.ts'
import { done, type Outcome } from '../outcome.ts'
import { storedRows } from './stored-settings.ts'

interface SupportTerminal {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
  readonly nowMs: () => number
}

/** Throws ProblemError, SettingsError. */
export async function carryOutSupportCommand(
  command: Extract<Command, { readonly kind: 'logs' | 'bundle' }>,
  terminal: SupportTerminal,
): Promise<Outcome> {
  const { controlSocket } = terminal.locations
  if (command.kind === 'logs') {
    const lines = await runningOr(
      async () => askAgent(controlSocket, 'logs', { lines: command.lines }),
      async () => linesLeft(terminal.locations, { lines: command.lines, bytes: LOG_OF_BUNDLE.bytes }),
    )
    return done(logText(lines), lines)
  }
  const text = await runningOr(
    async () => askAgent(controlSocket, 'bundle', null),
    async () => leftBundle(terminal),
  )
  if (command.file === '-') return done(text, null)
  writeNew(command.file, text)
  const file = path.resolve(command.file)
  return done(`${file}\n\nRead it before you pass it on. It holds no labels, keys or names.\n`, { file })
}

async function leftBundle(terminal: SupportTerminal): Promise<string> {
  const settings = storedRows(terminal)
  return bundleText({
    madeAt: instant(terminal.nowMs()),
    agentVersion: terminal.agentVersion,
    settings,
    computerName: settings.find(({ name }) => name === 'ComputerName')?.value ?? os.hostname(),
    status: null,
    diagnosis: null,
    jobs: [],
    peers: [],
    log: await linesLeft(terminal.locations, LOG_OF_BUNDLE),
    ...computerFacts(os),
  })
}

async function linesLeft(
  { dataFolder }: Locations,
  wanted: { readonly lines: number; readonly bytes: number },
): Promise<string[]> {
  const folder = logFolder(dataFolder)
  return newestLines(folder, wanted).catch((error: NodeJS.ErrnoException) => {
    throw new ProblemError('role_not_allowed', `The log in ${folder} may not be read: ${error.message}`)
  })
}

/** Throws ProblemError. A file that is there may be somebody's. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const why = error instanceof Error ? error.message : String(error)
    throw new ProblemError(
      'state_conflict',
      isThere ? `${file} is there already; give the name of a new file` : `The file is not written: ${why}`,
    )
  }
}

async function runningOr<T>(running: () => Promise<T>, left: () => Promise<T>): Promise<T> {
  try {
    return await running()
  } catch (error) {
    if (!(error instanceof NotRunningError)) throw error
    return left()
  }
}
