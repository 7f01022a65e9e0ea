// The file and its reserve: opened, dropped after a failure and opened again, and whether the disk has room.
import path from 'node:path'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import type { Database } from 'better-sqlite3'
import { openMigratedFile } from '../../../database/migrated-file.ts'
import { createPrivateFolder, sqliteCode } from '../../../database/private-file.ts'
import type { RefusedLabel } from '../operations.ts'
import { ReserveFile } from './reserve-file.ts'
import { prepareSpoolFile, waitForDisk } from './spool-file.queries.ts'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'
import type { SpoolSetup } from './spool-setup.ts'
import { spoolQueries, type SpoolQueries } from './spool-queries.ts'

export const SPOOL_FILE = 'spool.sqlite'
const RESERVE_FILE = 'spool.reserve'
/** How often a full disk is looked at again, at most. */
const LOOK_AGAIN_MS = 1_000
const ADVICE =
  'Labels that were accepted and not yet printed may be in it: keep it for support. Move it away and start again; ' +
  'then send again what has not come out.'

interface OpenFile {
  readonly database: Database
  readonly queries: SpoolQueries
}

export class SpoolDisk {
  readonly #folder: string
  readonly #reserve: ReserveFile
  readonly #logger: Logger
  readonly #synchronous: SpoolSetup['synchronous']
  #refused: readonly RefusedLabel[]
  #open: OpenFile | null = null
  #isFull = false
  #lookedAtMs = -Infinity

  constructor({ folder, limits, refused, synchronous }: SpoolSetup, logger: Logger) {
    this.#folder = folder
    this.#logger = logger
    this.#reserve = new ReserveFile(path.join(folder, RESERVE_FILE), limits.reserveBytes)
    this.#synchronous = synchronous
    this.#refused = refused
  }

  /** Opens the file when it is not open. Throws ProblemError state_conflict (another agent, damaged, newer) and others. */
  queries(): SpoolQueries {
    this.#open ??= this.#openFile()
    return this.#open.queries
  }

  /** May be asked for every label: looks at a full disk once a second. */
  hasRoom(): boolean {
    if (this.#isFull && performance.now() - this.#lookedAtMs > LOOK_AGAIN_MS) this.#lookAgain()
    return !this.#isFull
  }

  /** Something did not fit: takes no more labels and gives the reserve up. */
  full(): void {
    if (!this.#isFull) this.#logger.warn('spool.disk-full')
    this.#isFull = true
    this.#lookedAtMs = performance.now()
    this.#reserve.giveUp()
  }

  /**
   * The file failed. What a failed flush left in the page cache may be read as committed when the file is opened again
   * ("fsyncgate"), so labels that were refused are taken out then: their sender will send them once more.
   */
  drop(refused: readonly RefusedLabel[]): void {
    this.#refused = [...this.#refused, ...refused]
    this.close()
  }

  close(): void {
    const open = this.#open
    this.#open = null
    open?.database.close()
  }

  #lookAgain(): void {
    this.#lookedAtMs = performance.now()
    if (!this.#reserve.make()) return
    this.#isFull = false
    this.#logger.info('spool.disk-has-room')
  }

  #openFile(): OpenFile {
    createPrivateFolder(this.#folder)
    const database = this.#connect()
    try {
      waitForDisk(database, this.#synchronous)
      const queries = spoolQueries(database)
      this.#withdraw(queries)
      if (!this.#isFull && !this.#reserve.make()) this.full()
      return { database, queries }
    } catch (error) {
      database.close()
      throw error
    }
  }

  #connect(): Database {
    const file = path.join(this.#folder, SPOOL_FILE)
    try {
      return openMigratedFile({
        file,
        migrations: SPOOL_MIGRATIONS,
        logger: this.#logger,
        prepare: prepareSpoolFile,
        adviceWhenDamaged: ADVICE,
        adviceWhenOlder: 'Print what waits in it with that version, then move the file away and start again.',
      })
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_BUSY') throw error
      throw new ProblemError('state_conflict', `Another agent is using the spool ${file}`, { cause: error })
    }
  }

  #withdraw({ transactions, jobs }: SpoolQueries): void {
    if (this.#refused.length === 0) return
    transactions.begin()
    for (const label of this.#refused) jobs.withdraw(label)
    transactions.commit()
    this.#refused = []
  }
}
