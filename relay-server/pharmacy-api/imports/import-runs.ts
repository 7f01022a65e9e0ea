// Starts the threads of imports, a few at a time, and sees to it that none ends without a word.
import { Worker } from 'node:worker_threads'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PharmacyDb } from '../database.ts'
import { endRun } from './imports.queries.ts'
import type { RunOrder } from './run-import.ts'

const MAX_RUNS = 2
const RETRY_AFTER_S = 5
/** Of the longest list that is taken, with room; beyond it the thread ends, and its import with it. */
const MAX_HEAP_MB = 2_048

export interface ImportRuns {
  /** Throws ProblemError `unavailable` while others are under way; ask before anything is written. */
  refuseMore(): void
  start(order: RunOrder): void
  /** Ends what is under way: nothing of it stays, and its imports are failed. */
  stop(): Promise<void>
}

export interface ImportRunsParts {
  readonly db: PharmacyDb
  /** Holds the password: never log it. */
  readonly url: string
  readonly logger: Logger
  /** Told what became of a thread, for the figures. */
  readonly ended: (outcome: 'done' | 'failed') => void
}

export function createImportRuns({ db, url, logger, ended }: ImportRunsParts): ImportRuns {
  const running = new Map<Worker, Promise<void>>()
  const watch = async (worker: Worker, order: RunOrder): Promise<void> => {
    const why = await endOf(worker)
    running.delete(worker)
    ended(why === null ? 'done' : 'failed')
    if (why === null) return
    logger.error('import.failed', new Error(why), { importId: order.importId })
    await endRun(db, order, { state: 'failed', failure: 'internal' }).catch((error: unknown) =>
      logger.error('import.not-marked', error, { importId: order.importId }),
    )
  }
  return {
    refuseMore: () => {
      if (running.size < MAX_RUNS) return
      throw new ProblemError('unavailable', 'Other imports are under way', { retryAfterS: RETRY_AFTER_S })
    },
    start: (order) => {
      const worker = new Worker(new URL('import-worker.ts', import.meta.url), {
        workerData: { ...order, url },
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
        name: 'import',
      })
      running.set(worker, watch(worker, order))
    },
    stop: async () => {
      const waiting = [...running]
      await Promise.all(waiting.map(([worker]) => worker.terminate()))
      await Promise.all(waiting.map(([, watched]) => watched))
    },
  }
}

/** Null: it ended as it should; else why not. */
async function endOf(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.on('message', (said: unknown) => resolve(String(said)))
    worker.on('error', (error) => resolve(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => resolve(code === 0 ? null : `the thread ended with code ${code}`))
  })
}
