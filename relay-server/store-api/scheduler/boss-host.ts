// A pg-boss that is started until it runs, and ended once.
import type { PgBoss } from 'pg-boss'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'

/** How long after a start that failed the next one begins, in ms. */
const START_AGAIN_MS = 5_000
/** How long pg-boss may take to end what it does itself, in ms; runs have ended by then. */
const STOP_MS = 5_000

export interface BossHostParts {
  /** Asked anew for each start: one that failed is not used again. */
  readonly make: () => PgBoss
  /** Queues, workers and schedules; part of a start. */
  readonly prepare: (boss: PgBoss) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
  /** No further start is tried. */
  readonly signal: AbortSignal
}

export interface BossHost {
  /** The one of now; it may not have started. */
  boss(): PgBoss
  isStarted(): boolean
  /** Answers when it runs, or when the signal came. Never rejects. */
  readonly started: Promise<void>
  /** Beyond 5 s its connections are closed under it. */
  end(): Promise<void>
}

export function hostBoss({ make, prepare, clock, logger, signal }: BossHostParts): BossHost {
  let boss = make()
  let isStarted = false
  const start = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await boss.start()
        await prepare(boss)
        isStarted = true
        return
      } catch (error) {
        logger.warn('scheduler.start-failed', { reason: withoutValues(error).message })
        await end(boss)
        boss = make()
        await pause(clock, START_AGAIN_MS, signal)
      }
    }
  }
  return { boss: () => boss, isStarted: () => isStarted, started: start(), end: async () => end(boss) }
}

async function end(boss: PgBoss): Promise<void> {
  await boss.stop({ close: false, graceful: true, timeout: STOP_MS }).catch(() => {})
}

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const cancel = clock.after(ms, resolve)
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
  })
}
