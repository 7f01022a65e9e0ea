// Work that is looked for every few seconds, one round at a time, and at once where somebody knows that there is some.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

export interface RoundsParts {
  readonly clock: Clock
  /** From the end of a round to the beginning of the next one, ms. */
  readonly everyMs: number
  /** True: there may be more, and the next one begins at once. Must not throw. */
  readonly round: () => Promise<boolean>
}

export interface Rounds {
  /** A round begins now, or after the one under way. */
  readonly wake: () => void
  /** Begins no other round and waits for the one under way. */
  readonly stop: () => Promise<void>
}

/** The first one begins after `everyMs`. */
export function startRounds({ clock, everyMs, round }: RoundsParts): Rounds {
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | null = null
  let cancel = (): void => {}
  const rounds = async (): Promise<void> => {
    do {
      isWanted = false
      if (await round()) isWanted = true
    } while (isWanted && !isStopped)
    running = null
    if (!isStopped) cancel = clock.after(everyMs, wake)
  }
  const wake = (): void => {
    isWanted = true
    if (isStopped || running !== null) return
    cancel()
    running = rounds()
  }
  cancel = clock.after(everyMs, wake)
  return {
    wake,
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}
