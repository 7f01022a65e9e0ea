// Work that nobody waits for: so much at a time, a place for each that waits, and an end that does not wait for tries.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Somebody's turn, taken before he changes anything; used or given back exactly once. */
export interface Place {
  /** Begins the work soon; what it throws is logged under `event`. */
  use(event: string, work: (stopping: AbortSignal) => Promise<void>): void
  giveBack(): void
}

export interface WorkQueue {
  /** Throws ProblemError `unavailable` when all places are taken. */
  take(): Place
  /** Places that are taken. */
  taken(): number
  /** Resolves when none is taken. */
  idle(): Promise<void>
  /** Tells the work that is under way to end, drops what waits, and resolves when nothing is under way. */
  stop(): Promise<void>
}

const AT_ONCE = 16
const PLACES = 200
const RETRY_AFTER_S = 5

export function createWorkQueue(logger: Logger): WorkQueue {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let taken = 0
  const begin = (): void => {
    const work = running.size < AT_ONCE ? waiting.shift() : undefined
    if (work === undefined) return
    const ending = work().finally(() => {
      running.delete(ending)
      taken -= 1
      begin()
    })
    running.add(ending)
  }
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    take: () => {
      if (taken >= PLACES || stopping.signal.aborted)
        throw new ProblemError('unavailable', 'Too much waits to be sent', { retryAfterS: RETRY_AFTER_S })
      taken += 1
      return {
        use: (event, work) => {
          waiting.push(() => work(stopping.signal).catch((error: unknown) => logger.error(event, error)))
          begin()
        },
        giveBack: () => void (taken -= 1),
      }
    },
    taken: () => taken,
    idle,
    stop: async () => {
      stopping.abort()
      taken -= waiting.splice(0).length
      await idle()
    },
  }
}
