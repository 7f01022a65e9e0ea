// Work that nobody waits for: so much at a time, so much waiting, and an end that waits for it.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

export interface Background {
  /** Begins the work soon. A failure is logged under `event`. Throws ProblemError `unavailable` when 200 wait. */
  run(event: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

const AT_ONCE = 4
const WAITING_MAX = 200
const RETRY_AFTER_S = 5

export function createBackground(logger: Logger): Background {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  const begin = (): void => {
    const work = running.size < AT_ONCE ? waiting.shift() : undefined
    if (work === undefined) return
    const ending = work().finally(() => {
      running.delete(ending)
      begin()
    })
    running.add(ending)
  }
  return {
    run: (event, work) => {
      if (waiting.length >= WAITING_MAX)
        throw new ProblemError('unavailable', 'Too much waits to be sent', { retryAfterS: RETRY_AFTER_S })
      // Of what a mail server says only its kind: it may repeat the address.
      waiting.push(() => work().catch((error: unknown) => logger.error(event, withoutAddress(error))))
      begin()
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function withoutAddress(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown failure')
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const response = 'responseCode' in error ? ` ${String(error.responseCode)}` : ''
  return new Error(`${code}${response}`)
}
