// The real time, of which long waits can be over at once: who was refused may be asked again without minutes in between.
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'

export interface HastyClock {
  readonly clock: Clock
  /** Runs everything that waits for at least `fromMs`, unless it is `except`. */
  readonly hasten: () => void
}

export function hastyClock(waits: { readonly fromMs: number; readonly except: number }): HastyClock {
  const waiting = new Set<() => void>()
  const after: Clock['after'] = (delayMs, run) => {
    const end = (): void => {
      cancel()
      run()
    }
    const cancelTimer = systemClock.after(delayMs, end)
    const cancel = (): void => {
      cancelTimer()
      waiting.delete(end)
    }
    if (delayMs >= waits.fromMs && delayMs !== waits.except) waiting.add(end)
    return cancel
  }
  return {
    clock: { ...systemClock, after },
    hasten: () => {
      for (const end of [...waiting]) end()
    },
  }
}
