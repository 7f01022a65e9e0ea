// The timer of lasting problems: looks once a minute while nothing else does.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { StoreDb } from '../database.ts'
import { followLastingProblems } from './lasting-problems.ts'

const EVERY_MS = 60_000

export interface ProblemWatch {
  /** Ends the looks and waits for the one under way. */
  stop(): Promise<void>
}

/** The next look begins a minute after the last one ended, whatever became of it. */
export function startProblemWatch({
  db,
  clock,
  logger,
}: {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
}): ProblemWatch {
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  let cancel = (): void => {}
  const look = async (): Promise<void> => {
    try {
      await followLastingProblems(db)
    } catch (error) {
      logger.warn('support-tasks.look-failed', { reason: withoutValues(error).message })
    }
    plan()
  }
  const plan = (): void => {
    if (isStopped) return
    cancel = clock.after(EVERY_MS, () => {
      running = look()
    })
  }
  plan()
  return {
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}
