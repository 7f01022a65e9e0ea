// The agent as a program of its own: runs until it is told to stop, its parent dies, or the watchdog gives up.
import { existsSync } from 'node:fs'
import { finishRequest } from '../../launcher/messages.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Agent } from './agent-parts.ts'
import { createAgent } from './agent.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { forbidCoreDumps } from './core-dumps.ts'
import { armedFailpoints } from '../failpoints/armed.ts'
import { createJsonLogger, type LeveledLogger } from '../logging/json-logger.ts'
import { linesTogether } from '../logging/lines-together.ts'
import { LogFile, logFolder } from '../logging/log-file.ts'
import { watchRest } from '../memory/rest-watch.ts'
import type { Locations } from '../settings/locations.ts'
import { commandName, setupAdvice, type ToDo } from '../settings/setup-advice.ts'
import { launcherLine } from '../updates/launcher-line.ts'

/** Why the agent ended. `signalled`: by a signal that its launcher, which is there still, did not send; nobody stopped it. */
export type Ending = 'asked' | 'watchdog' | 'signalled'

/** What a parent with an IPC channel hears: running, and registered for the first time. */
type News = { readonly kind: 'ready' } | { readonly kind: 'online' }

const STOP_LIMIT_MS = 2_000
const EXIT_CRASHED = 1

export interface HeadlessParts {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
}

/** Throws ProblemError and SettingsError when the agent cannot start. */
export async function runAgent(parts: HeadlessParts): Promise<Ending> {
  const ownLog = new LogFile(systemClock)
  const toStderr = linesTogether((text) => void process.stderr.write(text))
  const logger = createJsonLogger((line) => {
    toStderr.write(line)
    ownLog.write(line)
  })
  process.on('exit', () => {
    toStderr.flush()
    ownLog.flushNow()
  })
  forbidCoreDumps(logger)
  const ending = Promise.withResolvers<Ending>()
  const tellOnce = newsTeller()
  // First of all: a parent that is gone before somebody listens would leave an agent that nobody knows of.
  const launcher = launcherLine(parts.environment, import.meta.dirname)
  onStopRequest(ending.resolve, launcher === null ? 'asked' : 'signalled')
  try {
    const agent = await createAgent({
      ...parts,
      launcher,
      clock: systemClock,
      random: Math.random,
      failpoints: armedFailpoints(parts.environment),
      logger,
      onOnline: () => tellOnce({ kind: 'online' }),
      onStopRequested: () => ending.resolve('asked'),
      onGiveUp: () => ending.resolve('watchdog'),
    })
    return await untilItEnds(agent, { ...parts, logger, ownLog, ending, tellOnce })
  } catch (error) {
    logFailure(error, ownLog, parts.locations)
    throw error
  }
}

interface Running extends HeadlessParts {
  readonly logger: LeveledLogger
  readonly ownLog: LogFile
  readonly ending: PromiseWithResolvers<Ending>
  readonly tellOnce: (news: News) => void
}

async function untilItEnds(agent: Agent, running: Running): Promise<Ending> {
  const { logger, ownLog, ending, tellOnce } = running
  ownLog.open(logFolder(running.locations.dataFolder))
  // A reader of the log that has gone must not end the agent.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    logger.error('agent.crashed', error)
    process.exit(EXIT_CRASHED)
  })
  onFinishRequest(agent, () => ending.resolve('asked'))
  const stopWatch = watchRest({ clock: systemClock, logger, others: async () => agent.giveMemoryBack() })
  try {
    await agent.start()
    logger.info('agent.ready', { version: running.agentVersion, pid: process.pid })
    sayWhatIsMissing(agent.atHub.notReady(), running.environment, logger)
    tellOnce({ kind: 'ready' })
    const reason = await ending.promise
    logger.info('agent.stopping', { reason })
    return reason
  } finally {
    stopWatch()
    setTimeout(() => process.exit(EXIT_CRASHED), STOP_LIMIT_MS).unref()
    await agent.stop()
    // What is being written as the process ends would be lost.
    await ownLog.flush()
  }
}

/** In its own log alone: whoever started it prints it. */
function logFailure(error: unknown, ownLog: LogFile, { dataFolder }: Locations): void {
  createJsonLogger((line) => ownLog.write(line)).error('agent.not-started', error)
  if (existsSync(dataFolder)) ownLog.open(logFolder(dataFolder))
}

/** In the log for whoever collects it, and in lines of their own for a person at a terminal. */
function sayWhatIsMissing(toDo: ToDo | null, environment: Environment, logger: LeveledLogger): void {
  if (toDo === null) return
  const text = setupAdvice(toDo, commandName(environment))
  const { missing, isUnpaired } = toDo
  logger.warn('agent.not-set-up', { missing: missing.join(', '), isUnpaired, text })
  if (process.stderr.isTTY) process.stderr.write(`\n${text}\n\n`)
}

/** Signals, and the end of the parent where it spawned this process with an IPC channel: so a launcher stops its agent. */
function onStopRequest(stop: (ending: Ending) => void, bySignal: Ending): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(bySignal))
  process.on('disconnect', () => stop('asked'))
  if (process.send !== undefined && !process.connected) stop('asked')
}

/** The launcher wants to exchange the version, and no label is to be broken off for it. */
function onFinishRequest(agent: Agent, stop: () => void): void {
  process.on('message', (message: unknown) => {
    const request = finishRequest(message)
    if (request === null) return
    void agent.spool
      .rest(request.limitMs)
      .then((isAtRest) => (isAtRest ? stop() : tellParent({ kind: 'busy' })))
  })
}

function newsTeller(): (news: News) => void {
  const told = new Set<News['kind']>()
  return (news) => {
    if (told.has(news.kind)) return
    told.add(news.kind)
    tellParent(news)
  }
}

/** A parent that has gone is no reason to fail; 'disconnect' ends the agent. */
function tellParent(news: News | { readonly kind: 'busy' }): void {
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined)
}
