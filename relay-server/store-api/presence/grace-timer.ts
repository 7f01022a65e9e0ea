// Ends a grace on time: a timer for the first one, set by the event of a computer that is reconnecting.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { StoreEvent } from '../events/store-event.ts'
import { SILENT_GRACE_MS } from './recompute.queries.ts'
import type { Sweeper } from './sweeper.ts'

export interface GraceTimerParts {
  readonly clock: Clock
  readonly endGraces: Sweeper['endGraces']
}

export interface GraceTimer {
  /** What committed; must be called with every row, and is harmless when called twice. */
  heard(rows: readonly StoreEvent[]): void
  /** Ends the timer and waits for what is under way. */
  stop(): Promise<void>
}

/** Between two looks, however close graces lie together. */
const LEAST_MS = 100

/** One timer for all, for the shortest grace: a look says when the next one is over. The sweeper makes up for what it misses. */
export function createGraceTimer({ clock, endGraces }: GraceTimerParts): GraceTimer {
  let cancel: (() => void) | null = null
  let dueMs = Number.POSITIVE_INFINITY
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const nextInMs = await endGraces()
    if (nextInMs !== null) plan(Math.max(LEAST_MS, nextInMs))
  }
  const plan = (delayMs: number): void => {
    const wantedMs = clock.monotonicMs() + delayMs
    if (wantedMs >= dueMs || isStopped) return
    cancel?.()
    dueMs = wantedMs
    cancel = clock.after(delayMs, () => {
      dueMs = Number.POSITIVE_INFINITY
      running = running.then(look)
    })
  }
  return {
    heard: (rows) => {
      if (rows.some((row) => row.kind === 'presence' && row.presence === 'reconnecting'))
        plan(SILENT_GRACE_MS)
    },
    stop: async () => {
      isStopped = true
      cancel?.()
      await running
    },
  }
}
