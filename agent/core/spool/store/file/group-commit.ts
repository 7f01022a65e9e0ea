// One transaction for everything that arrived while the last one was flushed; an answer is given only after the flush.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { sqliteCode } from '../../../database/private-file.ts'
import { CHANGED_SINCE } from '../changed-since.ts'
import { refusedLabel, type Operation, type Outcome } from '../operations.ts'
import { HourCounts } from './counts/hour-counts.ts'
import { NoRoom } from './no-room.ts'
import { perform } from './perform.ts'
import type { SpoolDisk } from './spool-disk.ts'
import { fileFaultOf, type Commit } from './spool-file.queries.ts'
import type { SpoolLimits } from '../spool-limits.ts'
import type { SpoolQueries } from './spool-queries.ts'

export interface GroupCommitParts {
  readonly disk: SpoolDisk
  readonly limits: SpoolLimits
  readonly logger: Logger
  /** Makes a commit fail or slow, for tests; as it is otherwise. */
  readonly commit: (commit: Commit) => void
}

export class GroupCommit {
  readonly #parts: GroupCommitParts
  readonly #counts = new HourCounts()
  readonly #noRoom = new NoRoom()

  constructor(parts: GroupCommitParts) {
    this.#parts = parts
  }

  /** Something is counted and not written yet: by the next commit after a moment, or by one without operations. */
  get isCounting(): boolean {
    return !this.#counts.isEmpty
  }

  /** One outcome for each operation, in order: of all, or of none, but for those that failed alone. Never throws. */
  run(operations: readonly Operation[]): Outcome[] {
    try {
      return this.#transaction(operations)
    } catch (error) {
      if (fileFaultOf(error) !== 'full') return this.#broken(operations, error)
    }
    // Nothing of it is in the file. Once more without new labels, in the room that the reserve leaves.
    this.#parts.disk.full()
    try {
      return this.#transaction(operations)
    } catch (error) {
      if (fileFaultOf(error) !== 'full') return this.#broken(operations, error)
      return this.#noneHasRoom(operations, DISK_FULL)
    }
  }

  #transaction(operations: readonly Operation[]): Outcome[] {
    const queries = this.#parts.disk.queries()
    const isCounted = this.#counts.isDue(operations, performance.now())
    if (!isCounted && !operations.some(changesFile))
      return operations.map((operation) => this.#tried(operation, () => this.#done(queries, operation)))
    try {
      const outcomes = this.#performed(queries, operations, isCounted)
      this.#parts.commit(queries.transactions.commit)
      if (isCounted) this.#counts.written()
      this.#count(operations, outcomes)
      return outcomes
    } catch (error) {
      this.#takeBack(queries)
      throw error
    }
  }

  /** Mostly all can be done: only where one cannot, each is done so that it can be undone alone. */
  #performed(queries: SpoolQueries, operations: readonly Operation[], isCounted: boolean): Outcome[] {
    const begin = (): void => {
      queries.transactions.begin()
      if (isCounted) this.#counts.write(queries.counts)
    }
    begin()
    try {
      return operations.map((operation) => this.#done(queries, operation))
    } catch (error) {
      if (fileFaultOf(error) !== null) throw error
    }
    this.#takeBack(queries)
    begin()
    return operations.map((operation) => this.#alone(queries, operation))
  }

  #takeBack({ transactions, waiting }: SpoolQueries): void {
    waiting.forget()
    transactions.rollback()
  }

  #done(queries: SpoolQueries, operation: Operation): Outcome {
    const { disk, limits } = this.#parts
    if (operation.kind === 'accept') {
      const told = this.#noRoom.behind(operation)
      if (told !== null) return told
      if (!disk.hasRoom()) {
        this.#noRoom.found(operation, DISK_FULL)
        return DISK_FULL
      }
    }
    return { ok: true, value: perform(queries, limits, operation) }
  }

  #alone(queries: SpoolQueries, operation: Operation): Outcome {
    return this.#tried(operation, () => {
      try {
        return queries.transactions.alone(() => this.#done(queries, operation))
      } catch (error) {
        queries.waiting.forget()
        if (operation.kind === 'accept' && error instanceof ProblemError && error.code === 'unavailable')
          this.#noRoom.found(operation, outcomeOf(error))
        throw error
      }
    })
  }

  /** What is the file's fault is thrown. */
  #tried(operation: Operation, work: () => Outcome): Outcome {
    const { logger } = this.#parts
    try {
      return work()
    } catch (error) {
      if (fileFaultOf(error) !== null) throw error
      if (error instanceof ProblemError) return outcomeOf(error)
      logger.error('spool.operation-failed', error, { operation: operation.kind })
      return { ok: false, code: 'internal', detail: 'The spool could not do this; its log says why' }
    }
  }

  #count(operations: readonly Operation[], outcomes: readonly Outcome[]): void {
    for (const [index, operation] of operations.entries()) {
      const outcome = outcomes[index]
      const isWritten = outcome?.ok === true && outcome.value !== CHANGED_SINCE
      if (isWritten && (operation.kind === 'accept' || operation.kind === 'write'))
        this.#counts.add(operation.counted, operation.at, performance.now())
    }
  }

  #noneHasRoom(operations: readonly Operation[], outcome: Outcome): Outcome[] {
    for (const operation of operations)
      if (operation.kind === 'accept') this.#noRoom.found(operation, outcome)
    return operations.map(() => outcome)
  }

  /** A flush that failed is never asked for again: its pages may be gone. The file is opened anew. */
  #broken(operations: readonly Operation[], error: unknown): Outcome[] {
    const { disk, logger } = this.#parts
    const refused = operations.flatMap((operation) =>
      operation.kind === 'accept' ? [refusedLabel(operation)] : [],
    )
    logger.error('spool.file-failed', error, { operations: operations.length })
    // It cannot be opened, and that has its words.
    if (error instanceof ProblemError) return this.#noneHasRoom(operations, outcomeOf(error))
    let outcome = outcomeOf(error)
    try {
      disk.drop(refused)
      disk.queries()
      logger.info('spool.file-opened-again')
    } catch (openError) {
      if (openError instanceof ProblemError) outcome = outcomeOf(openError)
    }
    return this.#noneHasRoom(operations, outcome)
  }
}

function changesFile({ kind }: Operation): boolean {
  return kind === 'accept' || kind === 'write' || kind === 'cleanUp'
}

const DISK_FULL: Outcome = { ok: false, code: 'unavailable', detail: reason('disk_full', {}) }

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProblemError)
    return { ok: false, code: error.code, detail: error.reason ?? error.message }
  const cause = sqliteCode(error) ?? 'internal'
  return { ok: false, code: 'unavailable', detail: reason('disk_failed', {}, cause) }
}
