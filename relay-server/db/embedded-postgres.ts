// PostgreSQL as a part of this process: one cluster in a folder, started, restarted when it dies, stopped with us.
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { chooseAccount } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { createDatabase, isAnswering, socketUrl } from './postgres-connection.ts'
import {
  checkDataFolder,
  clusterPaths,
  giveDataTo,
  makeDataFolder,
  makePrivateFolder,
  serverOf,
  waitForPreviousServer,
} from './postgres-folder.ts'
import { runPostgres } from './postgres-process.ts'
import { killRemains } from './postgres-remains.ts'
import type { PostgresRun, RunNeeds } from './postgres-process.ts'

// Long enough for recovery after a crash in the middle of heavy writes.
const READY_MS = 60_000
const READY_POLL_MS = 25
const HELD_BY_OLD_MS = 5_000
const HELD_POLL_MS = 100
const BACK_OFF_MIN_MS = 200
const BACK_OFF_MAX_MS = 5_000
/** A server that lived this long starts again with the shortest wait. */
const STABLE_MS = 30_000

export interface EmbeddedPostgresOptions {
  /** Holds data and socket. Made when missing; nobody else may use it. */
  readonly folder: string
  readonly logger: Logger
  /** False gives up safety against power loss for speed: for tests only. */
  readonly durable: boolean
}

export interface EmbeddedPostgres {
  /** The URL of a database of this cluster, e.g. for `pg` or pg-boss. It stays the same over restarts. */
  urlOf(database: string): string
  /** Makes the database when it is missing. Names: lower case letters, digits, underscore. */
  ensureDatabase(name: string): Promise<void>
  /** The process id of the server; null while it is down. */
  serverPid(): number | null
  /** Called each time the server is gone without having been asked to stop. It is started again by itself. */
  onExit(listener: () => void): void
  /** Stops the server and its restarts, at most 13 s. The data stays. */
  stop(): Promise<void>
}

/**
 * Starts the cluster in the folder and answers when it accepts connections: about 2 s the first time, then 0.2 s.
 * No TCP: its socket lies in a folder that only its account may enter. Throws an Error in words when the folder is in
 * use (after 5 s), was made by another version, or no account can run PostgreSQL.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const needs = await prepare(options)
  const server = new SupervisedServer(needs)
  await server.start()
  const urlOf = (database: string): string => socketUrl(needs.paths.socket, database)
  return {
    urlOf,
    ensureDatabase: (name) => createDatabase(urlOf('postgres'), name),
    serverPid: () => server.pid(),
    onExit: (listener) => server.onExit(listener),
    stop: () => server.stop(),
  }
}

async function prepare({ folder, logger, durable }: EmbeddedPostgresOptions): Promise<RunNeeds> {
  const binaries = findPostgresBinaries()
  const place = resolve(folder)
  const paths = clusterPaths(place)
  mkdirSync(place, { recursive: true })
  checkDataFolder(paths.data)
  const { postgres } = binaries
  const account = await chooseAccount({
    self: process.getuid?.() ?? 0,
    postgres,
    folder: place,
    dataFolder: paths.data,
    unshare: 'unshare',
  })
  await makeDataFolder(paths.data, { binaries, account, durable })
  await giveDataTo(paths.data, account)
  return { postgres, account, paths, durable, logger }
}

class SupervisedServer {
  readonly #needs: RunNeeds
  readonly #exitListeners: (() => void)[] = []
  readonly #stopping = new AbortController()
  #run: PostgresRun | null = null
  #watching: Promise<void> = Promise.resolve()

  constructor(needs: RunNeeds) {
    this.#needs = needs
  }

  async start(): Promise<void> {
    await this.#startOnce()
    this.#watching = this.#keepRunning()
  }

  pid(): number | null {
    return this.#run?.isRunning() === true ? serverOf(this.#needs.paths.data) : null
  }

  onExit(listener: () => void): void {
    this.#exitListeners.push(listener)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#run?.stop()
    await this.#watching
    rmSync(this.#needs.paths.socket, { recursive: true, force: true })
  }

  // A server that died a moment ago may hold its memory a little longer than its mark in the folder says, its workers
  // for ever when they wait for each other.
  async #startOnce(): Promise<void> {
    const { paths, logger } = this.#needs
    const until = Date.now() + HELD_BY_OLD_MS
    for (;;) {
      await waitForPreviousServer(paths.data)
      makePrivateFolder(paths.socket, this.#needs.account)
      const run = runPostgres(this.#needs)
      this.#run = run
      if (this.#stopping.signal.aborted) await run.stop()
      if (await this.#isReady(run)) return
      await run.stop()
      const held = /pre-existing shared memory|lock file .* already exists/.test(run.lastOutput())
      if (!held || Date.now() > until) throw new Error(failureText(paths.data, run.lastOutput()))
      await delay(HELD_POLL_MS)
      if (/pre-existing shared memory/.test(run.lastOutput()))
        logger.warn('postgres.remains-killed', { count: killRemains(paths.data) })
    }
  }

  async #isReady(run: PostgresRun): Promise<boolean> {
    const until = Date.now() + READY_MS
    while (run.isRunning() && Date.now() < until) {
      if (await isAnswering(socketUrl(this.#needs.paths.socket, 'postgres'))) return true
      await delay(READY_POLL_MS)
    }
    return false
  }

  async #keepRunning(): Promise<void> {
    const { logger } = this.#needs
    const { signal } = this.#stopping
    let waitMs = BACK_OFF_MIN_MS
    while (!signal.aborted) {
      const since = Date.now()
      await this.#run?.exited
      if (signal.aborted) return
      if (Date.now() - since > STABLE_MS) waitMs = BACK_OFF_MIN_MS
      logger.warn('postgres.gone', { restartInMs: waitMs })
      for (const listener of this.#exitListeners) listener()
      await delay(waitMs, undefined, { signal }).catch(() => {})
      waitMs = Math.min(waitMs * 2, BACK_OFF_MAX_MS)
      if (!signal.aborted) await this.#startAgain()
    }
  }

  // Failing to start leaves the loop going: the disk may have room again later.
  async #startAgain(): Promise<void> {
    const { logger } = this.#needs
    try {
      await this.#startOnce()
      logger.info('postgres.restarted')
    } catch (error) {
      if (!this.#stopping.signal.aborted) logger.error('postgres.restart-failed', error)
    }
  }
}

function failureText(data: string, lastOutput: string): string {
  const lines = lastOutput.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''
  return `PostgreSQL did not start in ${data}: ${reason.slice(0, 500) || 'it did not answer in time'}`
}
