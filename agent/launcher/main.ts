// The program `launcher.mjs`, which the service of the system starts: keeps the agent running and exchanges its versions.
//
// It stays small and loads no packages, since no update replaces it: only the installer does.
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { createJsonLogger } from '../core/logging/json-logger.ts'
import { defaultFolder } from '../core/settings/default-folder.ts'
import { SERVICE_FLAG } from '../service/names.ts'
import type { RunningService } from '../service/windows/service-control.ts'
import { startAgentChild } from './agent-child.ts'
import { Launcher } from './launcher.ts'
import { firstState, withInstalled, type LauncherState } from './launcher-state.ts'
import { runnableFolder, stateFile, versionIn, type Places } from './layout.ts'
import { launcherLimits } from './limits.ts'
import { serviceLog } from './service-log.ts'
import { loadState, saveState } from './state-file.ts'

/** Right after the start of the computer something else may have it open; without it a proved version is left. */
const STATE_LIMIT_MS = 2_000
/** Windows' service manager started this process, and nobody reads its standard error. */
const isWindowsService = process.argv[2] === SERVICE_FLAG
if (isWindowsService) takeServiceEnvironment(process.argv[3])
const folder = dataFolder()
const write = isWindowsService ? serviceLog(folder) : (line: string) => void process.stderr.write(line)
const logger = createJsonLogger(write).named('launcher')
// A reader of the log that has gone must not end what keeps labels going.
process.stderr.on('error', () => undefined)
try {
  await start({ dataFolder: folder, installFolder: import.meta.dirname })
} catch (error) {
  logger.error('launcher.cannot-start', error)
  process.exit(1)
}

async function start(places: Places): Promise<void> {
  const installed = versionIn(places.installFolder)
  if (installed === null) throw new Error(`There is no agent in ${places.installFolder}: install it again`)
  const file = stateFile(places.dataFolder)
  const launcher = new Launcher({
    state: stateNow(places, installed),
    save: (state) => saveState(file, state),
    folderOf: (version) => runnableFolder(places, version),
    start: startAgentChild,
    limits: launcherLimits(process.env),
    clock: systemClock,
    logger,
    onEnd: (code) => void end(code),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => launcher.stop())
  // Of a parent that has an IPC channel.
  process.on('disconnect', () => launcher.stop())
  const service = isWindowsService ? await windowsService(() => launcher.stop()) : null
  launcher.start()

  // Without a word to the service manager a failure is one, and it starts the service again.
  async function end(code: number): Promise<void> {
    if (code === 0) await service?.stopped()
    process.exit(code)
  }
}

/** As it was kept, and kept again where an installer changed it: the agent reads it, too. */
function stateNow(places: Places, installed: string): LauncherState {
  const file = stateFile(places.dataFolder)
  const kept = loadState(file, STATE_LIMIT_MS)
  if (kept === null) return firstState(installed)
  const state = withInstalled(kept, installed)
  // What was installed before lay where the new one lies now.
  const isThere = state.previous !== null && runnableFolder(places, state.previous) !== null
  const now = isThere || state.previous === null ? state : { ...state, previous: null }
  try {
    if (now !== kept) saveState(file, now)
  } catch (error) {
    logger.error('launcher.state-not-kept', error)
  }
  return now
}

async function windowsService(onStop: () => void): Promise<RunningService> {
  const { runAsService } = await import('../service/windows/service-control.ts')
  return runAsService({ onStop })
}

/** Services have no environment of their own to say it with; the agent inherits this one. */
function takeServiceEnvironment(given: string | undefined): void {
  process.env['NODE_ENV'] = 'production'
  if (given !== undefined) process.env['Agent__DataFolder'] = given
}

/** The agent finds it by the same rule. */
function dataFolder(): string {
  const given = process.env['Agent__DataFolder']
  if (given !== undefined && given !== '') return path.resolve(given)
  const computer = {
    platform: process.platform,
    homeFolder: os.homedir(),
    isPrivileged: process.getuid?.() === 0,
  }
  return defaultFolder(process.env['ProgramData'], computer)
}
