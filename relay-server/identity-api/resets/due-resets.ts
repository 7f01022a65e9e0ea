// Does the resets whose day is over: at the start, and every 10 minutes.
import { setTimeout as delay } from 'node:timers/promises'
import { asProblem } from '../../db/database-errors.ts'
import { doDueResets } from './factor-resets.ts'

const EVERY_MS = 10 * 60_000

export interface DueResets {
  stop(): Promise<void>
}

/** One that fails is made up for by the next. */
export function startDueResets(parts: Parameters<typeof doDueResets>[0]): DueResets {
  const ending = new AbortController()
  const { signal } = ending
  const working = (async () => {
    while (!signal.aborted) {
      await doDueResets(parts).catch((error: unknown) =>
        parts.logger.error('factor-resets.not-done', asProblem(error) ?? error),
      )
      await delay(EVERY_MS, null, { signal, ref: false }).catch(() => {})
    }
  })()
  return {
    stop: async () => {
      ending.abort()
      await working
    },
  }
}
